import { and, desc, eq, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import { findPerson } from "#app/features/accounts/profile/people.server.ts";
import { findUserByEmail } from "#app/features/accounts/profile/profile.server.ts";
import { isOwn } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { fullBlueprint, heldCall, unlock } from "./tables.server.ts";
import { hasNothingInScope, unlockBlueprint } from "./unlock.server.ts";

/*
 * Strategy calls that took place, and the blueprints they unlock. One call unlocks one blueprint: the one whose
 * analysis it was booked from, otherwise the one its owner asked to unlock by a call, otherwise the most recently
 * finished. A call before the analysis is stored and unlocks the analysis when it is finished; a call about a paid
 * blueprint is its kickoff session. Visitors who booked without an account are recognized by their verified address.
 */

/** `blueprintId`: the blueprint of the analysis from which the call was booked. */
export type HeldCall = { bookingId: string; email: string; userId: string | null; blueprintId?: string | null };

/** Records a call that took place and applies it if possible. Idempotent. */
export function recordHeldCall(ctx: Ctx, { bookingId, email, userId, blueprintId }: HeldCall): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const owner = userId ?? (await verifiedOwner(tx, email));
    const [fresh] = await tx.db
      .insert(heldCall)
      .values({ bookingId, userId: owner, email: email.toLowerCase(), heldAt: tx.now })
      .onConflictDoNothing()
      .returning({ bookingId: heldCall.bookingId });
    if (fresh && owner) await applyCall(tx, { bookingId, userId: owner, blueprintId });
  });
}

/** Applies the user's held calls that have not unlocked anything yet; runs after an analysis. */
export function applyHeldCalls(ctx: Ctx, userId: string): Promise<void> {
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
    for (const { bookingId } of waiting) await applyCall(tx, { bookingId, userId });
  });
}

/**
 * Records that the owner wants to unlock by a call. `unlocked`: it is already unlocked, or a held call has just
 * unlocked it; `book`: a call must be booked, and will unlock this blueprint.
 */
export function requestCall(
  ctx: SignedInCtx,
  blueprintId: string,
): Promise<Result<"unlocked" | "book", NotFound | Refusal<"no_analysis" | "nothing_in_scope">>> {
  return inTransaction(ctx, async (tx) => {
    if (!isUuid(blueprintId)) return notFound();
    const [row] = await tx.db
      .update(blueprint)
      .set({ callRequestedAt: tx.now })
      .where(and(eq(blueprint.id, blueprintId), isOwn(ctx)))
      .returning({ status: blueprint.status });
    if (!row) return notFound();
    if (row.status !== "completed") return refuse("no_analysis");
    const [scope] = await tx.db.select({ hasNothingInScope }).from(blueprint).where(eq(blueprint.id, blueprintId));
    if (scope?.hasNothingInScope) return refuse("nothing_in_scope");
    await applyHeldCalls(tx, ctx.actor.userId);
    const open = await tx.db.$count(unlock, and(eq(unlock.blueprintId, blueprintId), isNull(unlock.withdrawnAt)));
    return ok(open > 0 ? "unlocked" : "book");
  });
}

/**
 * Reverts a call that was recorded as held but was missed. The blueprint it unlocked is locked again, unless an
 * architect has been assigned meanwhile; a paid blueprint only loses its kickoff. An unused call is deleted.
 */
export function revertMissedCall(ctx: Ctx, { bookingId }: { bookingId: string }): Promise<void> {
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

async function applyCall(
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
    // The blueprint that the call was booked for; else a paid one that waits for its kickoff; else the newest.
    .orderBy(
      ...(call.blueprintId ? [sql`${blueprint.id} = ${call.blueprintId} desc`] : []),
      sql`${blueprint.callRequestedAt} desc nulls last, ${unlock.id} is null`,
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
