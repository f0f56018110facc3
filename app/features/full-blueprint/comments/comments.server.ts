/*
 * Comments on the sections of a full blueprint: the client writes a comment or question, the architect answers.
 *
 * Life of a thread: opened by the client's first comment → answered by a reply or marked as answered by either side →
 * reopened by the client's next comment or by either side. It belongs to the section's id, so it survives new versions;
 * the thread of a removed section can still be read and answered.
 *
 * Invariants: only the owner of an unlocked, published blueprint and admins at aal2 can read and write; for others it
 * is not found. Every change locks the thread's row, so simultaneous replies are all stored. Each comment is mailed to
 * the other side once, with the others of ten minutes (comment-mails.server.ts); its author can delete it until it was
 * mailed or answered. Events, the audit log and logs contain no text.
 */

import { and, asc, eq, exists, isNull, ne } from "drizzle-orm";
import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import {
  type AdminOutcome,
  type AdminResult,
  adminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { isOwn } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { canRead, userIdOf } from "#app/lib/actor.ts";
import {
  type NotAdmin,
  type NotFound,
  notAdmin,
  notFound,
  type Refusal,
  refuse,
  type Stale,
  stale,
  type TooMany,
  tooMany,
} from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { fullBlueprintAudit } from "../audit.ts";
import { fullBlueprintCommented } from "../events.ts";
import { getVersion } from "../full-blueprint.server.ts";
import { fullBlueprint, sectionComment, sectionThread, unlock } from "../tables.server.ts";
import type { CommentSide, NewComment, ReadThread, ThreadState } from "./comments.ts";

type OfBlueprint = { blueprintId: string };
type OfThread = OfBlueprint & { sectionId: string };
type OfComment = OfBlueprint & { commentId: string };

/** Adds the client's comment to a section of the newest version, or to an existing thread. */
export async function commentOnSection(
  ctx: SignedInCtx,
  { blueprintId, sectionId, text }: OfBlueprint & NewComment,
): Promise<Result<{ id: string }, NotFound | TooMany>> {
  const newest = await getVersion(ctx, blueprintId);
  if (!newest.ok) return notFound();
  const title = newest.value.content.sections.find(({ id }) => id === sectionId)?.title;
  const { userId } = ctx.actor;
  const limit = await countUse(ctx, "section-comment", userId);
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  return inTransaction(ctx, async (tx) => {
    const thread = { blueprintId, sectionId };
    if (title === undefined) {
      if (!(await lockThread(tx, thread))) return notFound();
    } else {
      await tx.db
        .insert(sectionThread)
        .values({ ...thread, title, openSince: tx.now })
        .onConflictDoUpdate({ target: [sectionThread.blueprintId, sectionThread.sectionId], set: { title } });
    }
    return addComment(tx, { ...thread, side: "client", text, userId });
  });
}

export function replyToSection(
  ctx: Ctx,
  { blueprintId, sectionId, text }: OfBlueprint & NewComment,
): Promise<Result<{ id: string }, NotAdmin | NotFound | TooMany>> {
  return asThreadAdmin(ctx, { blueprintId }, async (tx, userId) => {
    const thread = { blueprintId, sectionId };
    if (!(await lockThread(tx, thread))) return notFound();
    const limit = await countUse(tx, "section-comment", userId ?? "system");
    if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
    const added = await addComment(tx, { ...thread, side: "architect", text, userId });
    if (!added.ok) return added;
    return recorded(
      { action: fullBlueprintAudit.fullBlueprintReplied, subject: blueprintId, detail: { sectionId } },
      added.value,
    );
  });
}

type StateRefusal = NotFound | Stale;

/** Marks a thread as answered or open, for its owner. `stale`: there is a comment that they have not seen. */
export function markThread(ctx: SignedInCtx, marked: OfThread & ThreadState): Promise<Result<undefined, StateRefusal>> {
  return asOwner(ctx, marked, async (tx) => {
    const changed = await setState(tx, marked);
    return changed.ok ? ok() : changed;
  });
}

export function markThreadByAdmin(
  ctx: Ctx,
  marked: OfThread & ThreadState,
): Promise<Result<undefined, NotAdmin | StateRefusal>> {
  return asThreadAdmin(ctx, marked, async (tx) => {
    const changed = await setState(tx, marked);
    if (!changed.ok) return changed;
    if (!changed.value) return unrecorded();
    const { blueprintId: subject, sectionId, open } = marked;
    return recorded({ action: fullBlueprintAudit.fullBlueprintThreadMarked, subject, detail: { sectionId, open } });
  });
}

type DeleteRefusal = NotFound | Refusal<"too_late">;

/** `too_late`: it was mailed or answered. */
export const deleteComment = (ctx: SignedInCtx, of: OfComment): Promise<Result<undefined, DeleteRefusal>> =>
  asOwner(ctx, of, (tx) => removeComment(tx, { ...of, userId: ctx.actor.userId }));

/** Refusals as for `deleteComment`. */
export function deleteReply(ctx: Ctx, of: OfComment): Promise<Result<undefined, NotAdmin | DeleteRefusal>> {
  return asThreadAdmin(ctx, of, async (tx, userId) => {
    const deleted = await removeComment(tx, { ...of, userId });
    if (!deleted.ok) return deleted;
    return recorded({ action: fullBlueprintAudit.fullBlueprintReplyDeleted, subject: of.blueprintId });
  });
}

/** Ordered by section id. Empty for other users' and locked blueprints. */
export async function listOwnThreads(ctx: SignedInCtx, blueprintId: string): Promise<ReadThread[]> {
  if (!isUuid(blueprintId)) return [];
  return readThreads(ctx, await rowsOf(ctx, blueprintId, isOwn(ctx)), "clientName");
}

/** For admins. Refusal: not_admin. */
export async function listThreads(ctx: Ctx, blueprintId: string): Promise<Result<ReadThread[], NotAdmin>> {
  if (!canRead(ctx.actor, "blueprints")) return notAdmin();
  if (!isUuid(blueprintId)) return ok([]);
  return ok(await readThreads(ctx, await rowsOf(ctx, blueprintId, isNull(blueprint.deletedAt)), "name"));
}

const rowsOf = (ctx: Pick<Ctx, "db">, blueprintId: string, condition: ReturnType<typeof and>) =>
  ctx.db
    .select({ thread: sectionThread, comment: sectionComment })
    .from(sectionThread)
    .innerJoin(sectionComment, isInThread)
    .innerJoin(blueprint, eq(blueprint.id, sectionThread.blueprintId))
    .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(and(eq(sectionThread.blueprintId, blueprintId), condition))
    .orderBy(asc(sectionThread.sectionId), asc(sectionComment.createdAt), asc(sectionComment.id));

const isInThread = and(
  eq(sectionComment.blueprintId, sectionThread.blueprintId),
  eq(sectionComment.sectionId, sectionThread.sectionId),
);

async function readThreads(
  ctx: Ctx,
  rows: Awaited<ReturnType<typeof rowsOf>>,
  shown: "name" | "clientName",
): Promise<ReadThread[]> {
  const me = userIdOf(ctx.actor);
  const others = rows.flatMap(({ comment: { authorId } }) => (authorId && authorId !== me ? authorId : []));
  const names = new Map((await listPeople(ctx, others)).map((person) => [person.userId, person[shown]]));
  return [...Map.groupBy(rows, ({ thread }) => thread.sectionId).values()].map((own) => {
    const { sectionId, title, openSince } = own[0]!.thread;
    const comments = own.map(({ comment: { id, side, authorId, body, createdAt, noticedAt } }) => {
      const isMine = authorId !== null && authorId === me;
      const author = isMine ? "You" : ((authorId && names.get(authorId)) ?? null);
      return { id, side, author, text: body, createdAt, canDelete: isMine && noticedAt === null };
    });
    return { sectionId, title, isOpen: openSince !== null, comments };
  });
}

/** Adds a comment to a thread (its row must be locked): marks the other side's comments as read and updates the state. */
async function addComment(
  tx: Ctx,
  { blueprintId, sectionId, side, text, userId }: OfThread & { side: CommentSide; text: string; userId: string | null },
): Promise<Result<{ id: string }, NotFound>> {
  const [owner] = await tx.db.select({ userId: blueprint.userId }).from(blueprint).where(eq(blueprint.id, blueprintId));
  if (!owner) return notFound();
  const thread = { blueprintId, sectionId };
  await tx.db
    .update(sectionComment)
    .set({ noticedAt: tx.now })
    .where(and(ofThread(thread), ne(sectionComment.side, side), isNull(sectionComment.noticedAt)));
  const id = newId();
  await tx.db.insert(sectionComment).values({ id, ...thread, side, authorId: userId, body: text, createdAt: tx.now });
  const isOpenNow = side === "client";
  await tx.db
    .update(sectionThread)
    .set({ openSince: isOpenNow ? tx.now : null })
    .where(and(isThread(thread), isOpenNow ? isNull(sectionThread.openSince) : undefined));
  await publish(tx, fullBlueprintCommented, { blueprintId, userId: owner.userId, by: side });
  return ok({ id });
}

/** Returns whether the state changed. */
async function setState(
  tx: Ctx,
  { open, seen, ...thread }: OfThread & ThreadState,
): Promise<Result<boolean, StateRefusal>> {
  const locked = await lockThread(tx, thread);
  if (!locked) return notFound();
  const comments = await commentsOf(tx, thread);
  if (comments.at(-1)?.id !== seen) return stale();
  if ((locked.openSince !== null) === open) return ok(false);
  await tx.db
    .update(sectionThread)
    .set({ openSince: open ? tx.now : null })
    .where(isThread(thread));
  return ok(true);
}

async function removeComment(
  tx: Ctx,
  { blueprintId, commentId, userId }: OfComment & { userId: string | null },
): Promise<Result<undefined, DeleteRefusal>> {
  if (!isUuid(commentId) || userId === null) return notFound();
  const own = and(
    eq(sectionComment.id, commentId),
    eq(sectionComment.blueprintId, blueprintId),
    eq(sectionComment.authorId, userId),
  );
  const [found] = await tx.db.select().from(sectionComment).where(own);
  const thread = found && { blueprintId, sectionId: found.sectionId };
  const locked = thread && (await lockThread(tx, thread));
  if (!locked) return notFound();
  const deleted = await tx.db
    .delete(sectionComment)
    .where(and(own, isNull(sectionComment.noticedAt)))
    .returning({ id: sectionComment.id });
  if (deleted.length === 0) return (await tx.db.$count(sectionComment, own)) > 0 ? refuse("too_late") : notFound();
  const left = await commentsOf(tx, thread);
  if (left.length === 0) await tx.db.delete(sectionThread).where(isThread(thread));
  else if (found.side === "architect" || locked.openSince)
    await tx.db
      .update(sectionThread)
      .set({ openSince: waitingSince(left) })
      .where(isThread(thread));
  return ok();
}

function waitingSince(comments: readonly { side: CommentSide; createdAt: Date }[]): Date | null {
  const replied = comments.findLastIndex(({ side }) => side === "architect");
  return comments[replied + 1]?.createdAt ?? null;
}

const commentsOf = (tx: Ctx, thread: OfThread) =>
  tx.db
    .select({ id: sectionComment.id, side: sectionComment.side, createdAt: sectionComment.createdAt })
    .from(sectionComment)
    .where(ofThread(thread))
    .orderBy(asc(sectionComment.createdAt), asc(sectionComment.id));

const isThread = ({ blueprintId, sectionId }: OfThread) =>
  and(eq(sectionThread.blueprintId, blueprintId), eq(sectionThread.sectionId, sectionId));
const ofThread = ({ blueprintId, sectionId }: OfThread) =>
  and(eq(sectionComment.blueprintId, blueprintId), eq(sectionComment.sectionId, sectionId));

async function lockThread(tx: Ctx, thread: OfThread) {
  const [row] = await tx.db.select().from(sectionThread).where(isThread(thread)).for("update");
  return row;
}

async function asOwner<Outcome extends Result<unknown, Refusal>>(
  ctx: SignedInCtx,
  { blueprintId }: OfBlueprint,
  act: (tx: Ctx) => Promise<Outcome>,
): Promise<Outcome | Refused<NotFound>> {
  if (!isUuid(blueprintId)) return notFound();
  return inTransaction(ctx, async (tx) => ((await isUnlocked(tx, blueprintId, isOwn(ctx))) ? act(tx) : notFound()));
}

function asThreadAdmin<Outcome extends AdminOutcome>(
  ctx: Ctx,
  { blueprintId }: OfBlueprint,
  act: (tx: Ctx, userId: string | null) => Promise<Outcome>,
): Promise<AdminResult<Outcome, NotFound>> {
  return adminCommand(ctx, "blueprints", async (tx): Promise<Outcome | Refused<NotFound>> => {
    if (!isUuid(blueprintId)) return notFound();
    if (!(await isUnlocked(tx, blueprintId, isNull(blueprint.deletedAt)))) return notFound();
    return act(tx, userIdOf(tx.actor));
  });
}

async function isUnlocked(tx: Ctx, blueprintId: string, condition: ReturnType<typeof and>): Promise<boolean> {
  const counting = tx.db
    .select({ id: unlock.id })
    .from(unlock)
    .where(and(eq(unlock.blueprintId, blueprintId), isNull(unlock.withdrawnAt)));
  const [row] = await tx.db
    .select({ id: fullBlueprint.blueprintId })
    .from(fullBlueprint)
    .innerJoin(blueprint, eq(blueprint.id, fullBlueprint.blueprintId))
    .where(and(eq(fullBlueprint.blueprintId, blueprintId), condition, exists(counting)));
  return row !== undefined;
}
