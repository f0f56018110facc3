import type { PaymentStatus } from "./billing.ts";

/*
 * What is known about a payment, and what it adds up to. Messages of a payment provider come late, twice and in any order,
 * so each of them is kept as a fact that only ever grows (a time that is set once, a sum that rises), and the status is
 * read from the facts. Whatever the order, the same facts give the same status.
 */

export interface PaymentFacts {
  processingAt: Date | null;
  paidAt: Date | null;
  failedAt: Date | null;
  expiredAt: Date | null;
  cancelledAt: Date | null;
  disputedAt: Date | null;
  /** In all, so far. */
  refundedCents: number;
  refundedAt: Date | null;
}

/** What one message or one act adds. */
export type PaymentNews = Partial<PaymentFacts>;

/** The facts with the news; what was known stays. Learning the same twice, or in another order, makes no difference. */
export function learn(known: PaymentFacts, news: PaymentNews): PaymentFacts {
  const refundedCents = Math.max(known.refundedCents, news.refundedCents ?? 0);
  return {
    processingAt: first(known.processingAt, news.processingAt),
    paidAt: first(known.paidAt, news.paidAt),
    failedAt: first(known.failedAt, news.failedAt),
    expiredAt: first(known.expiredAt, news.expiredAt),
    cancelledAt: first(known.cancelledAt, news.cancelledAt),
    disputedAt: first(known.disputedAt, news.disputedAt),
    refundedCents,
    refundedAt: first(known.refundedAt, refundedCents > 0 ? news.refundedAt : null),
  };
}

/** Money that arrived counts more than anything that was said before it; money that went back counts most. */
export function statusOf(facts: PaymentFacts, amountCents: number): PaymentStatus {
  if (facts.refundedCents >= amountCents) return "refunded";
  if (facts.paidAt) return "paid";
  if (facts.cancelledAt) return "cancelled";
  if (facts.failedAt) return "failed";
  if (facts.expiredAt) return "expired";
  return facts.processingAt ? "processing" : "open";
}

/** Since when a payment has its status: an open one since it was created, a refunded one since its first refund. */
export function statusSince(payment: PaymentFacts & { status: PaymentStatus; createdAt: Date }): Date {
  const { status, createdAt, processingAt, paidAt, refundedAt, cancelledAt, failedAt, expiredAt } = payment;
  const since: Record<PaymentStatus, Date | null> = {
    open: createdAt,
    processing: processingAt,
    paid: paidAt,
    refunded: refundedAt,
    cancelled: cancelledAt,
    failed: failedAt,
    expired: expiredAt,
  };
  return since[status] ?? createdAt;
}

/** The earlier of two times: the order in which they were learned must not matter. */
function first(known: Date | null, news: Date | null | undefined): Date | null {
  if (!known || !news) return known ?? news ?? null;
  return news < known ? news : known;
}
