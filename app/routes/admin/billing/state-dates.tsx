import { statusLabels } from "#app/features/billing/billing.ts";
import { factLabels } from "#app/features/billing/payments/payment-facts.ts";
import type { LedgerEntry } from "#app/features/billing/payments/records.server.ts";
import { isoDay as usDay } from "#app/lib/dates/date-text.ts";
import { minorUnits } from "#app/lib/money.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";

/** Lists what happened to a payment, oldest first, then what has to happen. */
export function StateDates({
  entry: { status, statusSince, paidOn, refundedAt, bankReference, facts, toCheck, checkBy },
}: {
  entry: Pick<
    LedgerEntry,
    "status" | "statusSince" | "paidOn" | "refundedAt" | "bankReference" | "facts" | "toCheck" | "checkBy"
  >;
}) {
  const dates = useFirmDates();
  const past = [
    ...(paidOn ? [{ day: paidOn, text: [`Paid ${usDay(paidOn)}`, bankReference].filter(Boolean).join(", ") }] : []),
    ...(refundedAt
      ? [
          {
            day: dates.isoDay(refundedAt),
            text: `${status === "refunded" ? "Refunded" : "First refund"} ${dates.day(refundedAt)}`,
          },
        ]
      : []),
    ...facts
      .filter(({ kind, currency }) => kind !== "refunded" || currency !== "usd")
      .map((fact) => ({
        day: dates.isoDay(fact.occurredAt),
        text: `${factText(fact)} ${dates.day(fact.occurredAt)}`,
      })),
    ...(status === "cancelled"
      ? [{ day: dates.isoDay(statusSince), text: `${statusLabels[status]} ${dates.day(statusSince)}` }]
      : []),
  ].sort((one, other) => one.day.localeCompare(other.day));
  const lines = past.map(({ text }) => text);
  if (toCheck === "dispute" && checkBy) lines.push(`Evidence until ${dates.moment(checkBy)}`);
  return lines.map((text) => (
    <span key={text} className="block muted weight-400 size-81">
      {text}
    </span>
  ));
}

const factText = ({ kind, amount, currency }: LedgerEntry["facts"][number]) =>
  `${factLabels[kind]}${kind === "refund-failed" || kind === "refunded" ? `: ${minorUnits(amount, currency)},` : ""}`;
