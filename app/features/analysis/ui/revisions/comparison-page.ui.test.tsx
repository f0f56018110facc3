import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { ComparisonPage, type Side } from "./comparison-page.tsx";

const side = (revision: number, weeks: number): Side => ({
  address: String(revision),
  blueprintId: "one",
  companyName: "Northfield",
  revision,
  createdAt: new Date("2026-11-20T10:00:00Z"),
  result: analyze({ ...exampleFirm, assumptions: { weeks } }, { draws: 200 }),
});

const number = (text: string) => Number(text.replace("−", "-").replaceAll(/[^\d.-]/g, ""));

test("every change is the difference of the two printed figures", () => {
  const [before, after] = [side(1, 48), side(2, 45)];
  const choices = [before, after].map((one) => ({ ...one, isNewest: true })) as never;
  render(
    <InNewYork>
      <ComparisonPage choices={choices} pair={{ before, after, changes: [] }} />
    </InNewYork>,
  );
  const rows = within(screen.getByRole("table", { name: "Figures of both analyses" }))
    .getAllByRole("row")
    .slice(1);
  const changed = rows
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    )
    .filter((cells) => /^[+−]/.test(cells[2]!));
  expect(changed.length).toBeGreaterThan(6);
  for (const [one, other, change] of changed) expect(number(change!)).toBeCloseTo(number(other!) - number(one!), 6);
});
