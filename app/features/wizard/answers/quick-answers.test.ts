import { expect, test } from "vitest";
import { areas } from "#app/features/content/automations/automation-terms.ts";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { assumedValue, assumptionLabels } from "../assumption-labels.ts";
import { assumedParts, stillAssumed } from "../blueprint.ts";
import { mergeDraft } from "../draft-merge.ts";
import {
  answerField,
  answerHours,
  quickAnswersOf,
  quickDraft,
  quickErrors,
  tickTool,
  tickWork,
} from "./quick-answers.ts";

const empty = quickAnswersOf({ company: { hourlyCost: 75 } }, [], true);
const answered = (employees: string, focus = "revenue") =>
  answerField(answerField(empty, "employees", employees), "focus", focus);
const inputOf = (answers: typeof empty) => ModelInput.parse(mergeDraft({}, quickDraft(answers).inputs));

test("two answers make a complete input for any size and focus", () => {
  for (const employees of ["1", "5", "45", "200", "2000"])
    for (const focus of areas) {
      const answers = answered(employees, focus);
      expect(quickErrors(answers)).toEqual({});
      const input = inputOf(answers);
      expect(input.processes).toHaveLength(6);
      expect(new Set(input.processes.map(({ area }) => area))).toEqual(new Set([focus]));
      expect(analyze(input, { draws: 50 }).manualHoursPerWeek).toBeGreaterThan(0);
    }
});

test("before that, only the two answers are reported as missing, and nothing is made up", () => {
  const employees = "Employees: enter a whole number from 1 to 100,000.";
  const focus = "Focus Area: choose one from the list.";
  expect(quickErrors(empty)).toEqual({ employees, focus });
  expect(quickErrors(answerField(empty, "focus", "revenue"))).toEqual({ employees });
  expect(quickErrors(answerField(empty, "employees", "45"))).toEqual({ focus });
  expect(quickDraft(empty).inputs.company).toEqual({
    employees: null,
    revenueBand: null,
    industry: "Other",
    focus: null,
    topOutcome: null,
    hourlyCost: 75,
  });
});

test("a value that the user cleared is reported as missing, also before the two answers", () => {
  const cleared = (["revenueBand", "topOutcome", "industry"] as const).reduce(
    (answers, field) => answerField(answers, field, ""),
    empty,
  );
  expect(Object.keys(quickErrors(cleared)).sort()).toEqual([
    "employees",
    "focus",
    "industry",
    "revenueBand",
    "topOutcome",
  ]);
});

test("assumed values follow the answers until the user answers them", () => {
  const small = answered("5");
  expect(small.company).toMatchObject({ revenueBand: "<1M", topOutcome: "speed", industry: "Other", hourlyCost: "75" });
  expect(small.assumed).toEqual([
    "revenueBand",
    "industry",
    "topOutcome",
    "hourlyCost",
    "processes",
    "processTimes",
    "toolCosts",
  ]);
  const grown = answerField(small, "employees", "200");
  expect(grown.company.revenueBand).toBe("25-50M");
  expect(grown.rows[0]).toMatchObject({ name: "Lead entry and CRM updates", people: "27" });
  const said = answerField(grown, "revenueBand", "10-25M");
  expect(answerField(said, "employees", "5").company.revenueBand).toBe("10-25M");
  expect(said.assumed).not.toContain("revenueBand");
  const moved = answerField(grown, "focus", "lifecycle");
  expect(moved.company.topOutcome).toBe("retention");
  expect(moved.rows[0]?.name).toBe("Ticket triage");
});

test("ticked work is the visitor's choice: another focus keeps it, and its people still follow the size", () => {
  const chosen = tickWork(tickWork(answered("45"), "Proposals", false), "Ticket triage", true);
  expect(chosen.rows.map(({ name }) => name)).toHaveLength(6);
  expect(chosen.assumed).not.toContain("processes");
  const moved = answerField(chosen, "focus", "operations");
  expect(moved.rows).toEqual(chosen.rows);
  expect(answerField(moved, "employees", "90").rows.at(-1)).toMatchObject({ name: "Ticket triage", people: "6" });
  expect(quickDraft(moved).assumed).toContain("processTimes");
  const none = chosen.rows.reduce((answers, { name }) => tickWork(answers, name, false), chosen);
  expect(quickErrors(none)).toHaveProperty("work");
});

test("tools get the list price for the size and follow it; edited costs stay", () => {
  const ticked = tickTool(tickTool(answered("45"), "pipedrive", true), "hubspot", true);
  expect(quickDraft(ticked).inputs.stack).toEqual([
    { id: "pipedrive", category: "crm", monthlyUsd: 490 },
    { id: "hubspot", category: "crm", monthlyUsd: 1600 },
  ]);
  const own = {
    ...ticked,
    tools: ticked.tools.map((tool) => (tool.id === "hubspot" ? { ...tool, cost: "900" } : tool)),
  };
  expect(answerField(own, "employees", "200").tools.map(({ cost }) => cost)).toEqual(["2156", "900"]);
  expect(quickDraft(tickTool(own, "pipedrive", false)).assumed).not.toContain("toolCosts");
  expect(quickDraft(own).assumed).toContain("toolCosts");
});

test("a draft is restored as saved, including values from the guided wizard", () => {
  const left = tickTool(answerField(answered("45"), "industry", "Healthcare"), "pipedrive", true);
  const { inputs, assumed } = quickDraft(left);
  const row = {
    name: "Own work",
    area: "operations",
    activity: "documents",
    hours: 2,
    people: 1,
    frequency: "weekly",
    pain: 2,
  } as const;
  const saved = mergeDraft({}, { ...inputs, processes: [...inputs.processes!, row] });
  const back = quickAnswersOf(saved, stillAssumed(assumed, { processes: [] }), false);
  expect(back.company).toEqual(left.company);
  expect(back.rows.at(-1)).toMatchObject({ name: "Own work", hours: "2" });
  expect(inputOf(back).processes).toHaveLength(7);
  expect(answerField(back, "focus", "marketing").rows.at(-1)).toMatchObject({ name: "Own work" });
});

test("an answer in the guided wizard ends only its own assumption", () => {
  expect(stillAssumed(assumedParts, { company: { hourlyCost: 92 } })).toEqual(
    assumedParts.filter((part) => part !== "hourlyCost"),
  );
  expect(stillAssumed(assumedParts, { stack: [] })).not.toContain("toolCosts");
  expect(stillAssumed(assumedParts, { processes: [] })).toEqual(
    assumedParts.filter((part) => !part.startsWith("process")),
  );
});

test("an invalid number is reported at its field and not saved", () => {
  const wrong = answerField(answered("45"), "hourlyCost", "7000");
  expect(quickErrors(wrong)).toEqual({ hourlyCost: "Hourly cost in USD: enter a number from 25 to 500." });
  expect(quickDraft(wrong).inputs.company).not.toHaveProperty("hourlyCost");
});

test("every assumption has a label and its value", () => {
  const input = inputOf(tickTool(answered("45"), "pipedrive", true));
  for (const part of assumedParts) {
    expect(assumptionLabels[part].why.length).toBeGreaterThan(20);
    expect(assumedValue(part, input)).not.toBe("");
  }
  expect(assumedValue("processTimes", input)).toBe("98.0 h/wk");
  expect(assumedValue("toolCosts", input)).toBe("$490 a month");
});

test("typical hours are assumed until real ones are typed", () => {
  const typical = answered("45");
  expect(inputOf(typical).processes.every(({ assumed }) => assumed)).toBe(true);
  const [first] = typical.rows;
  const real = answerHours(typical, first!, "6.5");
  const [process, ...others] = inputOf(real).processes;
  expect(process).toMatchObject({ name: first!.name, hours: 6.5 });
  expect(process).not.toHaveProperty("assumed");
  expect(others.every(({ assumed }) => assumed)).toBe(true);
  expect(quickDraft(real).assumed).toEqual(expect.arrayContaining(["processes", "processTimes"]));
  expect(answerField(real, "employees", "90").rows[0]).toMatchObject({ hours: "6.5" });
  for (const none of ["", " ", "\u200b"])
    expect(inputOf(answerHours(real, real.rows[0]!, none)).processes[0]).toMatchObject({ assumed: true });
});

test("a draft of an earlier release is marked where its hours are still typical", () => {
  const { inputs, assumed } = quickDraft(answered("45"));
  const unmarked = inputs.processes!.map(({ assumed: _, ...process }) => process);
  const saved = mergeDraft({}, { ...inputs, processes: [{ ...unmarked[0]!, hours: 11 }, ...unmarked.slice(1)] });
  const back = quickAnswersOf(
    saved,
    assumed.filter((part) => part !== "processes"),
    false,
  );
  expect(back.rows.map((row) => row.assumed === true)).toEqual([false, true, true, true, true, true]);
});
