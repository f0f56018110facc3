import type { ReactNode } from "react";
import { MailButton, MailLink, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailUnbroken } from "#app/features/mail/frame/frame-blocks.tsx";
import { clockOf, spanInZone, weekdayOf } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { counted } from "#app/lib/numbers.ts";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import {
  type BookedCall,
  hostNames,
  isTooLate,
  lacksLink,
  meetingUrlOf,
  minutesOf,
  placeOf,
  priceOf,
} from "../agenda/booked-call.server.ts";
import type { TimeRange } from "../availability/time-range.server.ts";
import { manageUrl } from "../bookings/manage-token.server.ts";

type Row = { label: string; value: ReactNode };

/** Shows a time in both time zones, or once if they are the same. `mine`: the reader's time zone. */
export function bothTimes(
  range: TimeRange,
  mine: string,
  theirs: string,
  labels: { mine: string; theirs: string },
): Row[] {
  const first = { label: labels.mine, value: <Moment range={range} zone={mine} /> };
  return mine === theirs ? [first] : [first, { label: labels.theirs, value: <Moment range={range} zone={theirs} /> }];
}

/** Keeps the time zone on one line. */
function Moment({ range, zone }: { range: TimeRange; zone: string }) {
  const [time, name] = spanInZone(range, zone).split(" (");
  return (
    <>
      {time} <MailUnbroken>({name}</MailUnbroken>
    </>
  );
}

const Former = (time: { range: TimeRange; zone: string }) => (
  <s>
    <Moment {...time} />
  </s>
);

export const VisitorFacts = ({ call, before }: { call: BookedCall; before?: TimeRange | null | undefined }) => (
  <MailTable
    rows={[
      { label: "Call", value: `${beforeFigures(call.kind.title)}, ${minutesOf(call)} minutes` },
      ...(call.cohosts.length > 0 ? [{ label: "With", value: hostNames(call) }] : []),
      ...bothTimes(call.booking.during, call.booking.timezone, call.host.timezone, {
        mine: before ? "New time" : "Your time",
        theirs: "Our time",
      }),
      ...(before ? [{ label: "Before", value: <Former range={before} zone={call.booking.timezone} /> }] : []),
      ...(call.booking.status === "confirmed" ? [{ label: "Where", value: <Place call={call} /> }] : []),
      ...priceRow(call),
      ...(call.guests.length > 0 ? [{ label: "Guests", value: call.guests.join(", ") }] : []),
    ]}
  />
);

/** A canceled call's mail has a sentence about its price instead. */
const priceRow = (call: BookedCall): Row[] => {
  const { priceCents, payBy, status, awaits } = call.booking;
  if (priceCents === null || status === "cancelled") return [];
  const how = payBy === "invoice" ? "by invoice" : awaits === "host" ? "paid after confirmation" : awaits ? "" : "paid";
  return [{ label: "Price", value: [priceOf(call), how].filter(Boolean).join(", ") }];
};

export const HostFacts = ({ call, before }: { call: BookedCall; before?: TimeRange | null | undefined }) => {
  const { booking, host } = call;
  return (
    <MailTable
      rows={[
        { label: "With", value: booking.name },
        ...(call.cohosts.length > 0 ? [{ label: "Hosts", value: hostNames(call) }] : []),
        { label: "Email", value: <MailLink href={`mailto:${booking.email}`}>{booking.email}</MailLink> },
        ...bothTimes(booking.during, host.timezone, booking.timezone, {
          mine: before ? "New time" : "Your time",
          theirs: "Their time",
        }),
        ...(before ? [{ label: "Before", value: <Former range={before} zone={host.timezone} /> }] : []),
        ...(booking.status === "confirmed" && !lacksLink(call)
          ? [{ label: "Where", value: <Place call={call} /> }]
          : []),
        ...(call.guests.length > 0 ? [{ label: "Guests", value: call.guests.join(", ") }] : []),
        ...priceRow(call),
        ...booking.answers.map(({ question, answer }) => ({ label: question, value: <Lines>{answer}</Lines> })),
        ...(booking.notes ? [{ label: "Notes", value: <Lines>{booking.notes}</Lines> }] : []),
        ...(booking.cancellationReason
          ? [{ label: "Reason", value: <Lines>{booking.cancellationReason}</Lines> }]
          : []),
      ]}
    />
  );
};

/** `Tue, Nov 24, 2026, 2:00 PM (Europe/Vienna)`, for subjects and previews. */
export const startIn = (range: TimeRange, zone: string): string =>
  `${weekdayOf(range.start, zone)}, ${clockOf(range.start, zone)} (${americanZone(zone)})`;

/** How the visitor changes the call; without the link once that is too late. */
export function ChangeLink({ call, now }: { call: BookedCall; now: Date }) {
  const { changeLimitHours } = call.kind;
  const hours = counted(changeLimitHours, "hour");
  if (isTooLate(call, now))
    return (
      <MailText>
        This call could be moved or canceled online until {hours} before its start. Something came up? Reply to this
        email, and {call.host.name} helps you.
      </MailText>
    );
  return (
    <>
      {changeLimitHours > 0 && <MailText>You can move or cancel it until {hours} before its start.</MailText>}
      <MailButton href={manageUrl(call.token)}>Move or cancel this call</MailButton>
    </>
  );
}

export function Place({ call }: { call: BookedCall }) {
  const url = meetingUrlOf(call);
  return url ? <MailLink href={url}>{url}</MailLink> : placeOf(call);
}

const Lines = ({ children }: { children: string }) => (
  <>
    {children.split("\n").map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text are never reordered
      <span key={index}>
        {index > 0 && <br />}
        {line}
      </span>
    ))}
  </>
);
