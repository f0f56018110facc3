import { Link } from "react-router";
import type { CallFile } from "#app/features/booking/agenda/agenda.server.ts";
import { trackingLabels } from "#app/features/booking/booking.ts";
import { CallStateBadge } from "#app/features/booking/ui/admin/calls/call-state-badge.tsx";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { spanInZone } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { exactUsd } from "#app/lib/money.ts";
import { Fact } from "#app/ui/lists/fact.tsx";
import css from "./call.module.css";

export function CallFacts({ call, prospectId }: { call: CallFile; prospectId: string | null }) {
  const zone =
    call.timezone === call.hostTimezone ? `The same, ${americanZone(call.timezone)}` : spanInZone(call, call.timezone);
  return (
    <dl className={`ruled ${css.facts}`}>
      <Fact name="State">
        <CallStateBadge state={call.state} />
      </Fact>
      <Fact name={`Host's time (${call.hostName})`}>{spanInZone(call, call.hostTimezone)}</Fact>
      <Fact name="Visitor's time">{zone}</Fact>
      <Fact name="Email">
        <a href={`mailto:${call.email}`}>{readableAddress(call.email)}</a>
      </Fact>
      {call.state !== "cancelled" && (
        <Fact name="Where">{call.meetingUrl ? <a href={call.meetingUrl}>{call.meetingUrl}</a> : call.place}</Fact>
      )}
      {call.priceCents !== null && (
        <Fact name="Price">
          {exactUsd(call.priceCents / 100)} (USD), {call.payBy === "invoice" ? "by invoice" : "by card"}
          {call.isRefundDue && ". It is returned: Billing lists what is due for refund."}
        </Fact>
      )}
      {call.guests.length > 0 && <Fact name="Guests">{call.guests.join(", ")}</Fact>}
      {prospectId && (
        <Fact name="Prospect">
          <Link to={`/admin/prospect-pipeline/${prospectId}`}>{call.name}</Link>
        </Fact>
      )}
      {call.answers.map(({ question, answer }) => (
        <Fact key={question} name={question}>
          {answer}
        </Fact>
      ))}
      {call.notes && <Fact name="Notes">{call.notes}</Fact>}
      {call.cancellationReason && <Fact name="Reason">{call.cancellationReason}</Fact>}
      {Object.entries(trackingLabels).map(
        ([name, label]) =>
          call.tracking[name] && (
            <Fact key={name} name={label}>
              {call.tracking[name]}
            </Fact>
          ),
      )}
      {call.source === "calendly" && (
        <Fact name="Booked with">
          Calendly.{" "}
          {call.externalUrl ? <a href={call.externalUrl}>Change it there</a> : "It is moved and canceled there."}
        </Fact>
      )}
    </dl>
  );
}
