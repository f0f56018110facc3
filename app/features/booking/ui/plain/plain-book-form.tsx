import type { EventType } from "#app/features/booking/booking.ts";
import { longTimeIn } from "#app/features/booking/zoned-time.ts";
import { zoneText } from "#app/lib/dates/zone-names.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { InviteeField } from "../invitee-field.tsx";
import css from "../scheduler/scheduler.module.css";
import { type MonthRange, MonthTimes } from "./month-times.tsx";
import { timeOptions } from "./plain-times.ts";

export type PlainBooking = {
  attempt: string;
  host: string | null;
  link: string | null;
  blueprint: string | null;
  tracking: Readonly<Record<string, string>>;
};

/** Books a call without scripts: the free slots of one month and the visitor's details. */
export function PlainBookForm({
  kind,
  starts,
  start,
  zone,
  months,
  contactEmail,
  isUnread,
  isUnknown,
  prefill,
  hidden,
  refused,
  isOwn,
}: {
  kind: EventType;
  starts: readonly number[];
  start: Date | null;
  zone: string;
  months: MonthRange;
  contactEmail: string;
  /** There are no times because a calendar cannot be read. */
  isUnread: boolean;
  /** Whether the wanted time is free is not known because a calendar cannot be read. */
  isUnknown: boolean;
  prefill: { name: string; email: string };
  hidden: PlainBooking;
  refused: RefusedForm | null;
  /** The wanted time is taken by the reader's own call, as the page says. */
  isOwn: boolean;
}) {
  const { style } = useFirmDates();
  const values: Readonly<Record<string, string>> = refused?.values ?? prefill;
  const field = <Name extends string>(name: Name) => ({
    name,
    defaultValue: values[name] ?? "",
    error: refused?.fields[name],
  });
  // Nothing but the visitor's own choice is selected: another time must not be booked by mistake.
  const chosen = values["start"] ?? start?.toISOString() ?? "";
  const isFree = (instant: string) => starts.includes(Date.parse(instant));
  // A time that only a calendar withholds can be sent again; any other that is not offered may be taken by now.
  const canRepeat = refused?.code === "calendar_unread" && !Number.isNaN(Date.parse(chosen));
  const isKept = isFree(chosen) || canRepeat;
  const offered =
    isKept && !isFree(chosen) ? [...starts, Date.parse(chosen)].sort((one, other) => one - other) : starts;
  const options = timeOptions(offered, { month: months.month, zone, style, also: chosen });
  const gone = start !== null && !refused && !isOwn && !isUnread && !isFree(chosen);
  const wanted = start && longTimeIn(start, zone, style);
  return (
    <div className="grid gap-125">
      <h2 className="t3">Choose a time</h2>
      <FormFailure text={refused?.message} />
      {gone && (
        <Notice kind="caution">
          {isUnknown ? (
            <>
              A calendar cannot be read right now, so we do not know whether {wanted} is free. Choose another time, or
              write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
            </>
          ) : (
            <>{wanted} is no longer free. Choose another time.</>
          )}
        </Notice>
      )}
      <MonthTimes
        months={months}
        hasTimes={options.length > 0 || refused !== null}
        unreadFor={isUnread ? contactEmail : null}
      >
        <form method="post" className={`grid gap-125 ${css.form}`} aria-label="Book a call">
          <input type="hidden" name="timezone" value={zone} />
          <input type="hidden" name="attempt" value={hidden.attempt} />
          <input type="hidden" name="price" value={kind.priceCents ?? ""} />
          {hidden.host && <input type="hidden" name="host" value={hidden.host} />}
          {hidden.link && <input type="hidden" name="link" value={hidden.link} />}
          {hidden.blueprint && <input type="hidden" name="blueprint" value={hidden.blueprint} />}
          {Object.entries(hidden.tracking).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SelectField
            label="Time"
            name="start"
            hint={zoneText(zone, style)}
            required
            placeholder="Choose a time"
            defaultValue={isKept ? chosen : ""}
            error={isOwn ? undefined : refused?.fields["start"]}
            options={options}
          />
          <InviteeField required {...field("name")} />
          <InviteeField required {...field("email")} />
          {kind.questions.map(({ id, label, kind: shape, required, options }) => {
            const answer = { label, required, optional: !required, ...field(`answers.${id}`) };
            if (shape === "lines") return <TextArea key={id} {...answer} maxLength={2000} rows={3} />;
            if (shape === "line") return <TextField key={id} {...answer} maxLength={300} />;
            return <SelectField key={id} {...answer} placeholder="Please choose" options={options} />;
          })}
          <InviteeField {...field("guests")} />
          <InviteeField {...field("notes")} />
          <Button type="submit" variant="primary">
            Schedule Event
          </Button>
        </form>
      </MonthTimes>
    </div>
  );
}
