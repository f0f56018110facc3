import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { AnalysisHead } from "./analysis-head.tsx";

const head = { company: "Northfield", team: "Your team", employees: 40, about: "rev. 1" };
const result = analyze(exampleFirm, { draws: 10 });

test("while the ranges belong to earlier values, the head says so and reads out none of them", () => {
  const { rerender } = render(<AnalysisHead {...head} result={result} />);
  expect(screen.getByText(/in eight of ten runs/)).toBeTruthy();
  expect(screen.getAllByRole("img", { name: /^Annual value: low/ })).not.toHaveLength(0);
  rerender(<AnalysisHead {...head} result={result} isPending />);
  expect(screen.queryByText(/in eight of ten runs/)).toBeNull();
  expect(screen.queryAllByRole("img", { name: /^Annual value: low/ })).toHaveLength(0);
  expect(screen.getByText("Annual value, calculating the range")).toBeTruthy();
});
