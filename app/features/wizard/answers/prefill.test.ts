import { expect, test } from "vitest";
import { type KnownProfile, prefilled } from "./prefill.ts";

const nothing: KnownProfile = {
  companyName: null,
  companyDomain: null,
  title: null,
  focusArea: null,
  topOutcome: null,
  industry: null,
  hourlyCostUsd: null,
};

const companyFrom = (known: KnownProfile) => prefilled(known).company;
const aboutFrom = (known: KnownProfile) => prefilled(known).about;

test("the profile's labels become values of the model", () => {
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

test("unknown labels stay empty, and a cost out of bounds becomes the default", () => {
  expect(companyFrom({ ...nothing, focusArea: "everything", topOutcome: "more of it", industry: "Mining" })).toEqual({
    hourlyCost: 75,
  });
  expect(companyFrom({ ...nothing, hourlyCostUsd: 12 })).toEqual({ hourlyCost: 75 });
});

test("company, website and role are prefilled from the account", () => {
  expect(aboutFrom({ ...nothing, companyName: " Northfield ", companyDomain: "northfield.io", title: "COO" })).toEqual({
    companyName: "Northfield",
    companyWebsite: "https://www.northfield.io",
    role: "COO",
  });
  expect(aboutFrom(nothing)).toEqual({ companyName: "", companyWebsite: "", role: "" });
});

test("a second blueprint about the same company is prefilled from the first", () => {
  const earlier = {
    about: { companyName: "northfield", companyWebsite: "https://www.northfield.com", role: "" },
    inputs: { company: { employees: 45, revenueBand: "5-10M" as const, hourlyCost: 92, focus: "marketing" as const } },
  };
  const known = { ...nothing, companyName: "Northfield", focusArea: "revenue", title: "COO" };
  expect(prefilled(known, earlier)).toEqual({
    about: { companyName: "Northfield", companyWebsite: "https://www.northfield.com", role: "COO" },
    company: { employees: 45, revenueBand: "5-10M", hourlyCost: 92, focus: "marketing" },
  });
  expect(prefilled(nothing, earlier).about.companyName).toBe("northfield");
  expect(prefilled({ ...known, companyName: "Harborview" }, earlier)).toEqual({
    about: { companyName: "Harborview", companyWebsite: "", role: "COO" },
    company: { hourlyCost: 75, focus: "revenue" },
  });
});

const requested = { companyName: "Northfield Labs", companyWebsite: "northfield.io", role: "COO", industry: "SaaS" };

test("data missing in the account comes from the access request", () => {
  expect(prefilled({ ...nothing, requested })).toEqual({
    about: { companyName: "Northfield Labs", companyWebsite: "https://www.northfield.io", role: "COO" },
    company: { hourlyCost: 75, industry: "SaaS" },
  });
  const known = {
    ...nothing,
    companyName: "Northfield",
    companyDomain: "northfield.com",
    title: "CEO",
    industry: "Finance",
  };
  expect(prefilled({ ...known, requested })).toMatchObject({
    about: { companyName: "Northfield", companyWebsite: "https://www.northfield.com", role: "CEO" },
    company: { industry: "Finance" },
  });
});

test("a mail provider's website and the placeholder company of a request are ignored", () => {
  const unusable = { ...requested, companyName: "Company", companyWebsite: "gmail.com" };
  expect(prefilled({ ...nothing, requested: unusable }).about).toMatchObject({ companyName: "", companyWebsite: "" });
});

test("an earlier blueprint takes precedence over the access request", () => {
  const earlier = {
    about: { companyName: "Northfield", companyWebsite: "https://www.northfield.com", role: "CEO" },
    inputs: { company: { employees: 45 } },
  };
  expect(prefilled({ ...nothing, requested }, earlier)).toEqual({
    about: earlier.about,
    company: { hourlyCost: 75, employees: 45 },
  });
});
