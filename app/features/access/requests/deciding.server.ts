import { and, eq, exists, isNull, lte, not } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { publish } from "#app/features/events/events.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { DeclineReason } from "../access.ts";
import { accessDecided } from "../events.ts";
import { blockAccountOf } from "../grants/blocks.server.ts";
import { accessCode, accessRequest, type RequestStatus } from "../tables.server.ts";

/* Changes of access requests in the caller's transaction. For this feature only: does not check the actor. */

/** One statement: of simultaneous decisions exactly one succeeds. The actor decides: for automatic decisions, the system. */
export async function decide(
  tx: Ctx,
  requestId: string,
  status: Exclude<RequestStatus, "pending">,
  reason: { declineReason?: DeclineReason; declineNote?: string | null } = {},
) {
  if (!isUuid(requestId)) return undefined;
  const decidedBy = userIdOf(tx.actor);
  const [decided] = await tx.db
    .update(accessRequest)
    .set({ status, ...reason, decidedAt: tx.now, decidedBy })
    .where(and(eq(accessRequest.id, requestId), eq(accessRequest.status, "pending")))
    .returning({ email: accessRequest.email });
  if (!decided) return undefined;
  await publish(tx, accessDecided, { requestId, email: decided.email, decision: status, decidedBy });
  return decided;
}

/** Approves the pending request of `email`, if there is one: a code that is issued now answers it. Returns its id. */
export async function approvePending(tx: Ctx, email: string): Promise<string | undefined> {
  const [pending] = await tx.db
    .select({ id: accessRequest.id })
    .from(accessRequest)
    .where(and(eq(accessRequest.email, email), eq(accessRequest.status, "pending")));
  return pending && (await decide(tx, pending.id, "approved")) ? pending.id : undefined;
}

/**
 * Moves the pending request and the codes that can still be redeemed to the account's new, proven address. If a request of
 * the new address is pending too, only that one is kept. A block of the old address follows the account, and keeps both where they are.
 */
export async function moveRequests(
  tx: Ctx,
  { userId, oldEmail, newEmail }: { userId: string; oldEmail: string; newEmail: string },
): Promise<void> {
  if (await blockAccountOf(tx, { userId, email: oldEmail })) return;
  const pending = and(eq(accessRequest.email, oldEmail), eq(accessRequest.status, "pending"));
  const other = alias(accessRequest, "other");
  const hasOther = exists(
    tx.db
      .select()
      .from(other)
      .where(and(eq(other.email, newEmail), eq(other.status, "pending"))),
  );
  await tx.db.delete(accessRequest).where(and(pending, hasOther));
  await tx.db
    .update(accessRequest)
    .set({ email: newEmail })
    .where(and(pending, not(hasOther)));
  const isOpen = and(isNull(accessCode.usedAt), isNull(accessCode.revokedAt), lte(accessCode.issuedAt, tx.now));
  await tx.db
    .update(accessCode)
    .set({ email: newEmail })
    .where(and(eq(accessCode.email, oldEmail), isOpen));
}
