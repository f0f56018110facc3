import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { Totals } from "#app/features/analytics/reports/figures/metrics.ts";
import { KeyFigures } from "./key-figures.tsx";

const none: Totals = {
  visits: 0,
  visitors: 0,
  views: 0,
  bounceRate: 0,
  averageVisitSeconds: 0,
  conversions: 0,
  revenueUsd: 0,
};
const some: Totals = { ...none, visits: 4, visitors: 4, views: 8, bounceRate: 0.5, averageVisitSeconds: 90 };

function figures(totals: Totals, compared: Totals): string[] {
  const element = <KeyFigures totals={totals} compared={compared} metric="visitors" />;
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  return screen.getAllByRole("link").map(({ textContent }) => textContent ?? "");
}

test("without visits, rates and averages are not shown as zero or compared", () => {
  expect(figures(none, none)).toEqual([
    ...["Visitors0from 0", "Visits0from 0", "Page views0from 0", "Bounce rate–", "Average visit–"],
    ...["Conversions0from 0", "Revenue$0from $0"],
  ]);
});

test("rates and averages are compared only with a period that had visits", () => {
  expect(figures(some, none).slice(3, 5)).toEqual(["Bounce rate50%", "Average visit1m 30s"]);
});

test("a period without visits shows the figures of the previous one", () => {
  expect(figures(none, some).slice(3, 5)).toEqual(["Bounce rate–from 50%", "Average visit–from 1m 30s"]);
});
