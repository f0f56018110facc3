import { zoneText } from "#app/lib/zone-names.ts";
import { useFirmDates } from "#app/ui/firm-dates.tsx";
import { clockIn } from "../zoned-time.ts";

export function HeldNote({ until, zone }: { until: Date | null; zone: string }) {
  const { style } = useFirmDates();
  return (
    <p className="note" role="status">
      {until
        ? `This time is held for you until ${clockIn(until, zone, style)} (${zoneText(zone, style)}).`
        : "The time is yours once it is booked."}
    </p>
  );
}
