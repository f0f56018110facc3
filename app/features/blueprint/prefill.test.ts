import { expect, test } from "vitest";
import { aboutFrom, companyFrom, type KnownProfile } from "./prefill.ts";

const nothing: KnownProfile = {
  companyName: null,
  companyDomain: null,
  title: null,
  focusArea: null,
  topOutcome: null,
  industry: null,
  hourlyCostUsd: null,
};

test("what the profile says in words becomes values of the model", () => {
  const known = {
    ...nothing,
    focusArea: "Marketing & Demand Generation",
    topOutcome: "respond faster",
    industry: "saas",
    hourlyCostUsd: 92.5,
  };
  expect(companyFrom(known)).toEqual({ hourlyCost: 92.5, industry: "SaaS", focus: "marketing", topOutcome: "speed" });
  expect(companyFrom({ ...known, focusArea: "lifecycle" }).focus).toBe("lifecycle");
});

test("words that the model does not know stay open, and a cost out of bounds becomes the standard one", () => {
  expect(companyFrom({ ...nothing, focusArea: "everything", topOutcome: "more of it", industry: "Mining" })).toEqual({
    hourlyCost: 75,
  });
  expect(companyFrom({ ...nothing, hourlyCostUsd: 12 })).toEqual({ hourlyCost: 75 });
});

test("company, website and role start as the account's", () => {
  expect(aboutFrom({ ...nothing, companyName: " Northfield ", companyDomain: "northfield.io", title: "COO" })).toEqual({
    companyName: "Northfield",
    companyWebsite: "https://www.northfield.io",
    role: "COO",
  });
  expect(aboutFrom(nothing)).toEqual({ companyName: "", companyWebsite: "", role: "" });
});
