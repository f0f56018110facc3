import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import {
  dialText,
  hourlyCostDial,
  isAdjusted,
  processDial,
  setDial,
  shareDials,
  toolDial,
  weeksDial,
  withStored,
} from "./what-if.ts";

const every = [
  hourlyCostDial,
  weeksDial,
  ...shareDials("adoption", "Adoption"),
  ...shareDials("capture", "Value capture"),
  processDial(2, "hours"),
  processDial(2, "people"),
  toolDial(1, "Pipedrive"),
];

test("every dial shows the stored value, and entering it again changes nothing", () => {
  expect(every.map((dial) => dialText(dial, exampleFirm))).toEqual([
    "75",
    "48",
    "60",
    "80",
    "95",
    "50",
    "70",
    "85",
    "5",
    "5",
    "490",
  ]);
  for (const dial of every)
    expect(setDial(dial, exampleFirm, dialText(dial, exampleFirm)), dial.key).toEqual({
      ok: true,
      input: exampleFirm,
    });
});

test("an adjusted dial changes its one number, and the result is a valid input", () => {
  const typed = ["90", "46", "50", "85", "99", "40", "75", "90", "6.5", "7", "$1,200"];
  let input = exampleFirm;
  for (const [index, dial] of every.entries()) {
    const adjusted = setDial(dial, input, typed[index]!);
    if (!adjusted.ok) throw new Error(`${dial.key}: ${adjusted.message}`);
    expect(isAdjusted(dial, input, adjusted.input), dial.key).toBe(true);
    input = adjusted.input;
  }
  expect(ModelInput.parse(input)).toEqual(input);
  expect(input).toMatchObject({
    company: { hourlyCost: 90 },
    assumptions: { weeks: 46, adoption: [0.5, 0.85, 0.99], capture: [0.4, 0.75, 0.9] },
  });
  expect(input.processes[2]).toMatchObject({ hours: 6.5, people: 7 });
  expect(input.stack[1]!.monthlyUsd).toBe(1200);
});

test("an out-of-range value is refused with a message and not clamped", () => {
  const message = (dial: (typeof every)[number], text: string) => {
    const adjusted = setDial(dial, exampleFirm, text);
    return adjusted.ok ? null : adjusted.message;
  };
  expect(message(hourlyCostDial, "24")).toBe("Enter a number from 25 to 500.");
  expect(message(hourlyCostDial, "")).toBe("Enter a number from 25 to 500.");
  expect(message(hourlyCostDial, "lots")).toBe("Enter a number from 25 to 500.");
  expect(message(processDial(0, "people"), "2.5")).toBe("Enter a whole number from 1 to 100,000.");
  expect(message(shareDials("adoption", "Adoption")[1]!, "120")).toBe("Enter a number from 0 to 100.");
  expect(message(shareDials("adoption", "Adoption")[1]!, "50")).toBe("Low, most likely and high must rise.");
});

test("an invalid value falls back to the stored one; if the three points are then out of order, all three do", () => {
  const [low, likely] = shareDials("adoption", "Adoption");
  const assumptions = { adoption: [0.3, 0.5, 0.9] as [number, number, number], weeks: 40 };
  const changed = { ...exampleFirm, assumptions };
  expect(withStored(changed, exampleFirm, [likely!]).assumptions).toEqual({ adoption: [0.3, 0.8, 0.9], weeks: 40 });
  expect(withStored(changed, exampleFirm, [low!]).assumptions).toEqual({ weeks: 40 });
});

test("entering the model's own value removes the override", () => {
  const adjusted = setDial(weeksDial, { ...exampleFirm, assumptions: { weeks: 40 } }, "48");
  expect(adjusted).toEqual({ ok: true, input: exampleFirm });
});
