/*
 * What Stripe reports about a payment after it was made: refunds, failed refunds and disputes. Each report is stored once
 * as a fact, and the state follows from all of them, so their order of arrival does not matter.
 *
 * A snapshot of a charge has the total refunded until then, without the refunds that had failed by then. The total ever
 * refunded is therefore a snapshot and the failures before it; what is refunded now is that without all failures.
 */

export const factKinds = [
  "refunded",
  "refund-failed",
  "dispute-opened",
  "funds-withdrawn",
  "funds-reinstated",
  "dispute-won",
  "dispute-lost",
] as const;
export type FactKind = (typeof factKinds)[number];

export type PaymentFact = {
  kind: FactKind;
  /** Stripe's charge, refund or dispute. */
  objectId: string;
  /** In the smallest unit of the currency. */
  amount: number;
  /** `usd`; other currencies are shown and not counted. */
  currency: string;
  reason: string;
  /** On an opened dispute: when the evidence is due. */
  dueAt: Date | null;
  occurredAt: Date;
  /** When an admin marked it as done. */
  checkedAt: Date | null;
};

export const checkKinds = ["dispute", "refund-failed", "other-currency"] as const;
export type CheckKind = (typeof checkKinds)[number];

export type Reported = {
  refundedCents: number;
  refundedAt: Date | null;
  /** When the newest open dispute was opened. */
  disputedAt: Date | null;
  /** What is left of the payment and in open disputes. */
  disputedCents: number;
  /** Lost to disputes. */
  lostCents: number;
  lostAt: Date | null;
  /** What the firm has to do, until it is done or no longer needed, and by when. */
  toCheck: CheckKind | null;
  checkBy: Date | null;
};

/** A dispute of an earlier release, whose id is unknown: the next report about a dispute of the payment is about it. */
export const earlierDispute = "earlier";

export function reportedBy(facts: readonly PaymentFact[], amountCents: number): Reported {
  const counted = facts.filter(({ currency }) => currency === "usd");
  const of = (kind: FactKind, from = counted) => from.filter((fact) => fact.kind === kind);
  const failed = of("refund-failed");
  const failedBefore = (at: Date) => sum(failed.filter(({ occurredAt }) => occurredAt < at));
  const gross = of("refunded").map(({ amount, occurredAt }) => amount + failedBefore(occurredAt));
  const refundedCents = Math.min(amountCents, Math.max(0, Math.max(0, ...gross) - sum(failed)));
  const disputes = disputesIn(facts, amountCents);
  const open = disputes.filter(({ isOpen }) => isOpen);
  const lost = disputes.filter(({ isLost }) => isLost);
  const total = (all: typeof disputes) => all.reduce((cents, dispute) => cents + dispute.cents, 0);
  const lostCents = Math.min(amountCents, total(lost));
  return {
    refundedCents,
    refundedAt: refundedCents > 0 ? first(of("refunded")) : null,
    disputedAt: last(open.map(({ opened }) => opened)),
    disputedCents: Math.max(0, Math.min(amountCents - refundedCents - lostCents, total(open))),
    lostCents,
    lostAt: last(lost.map(({ end }) => end)),
    ...checkOf(
      facts,
      open.map(({ opened }) => opened),
    ),
  };
}

function disputesIn(facts: readonly PaymentFact[], amountCents: number) {
  const about = facts.filter(({ kind }) => kind !== "refunded" && kind !== "refund-failed");
  const ids = [...new Set(about.map(({ objectId }) => objectId))];
  const known = ids.length > 1 ? ids.filter((id) => id !== earlierDispute) : ids;
  return known.map((id) => {
    const own = about.filter(({ objectId }) => objectId === id);
    const find = (kind: FactKind) => own.find((fact) => fact.kind === kind);
    const [opened, won, lost] = [find("dispute-opened") ?? own[0]!, find("dispute-won"), find("dispute-lost")];
    const cents = opened.currency === "usd" ? opened.amount : amountCents;
    return {
      opened,
      end: lost,
      cents,
      isOpen: !won && !lost,
      isLost: Boolean(lost) && !won && !find("funds-reinstated"),
    };
  });
}

function checkOf(facts: readonly PaymentFact[], openDisputes: readonly PaymentFact[]) {
  const refunds = facts.filter(({ kind }) => kind === "refunded");
  const repaid = (failure: PaymentFact) => refunds.some(({ occurredAt }) => occurredAt > failure.occurredAt);
  const waiting: [CheckKind, readonly PaymentFact[]][] = [
    ["dispute", openDisputes],
    ["refund-failed", facts.filter((fact) => fact.kind === "refund-failed" && !repaid(fact))],
    ["other-currency", refunds.filter(({ currency }) => currency !== "usd")],
  ];
  for (const [toCheck, all] of waiting) {
    const open = all.filter(({ checkedAt }) => checkedAt === null);
    if (open.length > 0) return { toCheck, checkBy: open.map(({ dueAt }) => dueAt).find((at) => at !== null) ?? null };
  }
  return { toCheck: null, checkBy: null };
}

const sum = (facts: readonly PaymentFact[]) => facts.reduce((total, { amount }) => total + amount, 0);
const times = (facts: readonly (PaymentFact | undefined)[]) =>
  facts.flatMap((fact) => fact?.occurredAt ?? []).sort((one, other) => one.getTime() - other.getTime());
const first = (facts: readonly PaymentFact[]) => times(facts)[0] ?? null;
const last = (facts: readonly (PaymentFact | undefined)[]) => times(facts).at(-1) ?? null;

export const factLabels: Record<FactKind, string> = {
  refunded: "Refund in another currency",
  "refund-failed": "Refund failed",
  "dispute-opened": "Dispute opened",
  "funds-withdrawn": "Funds withdrawn",
  "funds-reinstated": "Funds reinstated",
  "dispute-won": "Dispute won",
  "dispute-lost": "Dispute lost",
};

export const checkLabels: Record<CheckKind, string> = {
  dispute: "the evidence for the dispute",
  "refund-failed": "the failed refund",
  "other-currency": "the refund in another currency",
};
