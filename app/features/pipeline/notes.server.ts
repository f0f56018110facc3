import { and, eq } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Stale, stale } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "./audit.ts";
import { lockProspect } from "./prospect-commands.server.ts";
import type { NoteEdit, NoteText } from "./prospect-input.ts";
import { prospectNote } from "./tables.server.ts";

/** Writes a note about a prospect, in Markdown. Refusal: not_found. For admins. */
export function writeNote(
  ctx: Ctx,
  { prospectId, body }: NoteText & { prospectId: string },
): Promise<Result<{ id: string }, NotAdmin | NotFound>> {
  return adminCommand(ctx, async (tx) => {
    if (!(await lockProspect(tx, prospectId))) return notFound();
    const id = newId();
    const authorId = tx.actor.kind === "user" ? tx.actor.userId : null;
    await tx.db.insert(prospectNote).values({ id, prospectId, body, authorId, createdAt: tx.now });
    return recorded({ action: pipelineAudit.noteWritten, subject: prospectId }, { id });
  });
}

/** Changes a note. Refusals: not_found, stale (a colleague changed it; `body` is the current text). For admins. */
export function editNote(
  ctx: Ctx,
  { noteId, body, version }: NoteEdit & { noteId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Stale<{ body: string; version: number }>>> {
  return adminCommand(ctx, async (tx) => {
    const [note] = await tx.db.select().from(prospectNote).where(eq(prospectNote.id, noteId)).for("update");
    if (!note) return notFound();
    if (note.body === body) return unrecorded();
    if (note.version !== version) return stale({ body: note.body, version: note.version });
    await tx.db
      .update(prospectNote)
      .set({ body, editedAt: tx.now, version: version + 1 })
      .where(eq(prospectNote.id, noteId));
    return recorded({ action: pipelineAudit.noteWritten, subject: note.prospectId, detail: { note: noteId } });
  });
}

/** Deletes a note. Deleting it twice is no error. For admins. */
export function deleteNote(ctx: Ctx, { noteId }: { noteId: string }): Promise<Result<undefined, NotAdmin>> {
  return adminCommand(ctx, async (tx) => {
    const [note] = await tx.db
      .delete(prospectNote)
      .where(and(eq(prospectNote.id, noteId)))
      .returning();
    return note ? recorded({ action: pipelineAudit.noteDeleted, subject: note.prospectId }) : unrecorded();
  });
}
