import { useEffect, useId, useState } from "react";
import type { AgendaCall } from "#app/features/booking/agenda/agenda.server.ts";
import { dateIn } from "#app/features/booking/zoned-time.ts";
import { clockOf, weekdayOf } from "#app/lib/dates/date-text.ts";
import type { bookingAdminEndpoints } from "#app/routes/api/booking/booking-admin.server.ts";
import { client } from "#app/shell/api-client.ts";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/forms/field.tsx";

const call = client<typeof bookingAdminEndpoints>();

/** Free starts on a day as ISO instants; null while loading, undefined after an error, "unread" if a calendar cannot be read. */
type Starts = readonly string[] | "unread" | null | undefined;

/** Moves a call to another free time in the host's zone, with a reason for the visitor. */
export function MoveDialog({
  call,
  busy,
  refusal,
  onMove,
  onClose,
}: {
  call: Pick<AgendaCall, "id" | "name" | "start" | "hostName" | "hostTimezone">;
  busy: boolean;
  refusal: string | undefined;
  onMove: (start: string, reason: string) => void;
  onClose: () => void;
}) {
  const zone = call.hostTimezone;
  const [date, setDate] = useState(() => dateIn(call.start, zone));
  const found = useFreeStarts(call, date);
  const starts = found === "unread" ? [] : found;
  const none = useId();
  return (
    <ConfirmDialog
      open
      title={`Move the call with ${call.name}?`}
      confirm="Move and email"
      cancel="Keep the time"
      busy={busy}
      busyText="Moving"
      refusal={refusal}
      onClose={onClose}
      onConfirm={(form) => {
        const start = String(form.get("start") ?? "");
        if (start) onMove(start, String(form.get("reason")));
      }}
    >
      <p>
        Now {weekdayOf(call.start, zone)}, {clockOf(call.start, zone)}. Times are those of {call.hostName}.
      </p>
      <TextField
        label="Day"
        name="day"
        type="date"
        required
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <SelectField
        label="Free time"
        name="start"
        required
        disabled={!starts || starts.length === 0}
        aria-describedby={none}
        options={(starts ?? []).map((start) => ({ value: start, label: clockOf(new Date(start), zone) }))}
      />
      <p id={none} role="status" className="small">
        {starts === null && "Looking for free times."}
        {starts === undefined && "The free times could not be loaded. Choose the day again."}
        {found === "unread" && "A calendar of the host cannot be read right now, so no free times are known."}
        {found !== "unread" && starts?.length === 0 && "No free times on this day. Choose another one."}
      </p>
      <TextArea label="Reason" name="reason" required maxLength={500} hint={`${call.name} reads it in the email.`} />
    </ConfirmDialog>
  );
}

function useFreeStarts({ id: bookingId, start }: Parameters<typeof MoveDialog>[0]["call"], date: string) {
  const [found, setFound] = useState<{ date: string; starts: Starts }>({ date: "", starts: null });
  const now = start.getTime();
  useEffect(() => {
    if (!date) return;
    let isCurrent = true;
    void call("GET /admin/bookings/{bookingId}/free-times", { bookingId, date }).then((answer) => {
      if (!isCurrent) return;
      const starts = answer.ok ? answer.value.starts.filter((free) => Date.parse(free) !== now) : undefined;
      setFound({ date, starts: answer.ok && answer.value.isUnread ? "unread" : starts });
    });
    return () => {
      isCurrent = false;
    };
  }, [date, bookingId, now]);
  return found.date === date ? found.starts : null;
}
