import type { Activity, Area } from "#app/features/content/automations/automation-terms.ts";
import type { Frequency, Industry, RevenueBand } from "./bounds.ts";
import type { AssumptionOverrides } from "./model-input.ts";

export type ThreePoint = readonly [low: number, mode: number, high: number];

export const modelVersions = ["1.0", "1.1"] as const;
export type ModelVersion = (typeof modelVersions)[number];

/** Every number the model uses; `assumptions-table.ts` explains each. A changed number needs a new version. */
const model11 = {
  version: "1.1",
  weeks: 48,
  adoption: [0.6, 0.8, 0.95],
  capture: [0.5, 0.7, 0.85],
  reportBias: [0.75, 1, 1.1],
  overrun: [0.95, 1, 1.3],
  expectedOverrun: (0.95 + 1 + 1.3) / 3,
  assumedHours: [0.4, 0.9, 1.5],
  knowsComplements: true,
  stackSaving: [0.2, 0.3, 0.4],
  automatable: {
    data_entry: [0.4, 0.64, 0.8],
    data_processing: [0.45, 0.69, 0.85],
    routing: [0.35, 0.6, 0.8],
    scheduling: [0.35, 0.6, 0.8],
    research: [0.3, 0.55, 0.75],
    documents: [0.3, 0.5, 0.7],
    follow_up: [0.3, 0.5, 0.7],
    communication: [0.1, 0.2, 0.35],
    judgement: [0.05, 0.18, 0.3],
    people: [0.02, 0.09, 0.15],
  },
  frequency: { daily: 1, weekly: 0.95, monthly: 0.8, quarterly: 0.6, adhoc: 0.5 },
  area: { same: 1, neighbor: 0.6, other: 0.3 },
  regulated: { automatable: 0.9, price: 1.15 },
  countedHoursPerEmployee: 10,
  choices: 5,
  score: { value: 45, fit: 20, pain: 15, readiness: 10, ease: 10 },
  fit: { same: 1, neighbor: 0.5, other: 0.25, outcome: 0.25 },
  price: {
    perEffortUsd: 1000,
    unreadySurcharge: 0.25,
    perDoubling: 0.1,
    peopleIncluded: 10,
    perIntegration: 0.05,
    integrationsIncluded: 5,
    integrationsMost: 1.3,
    roundToUsd: 100,
    leastUsd: 5000,
    maxUsd: 25_000,
  },
  scopeMonths: 12,
  effortPerBuildMonth: 6,
  buildMonthsMost: 3,
  internalHoursPerEffort: 3,
  retainerUsd: 2000,
  platformUsd: 100,
  upkeepHoursPerEffort: 0.5,
  decay: { perMonth: 0.01, keptAtLeast: 0.5 },
  advice: { clear: 0.6, open: 0.4 },
  ramp: [0.4, 0.7, 0.9],
  stackRampMonths: 12,
  horizonMonths: 36,
  discount: 0.1,
  plausible: { shareOfRevenue: 0.1, shareOfHours: 0.1, hoursPerWeek: 40 },
  overTenfoldPercent: 1000,
} as const satisfies Assumptions;

/**
 * Model 1.0 as a special case of 1.1: expected figures without the error of the price estimate, no own upkeep and no
 * decay without the retainer, all hours treated as confirmed, advice by the sign of the expected first year.
 */
const model10: Assumptions = {
  ...model11,
  version: "1.0",
  expectedOverrun: 1,
  assumedHours: null,
  knowsComplements: false,
  upkeepHoursPerEffort: 0,
  decay: { perMonth: 0, keptAtLeast: 1 },
  advice: null,
};

export const models: Readonly<Record<ModelVersion, Assumptions>> = { "1.0": model10, "1.1": model11 };

export const modelVersion = "1.1" as const satisfies ModelVersion;
export const currentModel = model11;

/** The versioned values of one analysis: the model's, with a visitor's own weeks, adoption and capture. */
export interface Assumptions {
  version: ModelVersion;
  weeks: number;
  adoption: ThreePoint;
  capture: ThreePoint;
  reportBias: ThreePoint;
  /** Final quote divided by the estimated price. */
  overrun: ThreePoint;
  /** The overrun included in every expected figure. */
  expectedOverrun: number;
  /** True hours divided by the stated hours of an unconfirmed process; null: treated as confirmed. */
  assumedHours: ThreePoint | null;
  /** Whether tools marked as complements are excluded from the overlap. */
  knowsComplements: boolean;
  stackSaving: ThreePoint;
  automatable: Readonly<Record<Activity, ThreePoint>>;
  frequency: Readonly<Record<Frequency, number>>;
  area: Readonly<Record<AreaRelation, number>>;
  regulated: { readonly automatable: number; readonly price: number };
  /** Cap on manual hours per employee and week. */
  countedHoursPerEmployee: number;
  choices: number;
  score: Readonly<Record<ScorePart, number>>;
  fit: Readonly<Record<AreaRelation | "outcome", number>>;
  price: Readonly<{
    perEffortUsd: number;
    unreadySurcharge: number;
    perDoubling: number;
    peopleIncluded: number;
    perIntegration: number;
    integrationsIncluded: number;
    integrationsMost: number;
    roundToUsd: number;
    leastUsd: number;
    maxUsd: number;
  }>;
  /** An automation is in scope when its own payback is within this many months. */
  scopeMonths: number;
  effortPerBuildMonth: number;
  buildMonthsMost: number;
  internalHoursPerEffort: number;
  retainerUsd: number;
  platformUsd: number;
  /** Without the retainer: the company's own hours of upkeep per effort point and month. */
  upkeepHoursPerEffort: number;
  /** Without the retainer: share of the labor value lost per month after go-live, and the minimum share that remains. */
  decay: { readonly perMonth: number; readonly keptAtLeast: number };
  /** Minimum probability of a positive first year for `clear` and `open`; null: by the sign of the expected first year. */
  advice: { readonly clear: number; readonly open: number } | null;
  /** Share of the full benefit in the first months after go-live; 1 from then on. */
  ramp: ThreePoint;
  stackRampMonths: number;
  horizonMonths: number;
  discount: number;
  plausible: { readonly shareOfRevenue: number; readonly shareOfHours: number; readonly hoursPerWeek: number };
  overTenfoldPercent: number;
}

export type AreaRelation = "same" | "neighbor" | "other";
export type ScorePart = "value" | "fit" | "pain" | "readiness" | "ease";

/** Draws behind the range, and the seed that makes them the same on every machine ("GTMA" in ASCII). */
export const standardDraws = 10_000;
export const seed = 0x47544d41;

/** Middle of each band, USD a year. Used only by the plausibility check. */
export const revenueMidpointUsd: Readonly<Record<RevenueBand, number>> = {
  "<1M": 500_000,
  "1-5M": 3_000_000,
  "5-10M": 7_500_000,
  "10-25M": 17_500_000,
  "25-50M": 37_500_000,
  ">50M": 75_000_000,
};

/** Applies a visitor's own values. Three points for weeks count as their mean, because draws are part of a version. */
export function assumptionsWith(
  overrides: AssumptionOverrides | undefined,
  version: ModelVersion = modelVersion,
): Assumptions {
  const model = models[version];
  const weeks = overrides?.weeks ?? model.weeks;
  return {
    ...model,
    weeks: typeof weeks === "number" ? weeks : mean(weeks),
    adoption: overrides?.adoption ?? model.adoption,
    capture: overrides?.capture ?? model.capture,
  };
}

export const mean = ([low, mode, high]: ThreePoint) => (low + mode + high) / 3;

export const variance = ([low, mode, high]: ThreePoint) =>
  (low * low + mode * mode + high * high - low * mode - low * high - mode * high) / 18;

export const isRegulated = (industry: Industry) => industry === "Healthcare" || industry === "Finance";

const neighbors: Readonly<Record<Area, readonly Area[]>> = {
  marketing: ["revenue"],
  revenue: ["marketing", "lifecycle", "operations"],
  lifecycle: ["revenue", "operations"],
  operations: ["revenue", "lifecycle"],
};

export function areaRelation(one: Area, other: Area): AreaRelation {
  if (one === other) return "same";
  return neighbors[one].includes(other) ? "neighbor" : "other";
}
