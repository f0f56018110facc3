import { and, asc, eq, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { isUncredited } from "./invoices/documents.server.ts";
import type { CheckKind } from "./payments/payment-facts.ts";
import { isOpenInvoice, isToCheck, needsCheck, refundDue } from "./payments/records.server.ts";
import { billingDocument, payment } from "./tables.server.ts";

export type PaymentToCheck = {
  paymentId: string;
  kind: "open-invoice" | "refund-due" | CheckKind;
  companyName: string;
  email: string;
  amountCents: number;
  number: string | null;
  /** ISO date. */
  dueOn: string | null;
};

/** The first `size`: disputes and failed refunds, refunds that are due, then invoices by due date. `total` counts all. For admins. Refusal: not_admin. */
export async function listPaymentsToCheck(
  ctx: Ctx,
  size: number,
): Promise<Result<{ items: PaymentToCheck[]; total: number }, NotAdmin>> {
  if (!canRead(ctx.actor, "billing")) return notAdmin();
  const rows = await ctx.db
    .select({
      paymentId: payment.id,
      isRefund: sql<boolean>`${refundDue()}`,
      ...pick(payment, ["toCheck", "checkBy", "companyName", "email", "amountCents", "refundedCents"]),
      number: billingDocument.number,
      dueAt: billingDocument.dueAt,
      dueOn: billingDocument.dueOn,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(payment)
    .leftJoin(billingDocument, and(eq(billingDocument.paymentId, payment.id), isUncredited(), isOpenInvoice()))
    .where(needsCheck())
    .orderBy(
      sql`${isToCheck()} desc`,
      sql`${refundDue()} desc`,
      asc(payment.checkBy),
      asc(billingDocument.dueAt),
      asc(payment.id),
    )
    .limit(size);
  return ok({
    items: rows.map(({ isRefund, toCheck, checkBy, amountCents, refundedCents, dueAt, dueOn, total: _, ...row }) => ({
      ...row,
      dueOn: checkBy ? companyDates().isoDay(checkBy) : (dueOn ?? (dueAt && companyDates().isoDay(dueAt))),
      kind: toCheck ?? (isRefund ? ("refund-due" as const) : ("open-invoice" as const)),
      amountCents: isRefund ? amountCents - refundedCents : amountCents,
    })),
    total: rows[0]?.total ?? 0,
  });
}
