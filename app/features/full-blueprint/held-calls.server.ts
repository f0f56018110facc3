import { and, desc, eq, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import { findPerson } from "#app/features/accounts/people.server.ts";
import { findUserByEmail } from "#app/features/accounts/profile.server.ts";
import { isOwn, type MemberCtx } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { hasNothingInScope } from "./scope.server.ts";
import { fullBlueprint, heldCall, unlock } from "./tables.server.ts";
import { unlockBlueprint } from "./unlock.server.ts";

/*
 * Strategy calls that took place, and what they unlock. One call unlocks one blueprint: the one whose analysis it was booked
 * from, otherwise the one its owner wanted to unlock, otherwise the one that was finished last. A call before the analysis is kept
 * and unlocks the analysis when it is finished; a call about a paid blueprint is its kickoff session. Visitors who booked
 * without an account are recognized by their verified address.
 */

/** `blueprintId`: the one whose analysis the call was booked from. */
export type TookPlace = { bookingId: string; email: string; userId: string | null; blueprintId?: string | null };

/** Records a call that took place and uses it if possible. Idempotent. */
export function takeHeldCall(ctx: Ctx, { bookingId, email, userId, blueprintId }: TookPlace): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const owner = userId ?? (await verifiedOwner(tx, email));
    const [fresh] = await tx.db
      .insert(heldCall)
      .values({ bookingId, userId: owner, email: email.toLowerCase(), heldAt: tx.now })
      .onConflictDoNothing()
      .returning({ bookingId: heldCall.bookingId });
    if (fresh && owner) await spendCall(tx, { bookingId, userId: owner, blueprintId });
  });
}

/** After an analysis: a call that was held before there was anything to unlock unlocks it now. */
export function spendWaitingCalls(ctx: Ctx, userId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const owner = await findPerson(tx, userId);
    const waiting = await tx.db
      .select({ bookingId: heldCall.bookingId })
      .from(heldCall)
      .where(
        and(
          isNull(heldCall.blueprintId),
          or(eq(heldCall.userId, userId), and(isNull(heldCall.userId), eq(heldCall.email, owner?.email ?? ""))),
        ),
      )
      .orderBy(heldCall.heldAt)
      .for("update");
    for (const { bookingId } of waiting) await spendCall(tx, { bookingId, userId });
  });
}

/**
 * The owner wants the call as the way in. `unlocked`: it is open already, or a call that was held has just opened it;
 * `book`: a call has to be booked first, and will be for this blueprint.
 */
export function askForCall(
  ctx: MemberCtx,
  blueprintId: string,
): Promise<Result<"unlocked" | "book", NotFound | Refusal<"no_analysis" | "nothing_in_scope">>> {
  return inTransaction(ctx, async (tx) => {
    if (!isUuid(blueprintId)) return notFound();
    const [row] = await tx.db
      .update(blueprint)
      .set({ callAskedAt: tx.now })
      .where(and(eq(blueprint.id, blueprintId), isOwn(ctx)))
      .returning({ status: blueprint.status });
    if (!row) return notFound();
    if (row.status !== "completed") return refuse("no_analysis");
    const [scope] = await tx.db.select({ hasNothingInScope }).from(blueprint).where(eq(blueprint.id, blueprintId));
    if (scope?.hasNothingInScope) return refuse("nothing_in_scope");
    await spendWaitingCalls(tx, ctx.actor.userId);
    const open = await tx.db.$count(unlock, and(eq(unlock.blueprintId, blueprintId), isNull(unlock.withdrawnAt)));
    return ok(open > 0 ? "unlocked" : "book");
  });
}

/**
 * A call that was taken for held turns out to have been missed. What it unlocked is locked again, unless an architect has
 * taken it over meanwhile; a blueprint that was paid for only loses its kickoff. It counts for nothing else either.
 */
export function forgetMissedCall(ctx: Ctx, { bookingId }: { bookingId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [call] = await tx.db.delete(heldCall).where(eq(heldCall.bookingId, bookingId)).returning();
    if (!call?.blueprintId) return;
    const { blueprintId } = call;
    const untouched = await tx.db
      .update(fullBlueprint)
      .set({ kickoffAt: null })
      .where(and(eq(fullBlueprint.blueprintId, blueprintId), eq(fullBlueprint.stage, "requested")))
      .returning({ blueprintId: fullBlueprint.blueprintId });
    if (untouched.length === 0) return;
    await tx.db
      .update(unlock)
      .set({ withdrawnAt: tx.now })
      .where(and(eq(unlock.method, "call"), eq(unlock.reference, bookingId), isNull(unlock.withdrawnAt)));
  });
}

async function spendCall(
  tx: Ctx,
  call: { bookingId: string; userId: string; blueprintId?: string | null | undefined },
): Promise<void> {
  const [wanted] = await tx.db
    .select({ id: blueprint.id, unlockId: unlock.id })
    .from(blueprint)
    .leftJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .leftJoin(fullBlueprint, eq(fullBlueprint.blueprintId, blueprint.id))
    .where(
      and(
        eq(blueprint.userId, call.userId),
        eq(blueprint.status, "completed"),
        isNull(blueprint.deletedAt),
        or(
          and(isNull(unlock.id), not(hasNothingInScope)),
          and(isNotNull(unlock.id), isNull(fullBlueprint.kickoffAt), isNull(fullBlueprint.publishedAt)),
        ),
      ),
    )
    // What the call was booked for; else what was paid for and waits for its kickoff; else the newest.
    .orderBy(
      ...(call.blueprintId ? [sql`${blueprint.id} = ${call.blueprintId} desc`] : []),
      sql`${blueprint.callAskedAt} desc nulls last, ${unlock.id} is null`,
      desc(blueprint.updatedAt),
    )
    .limit(1);
  if (!wanted) return;
  if (wanted.unlockId)
    await tx.db.update(fullBlueprint).set({ kickoffAt: tx.now }).where(eq(fullBlueprint.blueprintId, wanted.id));
  else await unlockBlueprint(tx, { blueprintId: wanted.id, method: "call", reference: call.bookingId });
  await tx.db
    .update(heldCall)
    .set({ blueprintId: wanted.id, userId: call.userId })
    .where(eq(heldCall.bookingId, call.bookingId));
}

async function verifiedOwner(tx: Ctx, email: string): Promise<string | null> {
  const person = await findUserByEmail(tx, email);
  return person?.emailVerified ? person.id : null;
}
