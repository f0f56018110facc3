import { eq } from "drizzle-orm";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Stale, stale } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "../audit.ts";
import { noteMentionMail } from "../emails/note-mention.tsx";
import type { ProspectRow } from "../pipeline.server.ts";
import { lockProspect } from "../prospects/prospect-commands.server.ts";
import type { NoteEdit, NoteText } from "../prospects/prospect-input.ts";
import { prospect, prospectNote, prospectNoteMention } from "../tables.server.ts";
import { mentionedIn } from "./mentions.ts";

/** Adds a note in Markdown to a prospect, and mails the admins it mentions. Refusal: not_found. For admins. */
export function writeNote(
  ctx: Ctx,
  { prospectId, body }: NoteText & { prospectId: string },
): Promise<Result<{ id: string }, NotAdmin | NotFound>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const row = await lockProspect(tx, prospectId);
    if (!row) return notFound();
    const id = newId();
    const authorId = userIdOf(tx.actor);
    await tx.db.insert(prospectNote).values({ id, prospectId, body, authorId, createdAt: tx.now });
    await mailMentioned(tx, row, { id, body });
    return recorded({ action: pipelineAudit.noteWritten, subject: prospectId }, { id });
  });
}

/**
 * Changes a note and mails newly mentioned admins. Refusals: not_found, stale (a colleague changed it; with the current `body`). For
 * admins.
 */
export function editNote(
  ctx: Ctx,
  { noteId, body, version }: NoteEdit & { noteId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Stale<{ body: string; version: number }>>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const [note] = await tx.db.select().from(prospectNote).where(eq(prospectNote.id, noteId)).for("update");
    if (!note) return notFound();
    if (note.body === body) return unrecorded();
    if (note.version !== version) return stale({ body: note.body, version: note.version });
    await tx.db
      .update(prospectNote)
      .set({ body, editedAt: tx.now, version: version + 1 })
      .where(eq(prospectNote.id, noteId));
    const [row] = await tx.db.select().from(prospect).where(eq(prospect.id, note.prospectId));
    if (row) await mailMentioned(tx, row, { id: noteId, body });
    return recorded({ action: pipelineAudit.noteWritten, subject: note.prospectId, detail: { note: noteId } });
  });
}

/** Deletes a note. Idempotent. Refusal: stale if a version is given and a colleague changed the note. For admins. */
export function deleteNote(
  ctx: Ctx,
  { noteId, version }: { noteId: string; version?: number | undefined },
): Promise<Result<undefined, NotAdmin | Stale<{ version: number }>>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const [note] = await tx.db.select().from(prospectNote).where(eq(prospectNote.id, noteId)).for("update");
    if (!note) return unrecorded();
    if (version !== undefined && note.version !== version) return stale({ version: note.version });
    await tx.db.delete(prospectNote).where(eq(prospectNote.id, noteId));
    return recorded({ action: pipelineAudit.noteDeleted, subject: note.prospectId });
  });
}

async function mailMentioned(tx: Ctx, { id: prospectId, ...about }: ProspectRow, note: { id: string; body: string }) {
  if (!note.body.includes("@")) return;
  const admins = await listTeam(tx, "pipeline");
  const me = userIdOf(tx.actor);
  const author = admins.find(({ userId }) => userId === me)?.name ?? "An admin";
  for (const { userId, email } of mentionedIn(note.body, admins)) {
    if (userId === me) continue;
    const [isFirst] = await tx.db
      .insert(prospectNoteMention)
      .values({ noteId: note.id, userId, mailedAt: tx.now })
      .onConflictDoNothing()
      .returning();
    if (!isFirst) continue;
    const prospectName = about.company ?? about.name ?? about.email;
    const ids = { prospectId, noteId: note.id };
    await queueMail(tx, noteMentionMail({ to: email, author, prospect: prospectName, ...ids, body: note.body }));
  }
}
