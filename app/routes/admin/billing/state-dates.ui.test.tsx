import { render } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { FirmDatesProvider } from "#app/ui/text/firm-dates.tsx";
import { StateDates } from "./state-dates.tsx";

type Entry = ComponentProps<typeof StateDates>["entry"];
const on = (day: number) => new Date(Date.UTC(2026, 8, day, 15));
const paid: Entry = {
  ...{ status: "paid", statusSince: on(27), paidOn: "2026-09-27", refundedAt: null, bankReference: "Wire 4471" },
  ...{ facts: [], toCheck: null, checkBy: null },
};

const linesOf = (entry: Entry) => {
  const style = { isMonthFirst: true, isTwelveHour: true, weekStart: 0 } as const;
  const { container, unmount } = render(
    <FirmDatesProvider zone="America/New_York" dateStyle={style}>
      <StateDates entry={entry} />
    </FirmDatesProvider>,
  );
  const lines = [...container.querySelectorAll("span")].map(({ textContent }) => textContent);
  unmount();
  return lines;
};

test("what happened to a payment is listed oldest first, then the day for evidence", () => {
  expect(linesOf({ ...paid, status: "refunded", refundedAt: on(29) })).toEqual([
    "Paid Sep 27, 2026, Wire 4471",
    "Refunded Sep 29, 2026",
  ]);
  const disputed = { kind: "dispute-opened", amount: 49_900, currency: "usd", occurredAt: on(28) } as const;
  const lines = linesOf({ ...paid, refundedAt: on(29), facts: [disputed], toCheck: "dispute", checkBy: on(30) });
  expect(lines.map((line) => line?.split(" ")[0])).toEqual(["Paid", "Dispute", "First", "Evidence"]);
});
