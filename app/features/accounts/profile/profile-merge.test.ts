import { expect, test } from "vitest";
import { mergeProfile } from "./profile-merge.ts";

const base = {
  first_name: "Dana",
  last_name: "Okafor",
  company_name: "Northfield",
  title: null,
  focus_area: null,
  top_outcome: "Shorter cycles",
  industry: null,
  estimated_loaded_cost_per_hour: 75,
};

test("a form saves its changes only, and keeps what another form changed or cleared meanwhile", () => {
  const stored = { ...base, title: "Founder", top_outcome: null, estimated_loaded_cost_per_hour: 90 };
  const { merged, conflicts } = mergeProfile({ ...base, last_name: "Whitlock" }, base, stored);
  expect(merged).toEqual({ ...stored, last_name: "Whitlock" });
  expect(conflicts).toEqual([]);
});

test("a field that both changed to different values is a conflict; to the same value, or once known, it is not", () => {
  const stored = { ...base, title: "Founder", last_name: "Whitlock" };
  const typed = { ...base, title: "CEO", last_name: "Whitlock" };
  expect(mergeProfile(typed, base, stored).conflicts).toEqual(["title"]);
  expect(mergeProfile(typed, { ...base, title: "Founder" }, stored)).toEqual({
    merged: { ...stored, title: "CEO" },
    conflicts: [],
  });
});
