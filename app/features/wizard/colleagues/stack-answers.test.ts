import { expect, test } from "vitest";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { disputedTools, mergeStack, openAnswers, settleStack, shownStack, type TickedTool } from "./stack-answers.ts";

const hubspot = { id: "hubspot", category: "crm", monthlyUsd: 1600 };
const stack = [hubspot, { id: "In-house CRM" }];
const { shown } = shownStack(stack, {});
const none = { name: "", cost: "", category: "" };
const ticked = (id: string, fields: Partial<TickedTool> = {}): TickedTool => ({
  ...{ id, cost: null, category: null, overlaps: null },
  ...fields,
});
const kept = ticked("hubspot", { cost: "1600", category: "crm", overlaps: "" });
const ours = ticked("In-house CRM", { cost: "", category: "", overlaps: "" });

test("costs, new and removed tools of both sides are merged", () => {
  const current = [...stack, { id: "gong", category: "calls", monthlyUsd: 900 }];
  const merged = mergeStack(current, {
    shown,
    ticked: [ticked("hubspot", { cost: "1,500" }), ticked("pipedrive")],
    own: { name: "Sheet of doom", cost: "12", category: "" },
  });
  expect(merged?.held).toEqual({});
  expect(merged?.stack.map(({ id }) => id).sort()).toEqual(["Sheet of doom", "gong", "hubspot", "pipedrive"]);
  expect(merged?.stack).toContainEqual({ ...hubspot, monthlyUsd: 1500 });
  expect(merged?.stack).toContainEqual({ id: "Sheet of doom", monthlyUsd: 12 });
  expect(merged?.stack.find(({ id }) => id === "pipedrive")?.monthlyUsd).toBeGreaterThan(0);
});

test("categories and overlap marks are merged like costs; the owner's other changes stay", () => {
  const current = [{ ...hubspot, monthlyUsd: 2000 }, { id: "In-house CRM" }];
  const merged = mergeStack(current, {
    shown,
    ticked: [
      ticked("hubspot", { cost: "1600", category: "email", overlaps: "no" }),
      ticked("In-house CRM", { cost: "", category: "crm", overlaps: "no" }),
    ],
    own: { name: "Sheet of doom", cost: "", category: "bi" },
  });
  expect(merged).toEqual({
    stack: [
      { id: "hubspot", category: "email", monthlyUsd: 2000, overlaps: false },
      { id: "In-house CRM", category: "crm", overlaps: false },
      { id: "Sheet of doom", category: "bi" },
    ],
    held: {},
  });
  const back = mergeStack(merged!.stack, {
    shown: shownStack(merged!.stack, {}).shown,
    ticked: [
      ticked("hubspot", { category: "", overlaps: "" }),
      ticked("In-house CRM", { category: "No such", overlaps: "" }),
    ],
    own: none,
  });
  expect(back!.stack).toEqual([
    { id: "hubspot", monthlyUsd: 2000 },
    { id: "In-house CRM", category: "crm" },
  ]);
});

test("a form without these fields does not change categories and marks", () => {
  const marked = [
    { ...hubspot, overlaps: false },
    { id: "In-house CRM", category: "crm" },
  ];
  const answers = {
    shown: shownStack(marked, {}).shown,
    ticked: [ticked("hubspot", { cost: "9" }), ticked("In-house CRM")],
  };
  expect(mergeStack(marked, { ...answers, own: none })!.stack).toEqual([
    { ...hubspot, monthlyUsd: 9, overlaps: false },
    { id: "In-house CRM", category: "crm" },
  ]);
});

test("a category and a mark that both changed are asked about separately, and either choice is kept", () => {
  const current = [{ ...hubspot, category: "ads" }, { id: "In-house CRM" }];
  const merged = mergeStack(current, {
    shown,
    ticked: [{ ...kept, category: "email", cost: "1500" }, ours],
    own: none,
  })!;
  expect(merged.stack[0]).toEqual({ ...hubspot, category: "ads", monthlyUsd: 1500 });
  const [dispute, ...others] = disputedTools(merged.stack, merged.held);
  expect(dispute).toMatchObject({ id: "hubspot", field: "category", name: "HubSpot", here: "email", there: "ads" });
  expect(others).toEqual([]);
  const { key } = dispute!;
  expect(settleStack(merged.stack, merged.held, { [key]: "ads" })).toEqual({
    stack: [{ ...hubspot, category: "email", monthlyUsd: 1500 }, { id: "In-house CRM" }],
    held: {},
  });
  expect(settleStack(merged.stack, merged.held, { [key]: "crm" })).toEqual(merged);
  const again = shownStack(merged.stack, merged.held).shown;
  const same = again.map(({ id }) => ticked(id));
  expect(openAnswers(merged.stack, merged.held, { shown: again, ticked: same, own: none })).toEqual(merged.held);
  const other = [ticked("hubspot", { category: "bi" }), ours];
  expect(openAnswers(merged.stack, merged.held, { shown: again, ticked: other, own: none })).toEqual({});
});

test("a cost that both changed stays the owner's and is asked about", () => {
  const current = [{ ...hubspot, monthlyUsd: 2000 }, stack[1]!];
  const merged = mergeStack(current, { shown, ticked: [{ ...kept, cost: "1500" }, ours], own: none })!;
  expect(merged).toEqual({ stack: current, held: { hubspot: "1500" } });
  expect(disputedTools(current, merged.held)).toEqual([
    { key: "hubspot", id: "hubspot", field: "cost", name: "HubSpot", here: "1500", there: "2000" },
  ]);
  expect(settleStack(current, merged.held, { hubspot: "2000" }).stack[0]).toMatchObject({ monthlyUsd: 1500 });
  expect(settleStack(current, merged.held, { hubspot: "1999" })).toEqual({ stack: current, held: merged.held });
});

test("a tool that one side removed and the other changed is asked about once", () => {
  const removed = mergeStack([{ ...hubspot, monthlyUsd: 2000 }, stack[1]!], { shown, ticked: [ours], own: none })!;
  expect(removed.held).toEqual({ hubspot: null });
  expect(removed.stack).toHaveLength(2);
  const answers = { shown, ticked: [{ ...kept, cost: "1500", category: "email" }, ours], own: none };
  const changed = mergeStack([stack[1]!], answers)!;
  expect(changed.stack).toEqual([stack[1]]);
  expect(disputedTools(changed.stack, changed.held)).toMatchObject([{ key: "hubspot", here: "1500", there: null }]);
  const rest = { shown: [shown[1]!], ticked: [ours], own: none };
  expect(openAnswers(changed.stack, changed.held, rest)).toEqual(changed.held);
  expect(settleStack([stack[1]!], changed.held, { hubspot: null })).toEqual({
    stack: [stack[1], { id: "hubspot", category: "email", monthlyUsd: 1500 }],
    held: {},
  });
});

test("a tool that the colleague replaced by one of the same category and cost does not count as renamed", () => {
  const current = [{ ...hubspot, monthlyUsd: 2000 }];
  const before = shownStack([hubspot], {}).shown;
  const merged = mergeStack(current, { shown: before, ticked: [ticked("pipedrive", { cost: "1600" })], own: none })!;
  expect(merged.held).toEqual({ hubspot: null });
  expect(merged.stack.map(({ id, monthlyUsd }) => [id, monthlyUsd])).toEqual([
    ["pipedrive", 1600],
    ["hubspot", 2000],
  ]);
});

test("an invalid cost is held with its error, and the rest is saved", () => {
  const merged = mergeStack(stack, {
    shown,
    ticked: [
      { ...kept, cost: "a lot" },
      { ...ours, cost: "40" },
    ],
    own: none,
  })!;
  expect(merged.stack).toEqual([stack[0], { id: "In-house CRM", monthlyUsd: 40 }]);
  const { errors, typed } = shownStack(merged.stack, merged.held);
  expect(errors["hubspot"]).toMatch(/enter a number from 0/);
  expect(typed[0]).toMatchObject({ cost: "a lot" });
  expect(disputedTools(merged.stack, merged.held)).toEqual([]);
});

test("unknown ids are ignored, and a list that is too long is refused", () => {
  expect(
    mergeStack(stack, { shown, ticked: [kept, ours, ticked("made-up", { cost: "5" })], own: none })?.stack,
  ).toEqual(stack);
  const full = Array.from({ length: bounds.tools.max }, (_, index) => ({ id: `own ${index}`, monthlyUsd: 1 }));
  const all = shownStack(full, {}).shown;
  expect(mergeStack(full, { shown: all, ticked: all, own: { ...none, name: "One more", cost: "1" } })).toBeNull();
});
