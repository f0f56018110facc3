import { data } from "react-router";
import { readCallFile } from "#app/features/booking/agenda/agenda.server.ts";
import { findCalendarEvent } from "#app/features/booking/calendars/accounts.server.ts";
import { BriefSheet } from "#app/features/booking/ui/admin/brief-sheet.tsx";
import { DeclineCallDialog } from "#app/features/booking/ui/admin/calls/decline-call-dialog.tsx";
import {
  OutcomeDialog,
  type OutcomeQuestion,
  outcomeQuestion,
} from "#app/features/booking/ui/admin/calls/outcome-dialog.tsx";
import { findByAddress } from "#app/features/pipeline/pipeline.server.ts";
import { clockOf, weekdayOf } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { exactUsd } from "#app/lib/money.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import type { Route } from "./+types/call";
import { type CallIntent, performCallAction } from "./calendar-actions.ts";
import css from "./call.module.css";
import { CallFacts } from "./call-facts.tsx";
import { MoveDialog } from "./move-dialog.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const file = await readCallFile(ctx, params.id);
  if (!file.ok) throw data(null, { status: 404 });
  const [prospectId, event] = await Promise.all([
    findByAddress(ctx, file.value.email),
    findCalendarEvent(ctx, params.id),
  ]);
  return { call: file.value, prospectId: prospectId ?? null, event };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData ? `Call with ${loaderData.call.name}` : "Call"}`);

export const clientAction = async ({ request }: Route.ClientActionArgs) => performCallAction(await request.formData());

/** A mail to the visitor that was sent before. */
type Repeat = { intent: "late" | "rebook"; sentAt: Date };

const actionLabels: Record<string, string> = {
  requested: "Requested for",
  made: "Booked for",
  moved: "Moved to",
  cancelled: "Canceled, was",
  held: "Held",
  "no-show": "No-show",
  unmarked: "Outcome removed",
  "booking.running-late": "Visitor told by email that the host runs late",
  "booking.rebooking-invited": "Invited to book again",
};

export default function Call({ loaderData: { call, prospectId, event } }: Route.ComponentProps) {
  const { act, running, toast, ...action } = useAdminAction<CallIntent>();
  const { busy } = action;
  const [asking, setAsking, cancelDialog] = useDialog(action, false);
  const [declining, setDeclining, declineDialog] = useDialog(action, false);
  const [moving, setMoving, moveDialog] = useDialog(action, false);
  const [repeating, setRepeating, repeatDialog] = useDialog<Repeat | null>(action, null);
  const [question, setQuestion, outcomeDialog] = useDialog<OutcomeQuestion | null>(action, null);
  const marked = call.state === "held" || call.state === "no-show" ? call.state : "none";
  const isPast = call.state !== "upcoming" && call.state !== "pending";
  const clockAt = (at: Date) => `${weekdayOf(at, call.hostTimezone)}, ${clockOf(at, call.hostTimezone)}`;
  const send = (intent: Repeat["intent"], sentAt: Date | null) =>
    sentAt ? setRepeating({ intent, sentAt }) : void act({ intent, bookingId: call.id });
  const mark = (outcome: "held" | "no-show", words: string) => (
    <Button size={40} onClick={() => setQuestion(outcomeQuestion(call, outcome))}>
      {words}
    </Button>
  );
  return (
    <AdminPage
      title={`${call.title} with ${call.name}`}
      above={{ href: "/admin/calendar/calls", label: "Calls" }}
      tools={
        call.state !== "cancelled" && (
          <>
            {call.state === "pending" && call.isAwaitingHost && (
              <>
                <Button
                  size={40}
                  variant="primary"
                  busy={busy && running?.get("decision") === "confirm"}
                  onClick={() => void act({ intent: "decide", bookingId: call.id, decision: "confirm", reason: "" })}
                >
                  Confirm the call
                </Button>
                <Button size={40} onClick={() => setDeclining(true)}>
                  Decline the call
                </Button>
              </>
            )}
            {call.canSayLate && call.source === "own" && (
              <Button
                size={40}
                busy={busy && running?.get("intent") === "late"}
                onClick={() => send("late", call.lateSaidAt)}
              >
                {call.lateSaidAt ? "Say again that you are running late" : "Say you are running late"}
              </Button>
            )}
            {call.state === "no-show" && call.source === "own" && (
              <Button
                size={40}
                busy={busy && running?.get("intent") === "rebook"}
                onClick={() => send("rebook", call.rebookSentAt)}
              >
                {call.rebookSentAt ? "Send the invitation to book again once more" : "Invite to book again"}
              </Button>
            )}
            {isPast && call.state !== "held" && mark("held", "Mark held")}
            {isPast && call.state !== "no-show" && mark("no-show", "Mark no-show")}
            {marked !== "none" && (
              <Button
                size={40}
                busy={busy && running?.get("outcome") === "none"}
                onClick={() => void act({ intent: "mark", bookingId: call.id, outcome: "none", before: marked })}
              >
                Remove the outcome
              </Button>
            )}
            {call.state === "upcoming" && call.source === "own" && (
              <>
                <Button size={40} onClick={() => setMoving(true)}>
                  Move the call
                </Button>
                <Button size={40} onClick={() => setAsking(true)}>
                  Cancel the call
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <div className={`grid start ${css.columns}`}>
        <div className="grid gap-100">
          {event?.goneAt && (
            <Notice kind="caution">
              {call.hostName} deleted or declined this call in the calendar {event.calendar}. Cancel the call, or keep
              it and write its event again.{" "}
              <Button
                size={32}
                busy={busy && running?.get("intent") === "keep"}
                onClick={() => void act({ intent: "keep", bookingId: call.id })}
              >
                Keep the call
              </Button>
            </Notice>
          )}
          {event?.problem && !event.goneAt && (
            <Notice kind="critical">
              Calendar {event.calendar}: {event.problem}
            </Notice>
          )}
          <CallFacts call={call} prospectId={prospectId} />
          <h2 className="top-100 larger strong">History, {americanZone(call.hostTimezone)}</h2>
          <ol className={`grid gap-50 ${css.history}`}>
            {call.changes.map(({ at, action: done, start, reason, byAdmin }) => (
              <li className="grid baseline" key={`${at.toISOString()} ${done}`}>
                <span className="note">{clockAt(at)}</span>
                <span>
                  {actionLabels[done] ?? done}
                  {["requested", "made", "moved", "cancelled"].includes(done) && ` ${clockAt(start)}`}
                  {byAdmin && ", by an admin"}
                  {reason && `: ${reason}`}
                </span>
              </li>
            ))}
          </ol>
        </div>
        <BriefSheet brief={call.brief} email={call.email} />
      </div>
      <ConfirmDialog
        {...cancelDialog}
        open={asking}
        title={`Cancel the call with ${call.name}?`}
        confirm="Cancel and email"
        cancel="Keep the call"
        busyText="Canceling"
        onConfirm={(form) => void act({ intent: "cancel", bookingId: call.id, reason: String(form.get("reason")) })}
      >
        <p>
          {call.email} and the host get an email, and the time is offered to others again. A canceled call cannot be
          restored.
        </p>
        {call.priceCents !== null && (
          <p>
            The price of {exactUsd(call.priceCents / 100)} is returned: an open invoice is canceled, and a payment is
            due for refund. You make the refund, and Today and Billing list it until then.
          </p>
        )}
        <TextArea label="Reason" name="reason" required maxLength={500} hint={`${call.name} reads it in the email.`} />
      </ConfirmDialog>
      <ConfirmDialog
        {...repeatDialog}
        open={repeating !== null}
        title="Send this email again?"
        confirm="Send again"
        busyText="Sending"
        onConfirm={() => repeating && void act({ intent: repeating.intent, bookingId: call.id, again: "yes" })}
      >
        {repeating && (
          <p>
            {call.email} got it on {clockAt(repeating.sentAt)}.
          </p>
        )}
      </ConfirmDialog>
      <DeclineCallDialog
        {...declineDialog}
        call={declining ? call : null}
        onDecline={(values) => void act({ intent: "decide", ...values })}
      />
      {moving && (
        <MoveDialog
          {...moveDialog}
          call={call}
          onMove={(start, reason) => void act({ intent: "move", bookingId: call.id, start, reason })}
        />
      )}
      <OutcomeDialog {...outcomeDialog} question={question} onConfirm={(values) => void act(values)} />
      {toast}
    </AdminPage>
  );
}
