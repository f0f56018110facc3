import type { PaymentStatus } from "../billing.ts";

/*
 * The facts about a payment and its status. Events of a payment provider arrive late, repeatedly and in any order, so
 * each is stored as a fact that only grows (a time that is set once, a sum that increases), and the status is derived
 * from the facts. The same facts give the same status in any order.
 */

export interface PaymentFacts {
  processingAt: Date | null;
  paidAt: Date | null;
  failedAt: Date | null;
  expiredAt: Date | null;
  canceledAt: Date | null;
  disputedAt: Date | null;
  refundedCents: number;
  refundedAt: Date | null;
}

export type PaymentUpdate = Partial<PaymentFacts>;

/** Merges an update into the facts; keeps earlier values. Idempotent and independent of the order. */
export function mergeFacts(known: PaymentFacts, update: PaymentUpdate): PaymentFacts {
  const refundedCents = Math.max(known.refundedCents, update.refundedCents ?? 0);
  return {
    processingAt: first(known.processingAt, update.processingAt),
    paidAt: first(known.paidAt, update.paidAt),
    failedAt: first(known.failedAt, update.failedAt),
    expiredAt: first(known.expiredAt, update.expiredAt),
    canceledAt: first(known.canceledAt, update.canceledAt),
    disputedAt: first(known.disputedAt, update.disputedAt),
    refundedCents,
    refundedAt: first(known.refundedAt, refundedCents > 0 ? update.refundedAt : null),
  };
}

/** A received payment overrides earlier failures; a full refund or a lost dispute overrides everything. */
export function statusOf(facts: PaymentFacts, amountCents: number, lostCents = 0): PaymentStatus {
  if (facts.refundedCents >= amountCents) return "refunded";
  if (lostCents > 0 && facts.refundedCents + lostCents >= amountCents) return "charged-back";
  if (facts.paidAt) return "paid";
  if (facts.canceledAt) return "cancelled";
  if (facts.failedAt) return "failed";
  if (facts.expiredAt) return "expired";
  return facts.processingAt ? "processing" : "open";
}

/** When a payment got its status: an open one at its creation, a refunded one at its first refund. */
export function statusSince(
  payment: PaymentFacts & { status: PaymentStatus; createdAt: Date; lostAt: Date | null },
): Date {
  const { status, createdAt, processingAt, paidAt, refundedAt, canceledAt, failedAt, expiredAt } = payment;
  const since: Record<PaymentStatus, Date | null> = {
    open: createdAt,
    processing: processingAt,
    paid: paidAt,
    refunded: refundedAt,
    "charged-back": payment.lostAt,
    cancelled: canceledAt,
    failed: failedAt,
    expired: expiredAt,
  };
  return since[status] ?? createdAt;
}

/** The earlier of two times, so that their order of arrival does not matter. */
function first(known: Date | null, added: Date | null | undefined): Date | null {
  if (!known || !added) return known ?? added ?? null;
  return added < known ? added : known;
}
