import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { billingAudit } from "../audit.ts";
import { payment, paymentFact, type StoredFact } from "../tables.server.ts";
import { type Reported, reportedBy } from "./payment-facts.ts";

/*
 * The facts that Stripe reports (payment-facts.ts). One that arrives before its payment is known, such as a dispute before the
 * event of the checkout, is stored for its payment intent and joins the payment that gets this intent.
 */

export type NewFact = Omit<StoredFact, "key" | "paymentId" | "checkedAt">;

/** Stores a fact; null if it is known. A charge is reported with each of its totals. */
export async function storeFact(tx: Ctx, fact: NewFact): Promise<string | null> {
  const id = `${fact.kind}:${fact.objectId}`;
  const key = fact.kind === "refunded" ? `${id}:${fact.amount}:${fact.occurredAt.getTime()}` : id;
  const rows = await tx.db
    .insert(paymentFact)
    .values({ ...fact, key })
    .onConflictDoNothing()
    .returning();
  return rows.length > 0 ? key : null;
}

/** Joins waiting facts to the payment, and returns them with the state that follows from all; null without any. */
export async function joinFacts(
  tx: Ctx,
  own: { id: string; amountCents: number; paymentIntentId: string | null },
  factKey: string | null,
): Promise<{ joined: StoredFact[]; reported: Reported | null }> {
  const { paymentIntentId: intent } = own;
  const joined =
    intent || factKey
      ? await tx.db
          .update(paymentFact)
          .set({ paymentId: own.id })
          .where(
            and(
              isNull(paymentFact.paymentId),
              or(
                intent ? eq(paymentFact.paymentIntentId, intent) : undefined,
                factKey ? eq(paymentFact.key, factKey) : undefined,
              ),
            ),
          )
          .returning()
      : [];
  const all = await factsOf(tx, [own.id]);
  return { joined, reported: all.length > 0 ? reportedBy(all, own.amountCents) : null };
}

export const factsOf = (ctx: Pick<Ctx, "db">, paymentIds: string[]): Promise<StoredFact[]> =>
  ctx.db
    .select()
    .from(paymentFact)
    .where(inArray(paymentFact.paymentId, paymentIds))
    .orderBy(paymentFact.occurredAt, paymentFact.key);

/** Facts of other products in the same Stripe account never find a payment. */
export async function deleteUnclaimedFacts(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.delete(paymentFact).where(and(isNull(paymentFact.paymentId), lt(paymentFact.occurredAt, before)));
}

/** Marks what the firm has to do about a payment as done. `nothing_to_check`: nothing is open. */
export function markPaymentChecked(
  ctx: Ctx,
  { paymentId }: { paymentId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"nothing_to_check">>> {
  return adminCommand(ctx, "billing", async (tx) => {
    if (!isUuid(paymentId)) return notFound();
    const [own] = await tx.db.select().from(payment).where(eq(payment.id, paymentId)).for("update");
    if (!own) return notFound();
    if (own.toCheck === null) return refuse("nothing_to_check");
    await tx.db
      .update(paymentFact)
      .set({ checkedAt: sql`coalesce(${paymentFact.checkedAt}, ${tx.now})` })
      .where(eq(paymentFact.paymentId, paymentId));
    await tx.db.update(payment).set({ toCheck: null, checkBy: null }).where(eq(payment.id, paymentId));
    return recorded({ action: billingAudit.paymentChecked, subject: paymentId, detail: { what: own.toCheck } });
  });
}
