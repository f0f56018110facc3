import fc from "fast-check";
import { expect, test } from "vitest";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { type Draft, mergeDrafts } from "./draft-conflict.ts";
import { disputesOf } from "./draft-difference.ts";

const about = { companyName: "Northfield", companyWebsite: "", role: "" };
const process = (name: string, changes: object = {}) => ({
  name,
  area: "revenue" as const,
  activity: "data_entry" as const,
  hours: 4,
  people: 3,
  frequency: "daily" as const,
  pain: 3,
  ...changes,
});
const draft = (inputs: DraftInput, changes: Partial<Draft["about"]> = {}): Draft => ({
  inputs,
  about: { ...about, ...changes },
});
const rows = (...processes: object[]) => draft({ processes } as DraftInput);
const [quotes, leads, reports] = [process("Quotes"), process("Lead routing"), process("Reports")];
const processesOf = (merged: Draft) => merged.inputs.processes;

test("changes of different fields, tools and processes are merged without a question", () => {
  const base = draft({
    company: { employees: 45, hourlyCost: 75 },
    stack: [{ id: "hubspot", monthlyUsd: 1600 }, { id: "slack" }],
    processes: [quotes, leads],
  });
  const ours = draft(
    {
      company: { employees: 50, hourlyCost: 75 },
      stack: [{ id: "hubspot", monthlyUsd: 1500 }, { id: "slack" }],
      processes: [{ ...quotes, hours: 6 }, leads],
    },
    { companyName: "Northfield Labs" },
  );
  const theirs = draft({
    company: { employees: 45, hourlyCost: 90, industry: "SaaS" },
    stack: [{ id: "hubspot", monthlyUsd: 1600 }, { id: "slack", monthlyUsd: 200 }, { id: "close" }],
    processes: [quotes, { ...leads, people: 5 }, reports],
  });
  const merged = mergeDrafts(base, ours, theirs, "ours");
  expect(merged.disputes).toEqual([]);
  expect(merged.about.companyName).toBe("Northfield Labs");
  expect(merged.inputs).toEqual({
    company: { employees: 50, hourlyCost: 90, industry: "SaaS" },
    stack: [{ id: "hubspot", monthlyUsd: 1500 }, { id: "slack", monthlyUsd: 200 }, { id: "close" }],
    processes: [{ ...quotes, hours: 6 }, { ...leads, people: 5 }, reports],
  });
});

test("a renamed, a removed and an added process are recognized by their neighbors", () => {
  const base = rows(quotes, leads, reports);
  const ours = rows({ ...quotes, name: "Proposals" }, reports);
  const theirs = rows({ ...quotes, hours: 9 }, leads, process("Invoices"), reports);
  const merged = mergeDrafts(base, ours, theirs, "ours");
  expect(merged.disputes).toEqual([]);
  expect(processesOf(merged)).toEqual([{ ...quotes, name: "Proposals", hours: 9 }, process("Invoices"), reports]);
});

test("a tool replaced by one of the same category and cost does not count as renamed", () => {
  const close = { id: "close", category: "crm", monthlyUsd: 50 };
  const base = draft({ stack: [close] });
  const pipedrive = { ...close, id: "pipedrive" };
  const merged = mergeDrafts(
    base,
    draft({ stack: [pipedrive] }),
    draft({ stack: [{ ...close, monthlyUsd: 60 }] }),
    "ours",
  );
  expect(merged.inputs.stack).toEqual([pipedrive]);
  expect(merged.disputes).toMatchObject([{ part: "tool", field: null, ours: undefined, theirs: { monthlyUsd: 60 } }]);
});

test("a process replaced by another does not inherit the old one's figures", () => {
  const other = { name: "Onboarding", area: "lifecycle", activity: "follow_up", hours: 1, people: 9 };
  const merged = mergeDrafts(rows(quotes), rows(other), rows({ ...quotes, hours: 8 }), "ours");
  expect(processesOf(merged)).toEqual([other]);
  expect(merged.disputes).toMatchObject([{ part: "process", field: null, ours: undefined }]);
});

test("a field that both changed is asked about, and each choice keeps all other changes of both", () => {
  const base = draft({ company: { employees: 45 }, processes: [quotes, leads] });
  const ours = draft({ company: { employees: 50 }, processes: [{ ...quotes, hours: 6 }, leads] });
  const theirs = draft({ company: { employees: 60 }, processes: [{ ...quotes, hours: 8, pain: 5 }, leads, reports] });
  const mine = mergeDrafts(base, ours, theirs, "ours");
  expect(disputesOf(mine.disputes)).toEqual([
    { what: "Employees", here: "50", there: "60" },
    { what: "Quotes: Hours per Person per Week", here: "6", there: "8" },
  ]);
  expect(mine.inputs).toEqual({
    company: { employees: 50 },
    processes: [{ ...quotes, hours: 6, pain: 5 }, leads, reports],
  });
  expect(mergeDrafts(base, ours, theirs, "theirs").inputs).toEqual({
    company: { employees: 60 },
    processes: [{ ...quotes, hours: 8, pain: 5 }, leads, reports],
  });
});

test("a process that one side changed and the other removed is asked about; the same change by both is not", () => {
  const merged = mergeDrafts(rows(quotes, leads), rows(leads), rows({ ...quotes, hours: 8 }, leads), "theirs");
  expect(disputesOf(merged.disputes)).toEqual([
    { what: "Quotes", here: "removed", there: "changed: 8 h/wk, 3 people" },
  ]);
  expect(processesOf(merged)).toEqual([{ ...quotes, hours: 8 }, leads]);
  const same = rows({ ...quotes, hours: 8 }, reports);
  expect(mergeDrafts(rows(quotes), same, same, "ours")).toMatchObject({ disputes: [], inputs: same.inputs });
});

test("lists that would be too long together are asked about as a whole", () => {
  const many = (prefix: string) => Array.from({ length: bounds.processes.max }, (_, at) => process(`${prefix} ${at}`));
  const merged = mergeDrafts(rows(), rows(...many("our")), rows(...many("their")), "ours");
  expect(processesOf(merged)).toEqual(many("our"));
  expect(disputesOf(merged.disputes)).toEqual([
    {
      what: "Processes",
      here: `${bounds.processes.max} processes`,
      there: `${bounds.processes.max} processes`,
    },
  ]);
});

const value = fc.integer({ min: 1, max: 4 });
const row = fc.record(
  { name: fc.constantFrom("A", "B", "C", "D", ""), hours: value, people: value },
  { requiredKeys: [] },
);
const list = fc.uniqueArray(row, { maxLength: 5, selector: ({ name }) => name || {} });

test("if only one side changed, the result is that side; if both changed alike, it is both", () => {
  fc.assert(
    fc.property(list, list, fc.constantFrom("ours", "theirs"), (before, after, prefer) => {
      const [base, changed] = [rows(...before), rows(...after)];
      expect(processesOf(mergeDrafts(base, changed, base, prefer))).toEqual(expect.arrayContaining(after));
      expect(processesOf(mergeDrafts(base, changed, base, prefer))).toHaveLength(after.length);
      expect(processesOf(mergeDrafts(base, base, changed, prefer))).toEqual(after);
      expect(mergeDrafts(base, changed, changed, prefer).disputes).toEqual([]);
    }),
  );
});

test("without a dispute, a process added by one side is kept", () => {
  fc.assert(
    fc.property(list, list, list, (before, one, other) => {
      const merged = mergeDrafts(rows(...before), rows(...one), rows(...other), "ours");
      if (merged.disputes.length > 0) return;
      const known = new Set(before.map(({ name }) => name));
      const added = [...one, ...other].flatMap(({ name }) => (name && !known.has(name) ? [name] : []));
      expect(processesOf(merged)!.map(({ name }) => name)).toEqual(expect.arrayContaining(added));
    }),
  );
});
