import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { randomInputs } from "#app/features/roi/vectors/random-inputs.ts";
import { builtInNarrative } from "./narrative.ts";
import { narrativeFault, unknownFigures } from "./narrative-check.ts";
import { narrativeFacts } from "./narrative-facts.ts";

const result = analyze(exampleFirm);
const facts = narrativeFacts(exampleFirm, result);
const unknown = (text: string) => unknownFigures(text, facts);

test("figures of the analysis pass in every rounding and with their kind", () => {
  for (const text of [
    "27.6 hours a week, 27.63 to be exact, about 28 hours",
    "$70,264 a year, some $70k or $70.3 thousand, $70,264 USD",
    "$4,327 short, about $4,330", // the sign is in the words
    "75% of 10,000 runs, 75 per cent, 75 percent",
    "payback in 10.5 months, 8.5 without",
    "45 people, five candidates, ninety days, twelve months",
    "S-01 before CS-02",
  ])
    expect(unknown(text), text).toEqual([]);
});

test("figures that are missing from the analysis or of another kind are reported", () => {
  expect(unknown("It saves 31 hours")).toEqual(["31"]);
  expect(unknown("worth $27.63")).toEqual(["$27.63"]);
  expect(unknown("worth $71k")).toEqual(["$71k"]);
  expect(unknown("70,264 hours")).toEqual(["70,264"]);
  expect(unknown("a return of 45%")).toEqual(["45%"]);
  expect(unknown("fourteen people")).toEqual(["fourteen"]);
  expect(unknown("twice as fast, half the cost, dozens of hours")).toEqual(["twice", "half", "dozens"]);
});

test("other faults are reported", () => {
  const fault = (...paragraphs: string[]) => narrativeFault(paragraphs, facts, result);
  expect(fault("Start with S-01.")).toBeNull();
  expect(fault("")).toBe("It is empty.");
  expect(fault("a".repeat(4000))).toBe("It is too long.");
  expect(fault("See https://x.example")).toBe("It contains markup or a link.");
  expect(fault("**Bold**")).toBe("It contains markup or a link.");
  expect(fault("This is guaranteed.")).toBe("It promises what the model only expects.");
  expect(fault("Start with M-06.")).toBe("It names M-06, which the analysis did not choose.");
});

test("the name of a process can contain a figure", () => {
  const inputs: ModelInput = {
    ...exampleFirm,
    processes: [{ ...exampleFirm.processes[0]!, name: "Tier2 triage" }, ...exampleFirm.processes.slice(1)],
  };
  const run = analyze(inputs);
  expect(unknownFigures("Tier2 triage comes first.", narrativeFacts(inputs, run))).toEqual([]);
});

test("the built-in text passes its own check on any input", () => {
  for (const inputs of [exampleFirm, ...randomInputs(400, 7)]) {
    const named = {
      ...inputs,
      processes: inputs.processes.map((process, index) => ({
        ...process,
        name: `Work ${"abcdefghijklmnopqrstuvwxyz"[index]}`,
      })),
    };
    const run = analyze(named, { draws: 50 });
    const text = builtInNarrative(named, run);
    expect(narrativeFault(text, narrativeFacts(named, run), run), text.join("\n")).toBeNull();
    expect(text.join(" ")).not.toMatch(/undefined|NaN|null|Infinity/);
  }
});

test("the text depends on the case", () => {
  const text = (inputs: ModelInput) => builtInNarrative(inputs, analyze(inputs)).join("\n");
  expect(text(exampleFirm)).toContain("Start with Lead Capture to CRM (S-01)");
  expect(text({ ...exampleFirm, processes: [] })).toContain("No manual hours are entered");
  const small = { ...exampleFirm, processes: [{ ...exampleFirm.processes[0]!, hours: 0.5, people: 2 }] };
  expect(text(small)).toContain("so we do not offer a project");
  expect(text(small)).toContain("Lead to CRM Sync");
  const talk = { ...exampleFirm, processes: [{ ...exampleFirm.processes[0]!, activity: "people" as const, hours: 2 }] };
  expect(text(talk)).toContain("None of the automations covers the kind of work you listed");
});
