import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { SchedulerWidget } from "./scheduler-widget.tsx";

const uri = "https://api.calendly.com/scheduled_events/ONE";
const scheduled = {
  event: "calendly.event_scheduled",
  payload: { event: { uri }, invitee: { uri: `${uri}/invitees/A` } },
};
const viewed = { event: "calendly.event_type_viewed" };
const onStep = vi.fn();
const frame = () => document.querySelector<HTMLIFrameElement>("#scheduler");
const isBooked = () => screen.queryByRole("heading", { name: "You're booked!" }) !== null;

function show(props: Partial<Parameters<typeof SchedulerWidget>[0]> = {}) {
  const src = "/schedule/strategy-session";
  return render(<SchedulerWidget src={src} foreign={false} times={null} onStep={onStep} {...props} />);
}

function say(data: unknown, { origin = window.location.origin, source = frame()?.contentWindow as unknown } = {}) {
  const message = new MessageEvent("message", { data, origin });
  Object.defineProperty(message, "source", { value: source });
  act(() => void window.dispatchEvent(message));
}

beforeEach(() => {
  onStep.mockReset();
  sessionStorage.clear();
});

test("only messages from the frame and its origin can report a booking", () => {
  show();
  say(scheduled, { source: window });
  say(scheduled, { origin: "https://evil.example" });
  say({ ...scheduled, payload: { event: { uri: "javascript:1" }, invitee: { uri } } });
  expect(isBooked()).toBe(false);
  expect(onStep).not.toHaveBeenCalled();
  say(scheduled);
  expect(isBooked()).toBe(true);
});

test("a booking that is reported twice, or again after a reload, is counted once", () => {
  for (let visit = 0; visit < 2; visit += 1) {
    const { unmount } = show();
    const source = frame()?.contentWindow;
    for (const data of [viewed, viewed, scheduled, scheduled]) say(data, { source });
    expect(isBooked()).toBe(true);
    unmount();
  }
  expect(onStep.mock.calls.flat()).toEqual(["widget_viewed", "scheduled", "widget_viewed"]);
});

test("a frame that sends nothing for eight seconds is replaced by a link", () => {
  vi.useFakeTimers();
  show();
  act(() => vi.advanceTimersByTime(7999));
  expect(screen.queryByText("The calendar does not load here")).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("heading", { name: "The calendar does not load here" })).toBeTruthy();
  const link = screen.getByRole("link", { name: "Open it in a new window" });
  expect(link.getAttribute("href")).toBe("/schedule/strategy-session");
});

test("third-party content is not loaded before the visitor requests it", () => {
  show({ src: "https://calendly.com/northfield/strategy-session", foreign: true });
  expect(frame()!.hasAttribute("src")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: /^Show the calendar/ }));
  expect(frame()!.getAttribute("src")).toMatch(/^https:\/\/calendly\.com\/northfield\/strategy-session\?embed_domain=/);
});
