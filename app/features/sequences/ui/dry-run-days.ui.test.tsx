import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DryRunDays, type DryRunLine } from "./dry-run-days.tsx";

const at = (iso: string) => new Date(iso);
const shown = (lines: readonly DryRunLine[]) =>
  render(<DryRunDays of="Dana" lines={lines} days={30} timezone="America/New_York" />);

test("each line is listed on its day in the firm's time zone, with the reason", () => {
  shown([
    {
      ...{ at: at("2026-03-02T03:30:00Z"), step: "one", kind: "mail", subject: "Hello", person: null },
      ...{ skipped: "Outside the send window", until: at("2026-03-02T14:00:00Z"), reason: "window" },
    },
    { at: at("2026-03-02T14:00:00Z"), step: "one", kind: "mail", subject: "Hello", person: null },
    {
      ...{ at: at("2026-03-03T14:00:00Z"), step: "two", kind: "mail", subject: "Again", person: null },
      ...{ skipped: "Condition not met", reason: "condition" },
    },
    { at: at("2026-03-04T14:00:00Z"), step: "call", kind: "task", subject: "Call", person: "Max" },
    { at: at("2026-03-04T14:00:00Z"), step: null, kind: "end", skipped: "All steps done", person: "Max" },
  ]);
  expect(screen.getByRole("status").textContent).toBe("1 email in 30 days. Times are in Eastern Time.");
  const days = screen.getAllByRole("heading", { level: 3 });
  expect(days.map(({ textContent }) => textContent)).toEqual([
    "Sun, Mar 1, 2026",
    "Mon, Mar 2, 2026",
    "Tue, Mar 3, 2026",
    "Wed, Mar 4, 2026",
  ]);
  expect(
    screen.getAllByRole("list").map((list) =>
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ["10:30 PMEmail “Hello” waits until Mon, Mar 2, 2026, 9:00 AM: Outside the send window"],
    ["9:00 AMEmail “Hello” is sent"],
    ["9:00 AMEmail “Again” is skipped: Condition not met"],
    ["9:00 AMMax: Task “Call” is created", "9:00 AMMax: Ends: All steps done"],
  ]);
});

test("without a line it says that nothing is due", () => {
  shown([]);
  expect(screen.getByText("Nothing is due in these days.")).toBeTruthy();
});
