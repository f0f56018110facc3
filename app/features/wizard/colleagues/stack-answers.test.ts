import { expect, test } from "vitest";
import { bounds } from "#app/features/roi/bounds.ts";
import { disputedTools, mergeStack, settleStack, shownStack } from "./stack-answers.ts";

const stack = [{ id: "hubspot", category: "crm", monthlyUsd: 1600 }, { id: "In-house CRM" }];
const { shown } = shownStack(stack, {});
const none = { name: "", cost: "" };
const kept = { id: "hubspot", cost: "1600" };
const ours = { id: "In-house CRM", cost: "" };

test("costs, new and removed tools of both sides are merged", () => {
  const current = [...stack, { id: "gong", category: "calls", monthlyUsd: 900 }];
  const merged = mergeStack(current, {
    shown,
    ticked: [
      { id: "hubspot", cost: "1,500" },
      { id: "pipedrive", cost: null },
    ],
    own: { name: "Sheet of doom", cost: "12" },
  });
  expect(merged?.held).toEqual({});
  expect(merged?.stack.map(({ id }) => id).sort()).toEqual(["Sheet of doom", "gong", "hubspot", "pipedrive"]);
  expect(merged?.stack).toContainEqual({ id: "hubspot", category: "crm", monthlyUsd: 1500 });
  expect(merged?.stack).toContainEqual({ id: "Sheet of doom", monthlyUsd: 12 });
  expect(merged?.stack.find(({ id }) => id === "pipedrive")?.monthlyUsd).toBeGreaterThan(0);
});

test("a cost that both changed stays the owner's and is asked about", () => {
  const current = [{ ...stack[0]!, monthlyUsd: 2000 }, stack[1]!];
  const merged = mergeStack(current, { shown, ticked: [{ id: "hubspot", cost: "1500" }, ours], own: none })!;
  expect(merged).toEqual({ stack: current, held: { hubspot: "1500" } });
  expect(disputedTools(current, merged.held)).toEqual([
    { id: "hubspot", name: "HubSpot", here: "1500", there: "2000" },
  ]);
  expect(settleStack(current, merged.held, { hubspot: "2000" }).stack[0]).toMatchObject({ monthlyUsd: 1500 });
  expect(settleStack(current, merged.held, { hubspot: "1999" })).toEqual({ stack: current, held: merged.held });
});

test("a tool that one side removed and the other changed is asked about", () => {
  const removed = mergeStack([{ ...stack[0]!, monthlyUsd: 2000 }, stack[1]!], { shown, ticked: [ours], own: none })!;
  expect(removed.held).toEqual({ hubspot: null });
  expect(removed.stack).toHaveLength(2);
  const changed = mergeStack([stack[1]!], { shown, ticked: [{ id: "hubspot", cost: "1500" }, ours], own: none })!;
  expect(changed).toEqual({ stack: [stack[1]], held: { hubspot: "1500" } });
  expect(settleStack([stack[1]!], changed.held, { hubspot: null }).stack.map(({ id }) => id)).toEqual([
    "In-house CRM",
    "hubspot",
  ]);
});

test("an invalid cost is held with its error, the rest is saved", () => {
  const merged = mergeStack(stack, {
    shown,
    ticked: [
      { id: "hubspot", cost: "a lot" },
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

test("ids from elsewhere are ignored, and a list that is too long is refused", () => {
  expect(mergeStack(stack, { shown, ticked: [kept, ours, { id: "made-up", cost: "5" }], own: none })?.stack).toEqual(
    stack,
  );
  const full = Array.from({ length: bounds.tools.most }, (_, index) => ({ id: `own ${index}`, monthlyUsd: 1 }));
  const all = shownStack(full, {}).shown;
  expect(mergeStack(full, { shown: all, ticked: all, own: { name: "One more", cost: "1" } })).toBeNull();
});
