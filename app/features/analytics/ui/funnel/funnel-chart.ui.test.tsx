import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { FunnelStepFigures } from "#app/features/analytics/funnels/funnels.server.ts";
import { FunnelChart } from "./funnel-chart.tsx";

const step = (name: string, isOptional: boolean, medianSeconds: number | null): FunnelStepFigures => ({
  ...{ name, isOptional, medianSeconds, visitors: 10, fromStart: 1, fromPrevious: 1, droppedOff: 0, revenueUsd: 0 },
});

test("the time to a step names the required step from which it is measured", () => {
  const steps = [
    step("Access code", false, null),
    step("Wizard started", true, 60),
    step("Company profile", true, 120),
    step("Analysis", false, 300),
    step("Payment", false, 600),
  ];
  const element = <FunnelChart steps={steps} dropOffHref={() => "/"} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  expect(screen.getAllByText(/median/).map(({ textContent }) => textContent)).toEqual([
    "1 min after Access code (median)",
    "2 min after Access code (median)",
    "5 min after Access code (median)",
    "10 min after Analysis (median)",
  ]);
});
