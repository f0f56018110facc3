import type { ReactNode } from "react";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { exactUsd } from "#app/lib/money.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { CallDetails } from "../booking.ts";
import { callTime } from "../zoned-time.ts";
import css from "./call-sheet.module.css";

/** Lists the facts of a booked call, in the visitor's time zone and the host's. `brief`: without typed text. */
export function CallSheet({ call, brief }: { call: CallDetails; brief?: boolean }) {
  const { kind, meetingUrl } = call;
  const { style } = useFirmDates();
  return (
    <dl className={`ruled sheet-surface ${css.sheet}`}>
      <Fact label="Call">
        {kind.title}, {(call.end.getTime() - call.start.getTime()) / minuteMs} minutes
      </Fact>
      <Fact label="Your time">
        <b>{callTime(call, call.timezone, style)}</b>
      </Fact>
      {call.timezone !== kind.hostTimezone && (
        <Fact label={`${kind.hostName}'s time`}>{callTime(call, kind.hostTimezone, style)}</Fact>
      )}
      {call.status === "confirmed" && (
        <Fact label="Where">{meetingUrl ? <a href={meetingUrl}>{meetingUrl}</a> : call.place}</Fact>
      )}
      {call.status === "pending" && <Fact label="Where">{kind.where}</Fact>}
      {call.priceCents !== null && (
        <Fact label="Price">
          {exactUsd(call.priceCents / 100)} (USD), {call.payBy === "invoice" ? "by invoice" : "by card"}
        </Fact>
      )}
      {!brief && <Typed call={call} />}
    </dl>
  );
}

const Typed = ({ call }: { call: CallDetails }) => (
  <>
    <Fact label="Name">{call.name}</Fact>
    <Fact label="Email">{readableAddress(call.email)}</Fact>
    {call.guests.length > 0 && <Fact label="Guests">{call.guests.join(", ")}</Fact>}
    {call.answers.map(({ question, answer }) => (
      <Fact key={question} label={question} lines>
        {answer}
      </Fact>
    ))}
    {call.notes && (
      <Fact label="Notes" lines>
        {call.notes}
      </Fact>
    )}
    {call.cancellationReason && (
      <Fact label="Reason" lines>
        {call.cancellationReason}
      </Fact>
    )}
  </>
);

const Fact = ({ label, lines, children }: { label: string; lines?: boolean; children: ReactNode }) => (
  <div>
    <dt className="note">{label}</dt>
    <dd className={lines ? css.lines : undefined}>{children}</dd>
  </div>
);
