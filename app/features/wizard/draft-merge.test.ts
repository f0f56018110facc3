import fc from "fast-check";
import { expect, test } from "vitest";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { DraftPart } from "./blueprint.ts";
import { joinParts, mergeDraft, partBetween, sameValue } from "./draft-merge.ts";

const draft: DraftInput = {
  company: { employees: 45, industry: "SaaS", hourlyCost: 75 },
  stack: [{ id: "hubspot", category: "crm", monthlyUsd: 1600 }],
};

test("a part changes only the values it names", () => {
  expect(mergeDraft(draft, { company: { employees: 50 } })).toEqual({
    ...draft,
    company: { employees: 50, industry: "SaaS", hourlyCost: 75 },
  });
  expect(mergeDraft(draft, { processes: [] })).toEqual({ ...draft, processes: [] });
  expect(mergeDraft({}, {})).toEqual({});
});

test("null clears a value, and an empty group is removed", () => {
  expect(mergeDraft(draft, { company: { employees: null } }).company).toEqual({ industry: "SaaS", hourlyCost: 75 });
  expect(mergeDraft({ company: { employees: 4 } }, { company: { employees: null } })).toEqual({});
  expect(mergeDraft({ assumptions: { weeks: 40 } }, { assumptions: { weeks: null } })).toEqual({});
});

test("lists are replaced as a whole, even by an empty one", () => {
  expect(mergeDraft(draft, { stack: [] }).stack).toEqual([]);
  expect(mergeDraft(draft, { stack: [{ id: "close" }] }).stack).toEqual([{ id: "close" }]);
});

test("the originals are not modified", () => {
  const before = structuredClone(draft);
  mergeDraft(draft, { company: { employees: null }, stack: [] });
  expect(draft).toEqual(before);
});

const cost = fc.option(fc.integer({ min: 25, max: 500 }), { nil: null });
const company = fc.record(
  { employees: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null }), hourlyCost: cost },
  { requiredKeys: [] },
);
const rows = fc.array(fc.record({ hours: fc.integer({ min: 0, max: 60 }) }, { requiredKeys: [] }), { maxLength: 3 });
const part = fc.record({ company, processes: rows }, { requiredKeys: [] });

test("joining two parts and saving once equals saving one after the other", () => {
  fc.assert(
    fc.property(part, part, part, (start, one, two) => {
      const from = mergeDraft({}, start);
      expect(mergeDraft(from, joinParts(one, two))).toEqual(mergeDraft(mergeDraft(from, one), two));
    }),
  );
});

test("the part between two drafts turns one into the other; a list that only the first has stays", () => {
  fc.assert(
    fc.property(part, part, (one, two) => {
      const [from, to] = [mergeDraft({}, one), mergeDraft({}, two)];
      const expected = { ...(from.processes && { processes: from.processes }), ...to };
      expect(mergeDraft(from, partBetween(from, to))).toEqual(expected);
    }),
  );
  expect(partBetween(draft, structuredClone(draft))).toEqual({});
});

test("equality compares values and ignores the order of keys", () => {
  expect(sameValue({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
  expect(sameValue({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(sameValue([1, 2], [2, 1])).toBe(false);
  expect(sameValue([], {})).toBe(false);
  expect(sameValue(null, {})).toBe(false);
  expect(sameValue("75", 75)).toBe(false);
});

test("a part may be incomplete, but its values obey the bounds, and a refusal names the field", () => {
  expect(DraftPart.parse({ company: { employees: null }, processes: [{ name: "" }, {}] })).toEqual({
    company: { employees: null },
    processes: [{ name: "" }, {}],
  });
  const refused = DraftPart.safeParse({
    company: { hourlyCost: 700 },
    processes: [{}, { hours: 61 }],
    stack: [{ category: "A b" }],
  });
  expect(refused.error?.issues.map((issue) => issue.path.join("."))).toEqual([
    "company.hourlyCost",
    "stack.0.category",
    "processes.1.hours",
  ]);
});
