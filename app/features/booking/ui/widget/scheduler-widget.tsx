import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { frameAddress, readMessage } from "#app/features/booking/calendly/scheduler-messages.ts";
import { aCall } from "#app/lib/offered-calls.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { shownTimes } from "../scheduler/shown-times.ts";
import { FirstTimes, type FirstTimesProps } from "./first-times.tsx";
import css from "./scheduler-widget.module.css";

/** Steps counted by the page around the widget. `scheduled` is counted once per call, however often the frame reports it. */
export type WidgetStep = "widget_viewed" | "date_selected" | "scheduled";

export type SchedulerWidgetProps = {
  src: string;
  /** Served by another company: nothing is loaded until the visitor asks for it. */
  foreign: boolean;
  times: FirstTimesProps | null;
};

/** Without a message for this long, the frame counts as blocked. */
const frameTimeoutMs = 8000;
/** Below the notice of a blocked frame, fewer than above: both have one space. */
const daysBelow = 3;
const countedKey = "gtmarc_scheduled";

/**
 * The scheduler on the contact page: first the next free slots as plain links, then its frame, then the confirmation. The space of
 * our own frame is reserved from the first paint, grows with its content and never shrinks. Nothing is loaded before hydration.
 */
export function SchedulerWidget({
  src,
  foreign,
  times,
  onStep,
}: SchedulerWidgetProps & { onStep: (step: WidgetStep) => void }) {
  const [address, setAddress] = useState<string | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const state = useFrame({ frame, space }, address, onStep);
  const load = () =>
    setAddress(frameAddress(src, window.location.host, new URLSearchParams(window.location.search), foreign));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (!foreign) load();
  }, []);

  return (
    <div
      className={`grid cols-1 ${css.frame}`}
      data-own={foreign ? undefined : ""}
      data-state={address === null ? "waiting" : state}
    >
      {!foreign && (
        <div ref={space} className={css.space}>
          <TimesSpace times={times?.most ?? 0} />
        </div>
      )}
      {state === "booked" ? (
        <BookedCard />
      ) : (
        <iframe
          id="scheduler"
          ref={frame}
          src={address ?? undefined}
          title={`Schedule ${aCall("session")}`}
          tabIndex={address === null ? -1 : undefined}
          aria-hidden={address === null || undefined}
        />
      )}
      {(state === "loading" || state === "silent") && (
        <div className={`grid card ${css.before}`}>
          {state === "silent" ? (
            <>
              <Silent src={src} />
              {times && (
                <div className={`rule-top ${css.instead}`}>
                  <FirstTimes {...times} days={times.days.slice(0, daysBelow)} />
                </div>
              )}
            </>
          ) : foreign ? (
            <Facade host={new URL(src).host} src={src} busy={address !== null} onLoad={load} />
          ) : (
            times && <FirstTimes {...times} />
          )}
        </div>
      )}
      {!foreign && (
        <noscript>
          <a href={src}>Choose a time on the scheduler's own page</a>
        </noscript>
      )}
    </div>
  );
}

/** Space as high as the list of a day with this many times (day-times.module.css), in two or three columns by the width. */
const TimesSpace = ({ times }: { times: number }) =>
  ([2, 3] as const).map((columns) => (
    <svg
      key={columns}
      className={columns === 2 ? css.two : css.three}
      width="1"
      height={`${Math.ceil(Math.min(times, shownTimes) / columns) * 3.8125}rem`}
      aria-hidden="true"
    />
  ));

type FrameState = "loading" | "ready" | "silent" | "booked";

function useFrame(
  { frame, space }: { frame: RefObject<HTMLIFrameElement | null>; space: RefObject<HTMLElement | null> },
  address: string | null,
  onStep: (step: WidgetStep) => void,
): FrameState {
  const [state, setState] = useState<FrameState>("loading");
  const report = useRef(onStep);
  report.current = onStep;
  useEffect(() => {
    if (address === null) return;
    const { origin } = new URL(address, window.location.href);
    let viewed = false;
    const patience = setTimeout(() => setState((now) => (now === "loading" ? "silent" : now)), frameTimeoutMs);
    const hear = (event: MessageEvent) => {
      const message = readMessage(event, { origin, window: frame.current?.contentWindow });
      if (!message) return;
      clearTimeout(patience);
      // Before the free times leave.
      fitSpace(space.current, message.event === "calendly.page_height" ? message.height : 0);
      if (message.event === "calendly.event_scheduled") {
        if (countOnce(message.eventUri)) report.current("scheduled");
        setState("booked");
        return;
      }
      setState((now) => (now === "booked" ? now : "ready"));
      if (message.event === "calendly.event_type_viewed" && !viewed) {
        viewed = true;
        report.current("widget_viewed");
      }
      if (message.event === "calendly.date_and_time_selected") report.current("date_selected");
    };
    let { innerWidth } = window;
    const forget = () => {
      if (window.innerWidth !== innerWidth) space.current?.style.removeProperty("min-height");
      innerWidth = window.innerWidth;
    };
    window.addEventListener("message", hear);
    window.addEventListener("resize", forget);
    return () => {
      clearTimeout(patience);
      window.removeEventListener("message", hear);
      window.removeEventListener("resize", forget);
    };
  }, [address, frame, space]);
  return state;
}

/** Keeps the space of our own frame and grows it to its content; at another width the page's reserve applies again. */
function fitSpace(space: HTMLElement | null, height: number): void {
  if (!space) return;
  const kept = Math.max(height, space.parentElement?.getBoundingClientRect().height ?? 0);
  space.style.minHeight = `${kept}px`;
}

/** The frame may report a call twice, and again after a reload. */
function countOnce(eventUri: string): boolean {
  try {
    const counted = JSON.parse(sessionStorage.getItem(countedKey) ?? "[]") as string[];
    if (counted.includes(eventUri)) return false;
    sessionStorage.setItem(countedKey, JSON.stringify([...counted, eventUri].slice(-20)));
  } catch {
    // Storage is disabled; the page's own state still shows the confirmation once.
  }
  return true;
}

const NewWindow = ({ src, children }: { src: string; children: ReactNode }) => (
  <ButtonLink href={src} target="_blank" rel="noopener">
    {children}
  </ButtonLink>
);

const Silent = ({ src }: { src: string }) => (
  <div role="status">
    <h3 className="t3">The calendar does not load here</h3>
    <p className="prose">It could not be loaded here. You can open it in its own window.</p>
    <NewWindow src={src}>Open it in a new window</NewWindow>
  </div>
);

const Facade = ({ host, src, busy, onLoad }: { host: string; src: string; busy: boolean; onLoad: () => void }) => (
  <div>
    <h3 className="t3">The calendar is hosted at {host}</h3>
    <p className="prose">
      If you show it, it loads from there: that company sees your network address and may set cookies. Until then,
      nothing loads from other sites.
    </p>
    <p className="row">
      <Button variant="primary" busy={busy} busyText="Loading..." onClick={onLoad}>
        Show the calendar
      </Button>
      <NewWindow src={src}>Open it in a new window</NewWindow>
    </p>
  </div>
);

/** Fills the space of the frame, so that nothing below it moves. */
function BookedCard() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <div className={`card grid gap-75 justify-items-start ${css.booked}`} role="status">
      <Icon name="check" size={32} />
      <h3 ref={heading} className="t2" tabIndex={-1}>
        You're booked!
      </h3>
      <p className="prose">
        The confirmation is on its way to your inbox, with a file for your calendar and a link to move or cancel the
        call.
      </p>
      <ol className={`grid full-width ${css.then}`}>
        {then.map(({ title, text }) => (
          <li className="grid" key={title}>
            <p className="strong">{title}</p>
            <p className="small">{text}</p>
          </li>
        ))}
      </ol>
      <ButtonLink href="/strategy-session-confirmed?booked" forward>
        What happens in the call
      </ButtonLink>
    </div>
  );
}

const then = [
  {
    title: "Today",
    text: "Open the email and add the call to your calendar. Check your spam folder if the email does not arrive.",
  },
  {
    title: "Before the call",
    text: "Read your analysis again, if you have one, and note the part of the week that costs you the most.",
  },
  { title: "In the call", text: "Have your figures at hand. Bring the people who decide on tools." },
  {
    title: "If plans change",
    text: "Move or cancel the call with the link in the email. You do not have to give a reason.",
  },
  { title: "If you have a question", text: "Write to us at the address below. A person answers." },
];
