import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { hourlyCostDial, weeksDial } from "#app/features/analysis/sheets/what-if.ts";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { DialField } from "./dial-field.tsx";
import { useWhatIf } from "./use-what-if.ts";
import { WhatIfBar } from "./what-if-bar.tsx";

const stored = ModelInput.parse(vectors["V1 SaaS 45 people"].input);
const storedResult = analyze(stored);

function Page() {
  const whatIf = useWhatIf(stored, storedResult);
  return (
    <>
      <DialField dial={hourlyCostDial} input={whatIf.input} editor={whatIf.editor} />
      <DialField dial={weeksDial} input={whatIf.input} editor={whatIf.editor} />
      <WhatIfBar whatIf={whatIf} saving={null} />
    </>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const bar = () => within(screen.getByRole("region", { name: "Changed numbers" }));
const yearlyValue = () => bar().getByText("Yearly value").nextElementSibling!.textContent;

test("for an invalid value the message, the count and the figures use the stored one", () => {
  render(<Page />);
  type("Loaded cost per hour", "120");
  expect(yearlyValue()).toContain("now");
  expect(bar().getByText("1 number changed")).toBeTruthy();
  type("Loaded cost per hour", "abc");
  expect(bar().getByText("One value is invalid, so the figures use the original one.")).toBeTruthy();
  expect(yearlyValue()).toBe("$70,300");
  expect(bar().getByText("Nothing changed yet")).toBeTruthy();
  expect(field("Loaded cost per hour").value).toBe("abc");
});

test("an invalid value does not affect other changes", () => {
  render(<Page />);
  type("Working weeks a year", "40");
  const withFewerWeeks = yearlyValue();
  type("Loaded cost per hour", "120");
  expect(yearlyValue()).not.toBe(withFewerWeeks);
  type("Loaded cost per hour", "");
  expect(yearlyValue()).toBe(withFewerWeeks);
  type("Working weeks a year", "many");
  expect(bar().getByText("2 values are invalid, so the figures use the original ones.")).toBeTruthy();
  expect(yearlyValue()).toBe("$70,300");
});
