import { timeIn, zoneName } from "../zoned-time.ts";

/** How long the chosen time is kept; always there, so that the form does not move when it is known. */
export const HeldNote = ({ until, zone }: { until: Date | null; zone: string }) => (
  <p className="note" role="status">
    {until
      ? `This time is kept for you until ${timeIn(until, zone)} (${zoneName(zone)}).`
      : "The time is yours once it is booked."}
  </p>
);
