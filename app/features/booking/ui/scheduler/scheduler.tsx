import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import {
  type BookingStatus,
  type EventType,
  type InviteeForm as Invitee,
  inviteeFormFor,
  type TypedInvitee,
} from "#app/features/booking/booking.ts";
import { inviteeNames } from "#app/features/booking/invitee-fields.ts";
import { clockIn, longTimeIn } from "#app/features/booking/zoned-time.ts";
import { zoneText } from "#app/lib/dates/zone-names.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { BookedNote } from "../booked-note.tsx";
import { MoveForm } from "../move-form.tsx";
import { reportScheduled, reportTimeSelected, reportViewed, useReportedHeight } from "../widget/embed-events.ts";
import { EventTypeFacts, HostChoice, type HostLinks } from "../widget/event-type-facts.tsx";
import { BothTimes } from "./both-times.tsx";
import type { FreeTimes, LoadMonth } from "./free-times.ts";
import { InviteeForm, StepHeading } from "./invitee-form.tsx";
import css from "./scheduler.module.css";
import { TimeChooser } from "./time-chooser.tsx";
import { type HoldSlot, useSlotHold } from "./use-slot-hold.ts";
import { useVisitorZone } from "./visitor-zone.ts";

function HeldNote({ until, zone }: { until: Date | null; zone: string }) {
  const { style } = useFirmDates();
  return (
    <p className="note" role="status">
      {until
        ? `This time is held for you until ${clockIn(until, zone, style)} (${zoneText(zone, style)}).`
        : "The time is yours once it is booked."}
    </p>
  );
}

/** `start`: the refused time. */
type Failure = { code: string; message: string; start: number | null };

/** A time in an old link may have been taken long ago, so the sentence names it, as the page without scripts does. */
function FailureText({ code, message, start, zone }: Failure & { zone: string }) {
  const { style } = useFirmDates();
  if (code !== "taken" || start === null) return message;
  return `${longTimeIn(new Date(start), zone, style)} is no longer free. Choose another time.`;
}

/** The result of a booking or a move. `code`: the refusal. `fields`: messages per field. */
export type Outcome =
  | { ok: true; value: { uid: string; manageUrl: string; status?: BookingStatus } }
  | { ok: false; code: string; message: string; fields?: Record<string, string> | undefined };

export type Wish = { start: string; timezone: string; hold?: string } & Invitee;

export type SchedulerProps = {
  kind: EventType;
  /** In a frame of another page, which describes the call: posts messages to it and shows the outcome itself. */
  framed: boolean;
  first: FreeTimes & { month: string };
  until: Date;
  now: Date;
  zone: string | null;
  prefill: { name: string; email: string };
  /** A start in the URL; its form is shown immediately. */
  start: Date | null;
  moving: { start: Date; end: Date } | null;
  contactEmail: string;
  choice: HostLinks;
  /** The form that replaces the calendar without scripts. */
  plain: ReactNode;
  monthHref: (month: string) => string;
  load: LoadMonth;
  /** `key` is the idempotency key: the same for a repeated attempt, a new one for other input. */
  book: (wish: Wish, key: string) => Promise<Outcome>;
  move: (start: string) => Promise<Outcome>;
  hold: HoldSlot;
  release: (token: string) => void;
  /** When not framed: leaves for the confirmation page. */
  onDone: (manageUrl: string, isCertain: boolean) => void;
};

/**
 * The scheduler: choose a slot, enter details, done. Input survives choosing another slot, a slot that was taken meanwhile and a lost
 * connection; repeated attempts with the same input book once.
 */
export function Scheduler(props: SchedulerProps) {
  const { kind, framed, moving, book, move, onDone } = props;
  const box = useReportedHeight<HTMLDivElement>();
  const [zone, chooseZone] = useVisitorZone(props.zone, kind.hostTimezone);
  const [start, setStart] = useState<number | null>(props.start?.getTime() ?? null);
  const [step, setStep] = useState<"time" | "details" | "done">(props.start ? "details" : "time");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [manageUrl, setManageUrl] = useState("");
  const [round, setRound] = useState(0);
  const form = useForm<TypedInvitee, unknown, Invitee>({
    resolver: useMemo(() => zodResolver(inviteeFormFor(kind.questions)), [kind.questions]),
    mode: "onTouched",
    // With several errors the summary gets the focus and links to each; with one, its field does, below.
    shouldFocusError: false,
    defaultValues: { ...props.prefill, guests: "", notes: "", answers: {} },
  });
  const keyFor = useAttemptKey();
  const slot = useSlotHold(props.hold, props.release, (refusal) => complain({ ok: false, ...refusal }));
  useEffect(reportViewed, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start in the URL, once
  useEffect(() => {
    if (props.start && !moving) void slot.keep(props.start.toISOString());
  }, []);
  const sheet = useFocusOnReturn(step, round);

  function choose(picked: number) {
    setStart(picked);
    if (!moving) putStartInUrl(new Date(picked).toISOString());
    setFailure(null);
    setStep("details");
    reportTimeSelected();
    if (!moving) void slot.keep(new Date(picked).toISOString());
  }

  function finish(outcome: Outcome) {
    if (!outcome.ok) return complain(outcome);
    slot.releaseHold();
    putStartInUrl(null);
    const isCertain = outcome.value.status !== "pending";
    if (isCertain) reportScheduled(outcome.value.uid);
    setManageUrl(outcome.value.manageUrl);
    if (framed && isCertain) setStep("done");
    else onDone(outcome.value.manageUrl, isCertain);
  }

  function complain({ code, message, fields = {} }: Extract<Outcome, { ok: false }>) {
    setFailure({ code, message, start });
    for (const name of inviteeNames) if (fields[name]) form.setError(name, { message: fields[name] });
    for (const { id } of kind.questions) {
      const fault = fields[`answers.${id}`];
      if (fault) form.setError(`answers.${id}`, { message: fault });
    }
    if (code !== "taken" && code !== "not_offered") return;
    setStart(null);
    setStep("time");
    setRound(round + 1);
  }

  const send = form.handleSubmit(
    async (values) => {
      const wish = { ...values, start: new Date(start ?? 0).toISOString(), timezone: zone };
      const hold = await slot.settled();
      finish(await book({ ...wish, ...(hold ? { hold } : {}) }, keyFor(wish)));
    },
    (errors) => {
      const [only, ...others] = [
        ...inviteeNames.filter((name) => errors[name]),
        ...Object.keys(errors.answers ?? {}).map((id) => `answers.${id}` as const),
      ];
      if (only && others.length === 0) form.setFocus(only);
    },
  );

  const call = start === null ? null : callAt(start, kind);
  return (
    <div ref={box} className={`full-width ${css.scheduler}`} data-framed={framed || undefined}>
      <div className={`grid start ${css.columns}`}>
        {framed ? (
          <>
            <h1 className="vh">{kind.title}</h1>
            <HostChoice kind={kind} choice={props.choice} />
          </>
        ) : (
          <EventTypeFacts
            kind={kind}
            title={moving ? "Choose a new time" : kind.title}
            choice={moving ? undefined : props.choice}
            isBooked={moving !== null}
          >
            {moving && (
              <div className={`grid traced ${css.former}`}>
                <p className="note">{kind.title}, current time</p>
                <BothTimes call={moving} mine={zone} host={kind} />
              </div>
            )}
          </EventTypeFacts>
        )}
        <noscript className={`card shrinks ${css.sheet}`}>{props.plain}</noscript>
        <div ref={sheet} className={classNames(`card shrinks ${css.sheet}`, css.alive)}>
          <div hidden={step !== "time"}>
            {step === "time" && failure && (
              <div tabIndex={-1} data-refused="" className="below-125">
                <Notice kind="critical" live>
                  <FailureText {...failure} zone={zone} />
                </Notice>
              </div>
            )}
            <TimeChooser {...props} zone={zone} onZone={chooseZone} chosen={start} round={round} onChoose={choose} />
          </div>
          {step === "details" && call && (
            <div className={`grid ${css.details}`}>
              <div className={`cluster start between ${css.pick}`}>
                <div>
                  <StepHeading>{moving ? "Move the call to this time?" : "Who is coming?"}</StepHeading>
                  <BothTimes call={call} mine={zone} host={kind} />
                </div>
                <Button
                  variant="tertiary"
                  size={40}
                  icon="back"
                  onClick={() => {
                    putStartInUrl(null);
                    setStep("time");
                  }}
                >
                  Change time
                </Button>
              </div>
              {moving ? (
                <MoveForm
                  failure={failure?.message ?? null}
                  onMove={async () => finish(await move(new Date(start ?? 0).toISOString()))}
                />
              ) : (
                <>
                  <HeldNote until={slot.until} zone={zone} />
                  <InviteeForm form={form} kind={kind} failure={dayFailure(failure)} onSubmit={send} />
                </>
              )}
            </div>
          )}
          {step === "done" && call && (
            <BookedNote
              call={call}
              kind={kind}
              zone={zone}
              email={form.getValues("email")}
              manageUrl={manageUrl}
              moved={moving !== null}
            />
          )}
        </div>
      </div>
    </div>
  );
}

const callAt = (start: number, { durationMinutes }: EventType) => ({
  start: new Date(start),
  end: new Date(start + durationMinutes * minuteMs),
});

function putStartInUrl(start: string | null): void {
  const address = new URL(window.location.href);
  if (start === null) address.searchParams.delete("start");
  else address.searchParams.set("start", start);
  window.history.replaceState(window.history.state, "", address);
}

const dayFailure = (failure: { code: string; message: string } | null) =>
  failure && failure.code !== "invalid_input" ? failure.message : null;

/** After returning to the slots, moves the focus to the refused slot, or to the chosen one. */
function useFocusOnReturn(step: "time" | "details" | "done", round: number) {
  const sheet = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further refusal must focus again
  useEffect(() => {
    if (step === "time" && before.current !== "time")
      sheet.current?.querySelector<HTMLElement>('[data-refused], [aria-current="time"]')?.focus();
    before.current = step;
  }, [step, round]);
  return sheet;
}

/** Returns one key per input: sending the same again, after a lost response, repeats the attempt instead of booking again. */
function useAttemptKey() {
  const last = useRef({ wish: "", key: "" });
  return (wish: Wish) => {
    const text = JSON.stringify(wish);
    if (last.current.wish !== text) last.current = { wish: text, key: newKey() };
    return last.current.key;
  };
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
