import { counted } from "#app/lib/numbers.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { daysLate, statusLabels } from "../billing.ts";
import type { LedgerEntry } from "../payments/records.server.ts";

export function PaymentBadge({ entry, now }: { entry: LedgerEntry; now: Date }) {
  const { isoDay } = useFirmDates();
  const { status, surplus, isDisputed, dueOn, method } = entry;
  if (isDisputed)
    return (
      <Badge kind="critical" icon="warning">
        Disputed
      </Badge>
    );
  if (status === "charged-back")
    return (
      <Badge kind="critical" icon="warning">
        {statusLabels[status]}
      </Badge>
    );
  if (surplus && status === "paid")
    return (
      <Badge kind="critical" icon="warning">
        Refund due
      </Badge>
    );
  if (status === "paid")
    return (
      <Badge kind="positive" icon="check">
        Paid
      </Badge>
    );
  const late = daysLate(dueOn, isoDay(now));
  if (method === "invoice" && status === "open" && late > 0)
    return (
      <Badge kind="caution" icon="clock">
        Late {counted(late, "day")}
      </Badge>
    );
  if (status === "open" || status === "processing") return <Badge icon="clock">{statusLabels[status]}</Badge>;
  return <Badge kind="sunk">{statusLabels[status]}</Badge>;
}
