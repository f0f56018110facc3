import type { Area, Outcome } from "#app/features/content/automations/automation-terms.ts";
import { processSuggestions } from "#app/features/content/automations/process-suggestions.ts";
import type { Industry, RevenueBand } from "./bounds.ts";

/** Typical values of an unknown firm: for the quick start, which marks them as assumed, and for the estimator. */

const usualKinds = 6;

/** USD: the middle of what B2B firms of 5 to 200 people report. Used only by a plausibility check. */
const revenuePerEmployee = 160_000;

export const usualOutcome: Readonly<Record<Area, Outcome>> = {
  marketing: "pipeline",
  revenue: "speed",
  lifecycle: "retention",
  operations: "cost",
};

export const usualIndustry: Industry = "Other";

export const usualWork = (area: Area) => processSuggestions.filter((work) => work.area === area).slice(0, usualKinds);

export function usualRevenueBand(employees: number): RevenueBand {
  const millions = (employees * revenuePerEmployee) / 1e6;
  const above = (["50", "25", "10", "5", "1"] as const).find((limit) => millions >= Number(limit));
  const bands = { "50": ">50M", "25": "25-50M", "10": "10-25M", "5": "5-10M", "1": "1-5M" } as const;
  return above ? bands[above] : "<1M";
}
