import { useState } from "react";
import { TimeToBlock } from "#app/features/booking/agenda/week/blocked-times.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import type { AgendaHost, BlockPlace } from "./agenda-frame.ts";

type DialogState = { busy: boolean; refusal: string | undefined; onClose: () => void };

/** Asks which time of which host is blocked; starts with an hour at `place`. */
export function BlockDialog({
  place,
  hosts,
  timezone,
  onBlock,
  ...dialog
}: DialogState & {
  place: BlockPlace;
  hosts: readonly AgendaHost[];
  timezone: string;
  onBlock: (hostId: string, time: TimeToBlock) => void;
}) {
  const [faults, setFaults] = useState<Record<string, string>>({});
  return (
    <ConfirmDialog
      {...dialog}
      open
      title="Block a time"
      confirm="Block the time"
      busyText="Blocking"
      onConfirm={(form) => {
        const time = TimeToBlock.safeParse({ ...Object.fromEntries(form), timezone });
        setFaults(fieldErrors(time.error?.issues ?? []));
        if (time.success) onBlock(String(form.get("host")), time.data);
      }}
    >
      <p>No calls are offered in this time. Booked calls stay. Times are in {americanZone(timezone)}.</p>
      <SelectField
        label="Host"
        name="host"
        required
        {...(place.hostId === "" ? { placeholder: "Choose a host" } : {})}
        defaultValue={place.hostId}
        options={hosts.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField label="Day" name="date" type="date" required defaultValue={place.date} error={faults["date"]} />
      <TextField
        label="From"
        name="from"
        type="time"
        required
        defaultValue={clockText(place.minute)}
        error={faults["from"]}
      />
      <TextField
        label="To"
        name="to"
        type="time"
        required
        defaultValue={clockText(place.minute + 60)}
        error={faults["to"]}
        hint="12:00 AM is the end of the day."
      />
    </ConfirmDialog>
  );
}

const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
