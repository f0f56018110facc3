import { render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { BusyCalendars } from "./busy-calendars.tsx";

type Props = ComponentProps<typeof BusyCalendars>;
const read = {
  ...{ id: "1", label: "calendar.example/…/a1.ics", readAt: new Date("2026-03-02T15:00:00Z") },
  ...{ attemptedAt: new Date("2026-03-02T16:00:00Z"), heldUntil: null, problem: null, skipped: [], skippedCount: 0 },
};

function show(changes: Partial<Props["feeds"][number]>, busyUntilRead = true) {
  const host = { name: "Mara Lind", busyUntilRead };
  const page = (
    <BusyCalendars feeds={[{ ...read, ...changes }]} host={host} adding={false} onAdd={vi.fn()} onRemove={vi.fn()} />
  );
  render(page, { wrapper: InNewYork });
  return document.body.textContent;
}

test("a calendar that was read shows when, and nothing else", () => {
  expect(show({})).toContain("Read Mar 2, 2026");
  expect(screen.queryByText(/could not|gets no calls|still count/)).toBeNull();
});

test("a failed read after a good one keeps its times", () => {
  const text = show({ problem: "The server did not respond in time." });
  expect(text).toContain("The server did not respond in time. (Mar 2, 2026");
  expect(text).toContain("The times from the last successful read still count.");
});

test("a calendar that was never read says what that means for the host", () => {
  expect(show({ readAt: null, problem: "No answer." })).toContain(
    "Until it can be read, Mara Lind gets no calls; see Details.",
  );
});

test("and if the host chose to be free, that calls are offered in its busy times", () => {
  const text = show({ readAt: null, problem: "No answer." }, false);
  expect(text).toContain("Until it can be read, calls are offered in its busy times; see Details.");
});

test("a calendar that rests says when it is read again", () => {
  expect(show({ problem: "It was stopped.", heldUntil: new Date("2026-03-02T18:00:00Z") })).toContain(
    "The next attempt is after Mar 2, 2026",
  );
});

test("what could not be read is counted and named by line, and those beyond the list are counted", () => {
  const skipped = [{ line: 12, reason: "The start of an event is missing or invalid. The event is not counted." }];
  const text = show({ skipped, skippedCount: 1234 });
  expect(text).toContain("1,234 entries could not be read completely.");
  expect(text).toContain("Line 12: The start of an event is missing");
  expect(text).toContain("And 1,233 more.");
});
