import { and, eq, isNull, sql } from "drizzle-orm";
import { findPerson } from "#app/features/accounts/profile/people.server.ts";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { fullBlueprintAudit } from "./audit.ts";
import { unlockedMail, unlockedTeamMail } from "./emails/unlocked.tsx";
import { fullBlueprintUnlocked } from "./events.ts";
import type { FullBlueprintContent, UnlockMethod } from "./full-blueprint.ts";
import { fullBlueprint, unlock } from "./tables.server.ts";

/*
 * Unlocking a full blueprint. A finished analysis is unlocked by a held strategy call (held-calls.server.ts), by a
 * payment (the billing feature), or by an admin; then an architect draws it (architect.server.ts).
 *
 * Invariants: a blueprint has at most one effective unlock. The first one wins, under the lock of its row and a unique
 * index; later ones get `first: false` and send no mail. A payment that is refunded before the kickoff session revokes
 * its own unlock and no other.
 */

const emptyContent: FullBlueprintContent = { summary: "", sections: [], tasks: [] };

export type Unlocking = { blueprintId: string; method: UnlockMethod; reference: string };
export type UnlockRefusal = NotFound | Refusal<"no_analysis">;

/**
 * Unlocks a finished blueprint. `first` is false if it was already unlocked by any method. A call is also the kickoff
 * session. A payment that opens its blueprint again, because its refund failed, sends no mail of a purchase. Does not check the actor: callers are listeners, a settled payment, or `unlockByAdmin`.
 */
export function unlockBlueprint(
  ctx: Ctx,
  { blueprintId, method, reference }: Unlocking,
): Promise<Result<{ first: boolean }, UnlockRefusal>> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockBlueprint(tx, blueprintId);
    if (!found) return notFound();
    if (found.status !== "completed") return refuse("no_analysis");
    const ofSame = and(eq(unlock.blueprintId, blueprintId), eq(unlock.method, method), eq(unlock.reference, reference));
    const wasWithdrawn = (await tx.db.$count(unlock, ofSame)) > 0;
    const [fresh] = await tx.db
      .insert(unlock)
      .values({ blueprintId, method, reference, unlockedAt: tx.now })
      .onConflictDoNothing()
      .returning({ id: unlock.id });
    if (!fresh) return ok({ first: false });
    const kickoffAt = method === "call" ? tx.now : null;
    await tx.db
      .insert(fullBlueprint)
      .values({ blueprintId, requestedAt: tx.now, savedAt: tx.now, draft: emptyContent, kickoffAt })
      .onConflictDoUpdate({
        target: fullBlueprint.blueprintId,
        set: { kickoffAt: sql`coalesce(${fullBlueprint.kickoffAt}, excluded.kickoff_at)` },
      });
    const owner = await findPerson(tx, found.userId);
    if (owner && !wasWithdrawn) {
      const about = { blueprintId, companyName: found.companyName, email: owner.email, method };
      await queueMail(tx, unlockedMail(about));
      await queueMail(tx, unlockedTeamMail(about));
    }
    await publish(tx, fullBlueprintUnlocked, { blueprintId, userId: found.userId, email: owner?.email ?? "", method });
    return ok({ first: true });
  });
}

/** Like `unlockBlueprint`, for admins, with an audit entry. Refusals: also not_admin. */
export function unlockByAdmin(
  ctx: Ctx,
  blueprintId: string,
): Promise<Result<{ first: boolean }, NotAdmin | UnlockRefusal>> {
  return adminCommand(ctx, "blueprints", async (tx) => {
    const reference = tx.actor.kind === "user" ? tx.actor.userId : "system";
    const unlocked = await unlockBlueprint(tx, { blueprintId, method: "admin", reference });
    if (!unlocked.ok) return unlocked;
    if (!unlocked.value.first) return unrecorded(unlocked.value);
    return recorded({ action: fullBlueprintAudit.blueprintUnlocked, subject: blueprintId }, unlocked.value);
  });
}

/**
 * Revokes an unlock by this payment. `kickoff_held`: the architect has started, so the client keeps it.
 * `not_unlocked_by_it`: the blueprint is locked or was unlocked otherwise.
 */
export function withdrawPaidUnlock(
  ctx: Ctx,
  { blueprintId, reference }: { blueprintId: string; reference: string },
): Promise<Result<undefined, Refusal<"kickoff_held" | "not_unlocked_by_it">>> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockBlueprint(tx, blueprintId);
    const [standing] = await tx.db
      .select({ kickoffAt: fullBlueprint.kickoffAt, publishedAt: fullBlueprint.publishedAt })
      .from(fullBlueprint)
      .where(eq(fullBlueprint.blueprintId, blueprintId));
    if (found && (standing?.kickoffAt || standing?.publishedAt)) return refuse("kickoff_held");
    const deleted = await tx.db
      .update(unlock)
      .set({ withdrawnAt: tx.now })
      .where(and(unlockedNow(blueprintId), eq(unlock.method, "payment"), eq(unlock.reference, reference)))
      .returning({ id: unlock.id });
    return deleted.length > 0 ? ok() : refuse("not_unlocked_by_it");
  });
}

export async function findForSale(
  ctx: Pick<Ctx, "db">,
  { blueprintId, userId }: { blueprintId: string; userId: string },
): Promise<{ companyName: string; isFinished: boolean; isUnlocked: boolean; isInScope: boolean } | null> {
  if (!isUuid(blueprintId)) return null;
  const [row] = await ctx.db
    .select({
      companyName: blueprint.companyName,
      status: blueprint.status,
      unlockId: unlock.id,
      hasNothingInScope,
    })
    .from(blueprint)
    .leftJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(and(eq(blueprint.id, blueprintId), eq(blueprint.userId, userId), isNull(blueprint.deletedAt)));
  if (!row) return null;
  return {
    companyName: row.companyName,
    isFinished: row.status === "completed",
    isUnlocked: row.unlockId !== null,
    isInScope: !row.hasNothingInScope,
  };
}

const unlockedNow = (blueprintId: string) => and(eq(unlock.blueprintId, blueprintId), isNull(unlock.withdrawnAt));

async function lockBlueprint(tx: Ctx, blueprintId: string) {
  if (!isUuid(blueprintId)) return undefined;
  const [row] = await tx.db
    .select({ status: blueprint.status, companyName: blueprint.companyName, userId: blueprint.userId })
    .from(blueprint)
    .where(and(eq(blueprint.id, blueprintId), isNull(blueprint.deletedAt)))
    .for("update");
  return row;
}

/** SQL column. Columns are qualified manually, because a query on one table omits table names. */
export const hasNothingInScope = sql<boolean>`coalesce((
  select (run.result ->> 'implementationCost')::float8 = 0 from ${analysis} run
  where run.blueprint_id = ${blueprint}.id order by run.revision desc limit 1), false)`;
