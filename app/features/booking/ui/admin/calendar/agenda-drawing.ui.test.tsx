import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayMs } from "#app/lib/durations.ts";
import { AgendaDrawing } from "./agenda-drawing.tsx";

const start = new Date("2026-03-03T15:00:00Z");
const call = {
  ...{ id: "call", start, end: new Date("2026-03-03T15:45:00Z"), title: "Strategy session" },
  ...{ name: "Dana Whitlock", email: "dana@northfield.example" },
  ...{ hostId: "mara", hostIds: ["mara"], hostName: "Mara Lind", hostTimezone: "America/New_York" },
  ...{ source: "own" as const, state: "upcoming" as const, meetingUrl: null },
};
const days = (shown: typeof call) =>
  ["2026-03-03", "2026-03-04"].map((date) => {
    const midnight = Date.parse(`${date}T05:00:00Z`);
    const calls = shown.start.toISOString().startsWith(date) ? [shown] : [];
    return { ...{ date, lanes: [], calls }, pieces: [{ midnight, start: midnight, end: midnight + dayMs }] };
  });

function show() {
  const onMove = vi.fn();
  const drawing = (shown: typeof call) => (
    <AgendaDrawing
      days={days(shown)}
      hosts={[{ id: "mara", name: "Mara Lind" }]}
      {...{ shownDate: "2026-03-03", zone: "America/New_York", now: new Date("2026-03-02T15:00:00Z"), onMove }}
      callLink={({ id }, { label, drag }) => (
        <a key={id} href={`/admin/calendar/calls/${id}`} aria-label={label} {...drag}>
          {label}
        </a>
      )}
      onBlock={() => {}}
      onUnblock={() => {}}
    />
  );
  const { rerender } = render(drawing(call));
  const becomes = (moved: typeof call) => rerender(drawing(moved));
  const link = screen.getByRole("link");
  /** Whether the browser still does what the key does on a link. */
  const press = (key: string, repeat = false) => fireEvent.keyDown(link, { key, repeat });
  const said = () => screen.getAllByRole("status")[0]!.textContent;
  return { press, said, onMove, link, becomes };
}

beforeEach(() => {
  vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 100, 600));
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("a held space bar picks a call up and keeps it; arrows move it, another press puts it down", () => {
  const { press, said, onMove } = show();
  expect(press(" ")).toBe(false);
  expect(press(" ", true)).toBe(false);
  expect(said()).toBe("Picked up the call with Dana Whitlock.");
  for (const repeat of [false, true, true, true]) press("ArrowDown", repeat);
  expect(said()).toBe("Dana Whitlock: Tue, Mar 3, 2026, 11:00 AM");
  expect(press("Enter")).toBe(false);
  expect(onMove).toHaveBeenCalledExactlyOnceWith(call, new Date("2026-03-03T16:00:00Z"));
  // The same key, still held, must not open the page of the call.
  expect(press("Enter", true)).toBe(false);
});

test("Escape and a lost focus put a call back; without a call in hand the keys are the browser's", () => {
  const { press, said, onMove, link } = show();
  for (const giveUp of [() => press("Escape"), () => fireEvent.blur(link)]) {
    press(" ");
    press("ArrowDown");
    giveUp();
    expect(said()).toBe("The call keeps its time.");
  }
  for (const key of ["ArrowDown", "Enter", "Escape", "Tab"]) expect(press(key)).toBe(true);
  expect(onMove).not.toHaveBeenCalled();
});

test("a call that was moved to another day has the focus there, and the status no longer speaks of the old time", () => {
  const { press, said, onMove, link, becomes } = show();
  link.focus();
  for (const key of [" ", "ArrowRight", " "]) press(key);
  const moved = new Date("2026-03-04T15:00:00Z");
  expect(onMove).toHaveBeenCalledExactlyOnceWith(call, moved);
  expect(said()).toBe("");
  becomes({ ...call, start: moved, end: new Date("2026-03-04T15:45:00Z") });
  expect(link.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("link"));
});
