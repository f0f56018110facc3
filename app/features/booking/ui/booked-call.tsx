import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { type BookedTime, bookedText } from "../agenda/blueprint-call.ts";

export function BookedCall({ call }: { call: BookedTime }) {
  const { style } = useFirmDates();
  return (
    <span>
      {bookedText(call, style)}. <a href={call.href}>Move or cancel it</a>
    </span>
  );
}
