import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { peopleLabel, processMap, toolNames } from "./process-map.ts";

const mapOf = (input = exampleFirm, model?: "1.0") =>
  processMap(input, analyze(input, { draws: 10, ...(model && { model }) }).working.processes);

test("the steps follow the path of a lead, regardless of the order of the answers", () => {
  const reversed = { ...exampleFirm, processes: exampleFirm.processes.toReversed() };
  const order = [
    ["Capture and route", "Lead entry and CRM updates"],
    ["Capture and route", "Lead routing"],
    ["Sell", "Follow-up emails"],
    ["Sell", "Proposals"],
    ["Report and forecast", "Weekly pipeline report"],
    ["Serve and renew", "Ticket triage"],
  ];
  for (const input of [exampleFirm, reversed])
    expect(mapOf(input).map(({ stage, name }) => [stage, name])).toEqual(order);
});

test("a step has its people, its hours in the analysis, and the stack's tools for its kind of work", () => {
  const [entry] = mapOf();
  expect(entry).toMatchObject({ number: 1, process: 0, people: 6, hoursEach: 4, manualHours: 24 });
  expect(entry!.tools).toEqual(["HubSpot", "Pipedrive", "Typeform"]);
  expect(peopleLabel(entry!)).toBe("6 people, 4.0 h each");
  const proposals = mapOf().find(({ name }) => name === "Proposals");
  expect(proposals!.tools).toEqual(["HubSpot", "Pipedrive", "PandaDoc"]);
});

test("the maps of both model versions show the hours of their own figures", () => {
  for (const model of ["1.0", undefined] as const) {
    const { processes } = analyze(exampleFirm, { draws: 10, ...(model && { model }) }).working;
    for (const step of mapOf(exampleFirm, model)) {
      expect(step.addressedHours).toBe(processes[step.process]!.addressedHours);
      expect(step.savedHours).toBe(processes[step.process]!.savedHours);
    }
  }
});

test("work of an area without automations gets the tools of neighboring areas, and a long list is truncated", () => {
  const books = { ...exampleFirm.processes[3]!, name: "Books", area: "operations" as const };
  const [step] = mapOf({ ...exampleFirm, processes: [books] });
  expect(step!.stage).toBe("Bill and operate");
  expect(step!.tools.length).toBeGreaterThan(0);
  expect(toolNames(["A", "B", "C", "D", "E"])).toBe("A, B, C and 2 more");
  expect(toolNames([])).toBe("none of your tools");
});
