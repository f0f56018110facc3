import { expect, test } from "vitest";
import type { FullBlueprintContent } from "../full-blueprint.ts";
import { draftDifferences } from "./draft-differences.ts";

const one = { id: "one-1", title: "Leads", body: "First\nSecond\nThird", diagram: "A: in\nB: out", automation: null };
const two = { ...one, id: "two-2", title: "Billing" };
const task = { id: "task-1", title: "Build it", owner: "Builder", week: 1 };
const content = (part: Partial<FullBlueprintContent> = {}): FullBlueprintContent => ({
  ...{ summary: "Read this first.", sections: [one, two], tasks: [task] },
  ...part,
});

test("equal copies have no differences", () => {
  expect(draftDifferences(content(), content())).toEqual([]);
});

test("each changed field is listed with both texts, and long texts with only the differing lines", () => {
  const theirs = content({
    summary: "",
    sections: [{ ...one, title: "New leads", body: "First\nOther\nThird" }, two],
    tasks: [{ ...task, owner: "", week: null }],
  });
  expect(draftDifferences(content(), theirs)).toEqual([
    { what: "Summary", here: "Read this first.", there: "Empty" },
    { what: "Section 1, “Leads”: title", here: "Leads", there: "New leads" },
    { what: "Section 1, “Leads”: text", here: "…\nSecond\n…", there: "…\nOther\n…" },
    { what: "Task 1, “Build it”", here: "Build it, Builder, week 1", there: "Build it" },
  ]);
});

test("added, removed and moved parts are differences", () => {
  const three = { ...one, id: "three-3", title: "", body: "" };
  expect(draftDifferences(content({ tasks: [] }), content({ sections: [two, three] }))).toEqual([
    { what: "Section 1, “Leads”", here: "Leads\nFirst\nSecond\nThird", there: "Not in this version" },
    { what: "Section 2", here: "Not in this version", there: "Empty" },
    { what: "Task 1, “Build it”", here: "Not in this version", there: "Build it, Builder, week 1" },
  ]);
  expect(draftDifferences(content(), content({ sections: [two, one] }))).toEqual([
    { what: "Order of the sections", here: "Leads\nBilling", there: "Billing\nLeads" },
  ]);
});
