import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { adviceOf } from "#app/features/roi/wording/advice.ts";
import { planText } from "./plan-text.ts";

const textFor = (hours: number, assumed = false) => {
  const processes = exampleFirm.processes.map((process) => ({ ...process, hours, assumed }));
  const result = analyze({ ...exampleFirm, processes }, { draws: 500 });
  return { advice: adviceOf(result).kind, ...planText(result.plan, result) };
};

test("the plan is recommended only when the advice is to build", () => {
  expect(textFor(8)).toMatchObject({
    advice: "project+retainer",
    hasBuilds: true,
    title: "Ninety days, small builds first",
  });
  expect(textFor(2)).toMatchObject({
    advice: "starter-kit",
    hasBuilds: true,
    title: "If you build, small builds first",
    intro: expect.stringContaining("The verdict is “Not worth automating yet”. If you build anyway"),
  });
  expect(textFor(2.5)).toMatchObject({
    advice: "not-clear",
    title: "If you build, small builds first",
    intro: expect.stringContaining("The verdict is “Not clear yet: measure for two weeks”."),
  });
  expect(textFor(8, true)).toMatchObject({
    advice: "hours-needed",
    intro: expect.stringContaining("The verdict is “No verdict yet: we need real hours”."),
  });
  expect(textFor(0.01)).toMatchObject({ advice: "starter-kit", hasBuilds: false, intro: null });
});
