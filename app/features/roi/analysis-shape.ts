import { z } from "zod";
import {
  activities,
  areas,
  automationIds,
  toolCategories,
} from "#app/features/content/automations/automation-terms.ts";
import type { AssumptionRow } from "./inputs/assumptions-table.ts";
import { modelVersions } from "./inputs/parameters.ts";

/*
 * The shape of an analysis, as it is computed, stored and sent by the API: the reference's figures under their own names, then the version,
 * the assumptions, the ninety-day plan and the working. Two ways to buy run through it: the project with the retainer (`base`, `range`) and
 * the project alone (`projectOnly`, `projectRange`). Money is in USD with two decimals, hours are per week, shares are 0 to 1, rates in
 * percent. Null means "no such figure", never zero. Browsers import only the types.
 */

const usd = z.number().describe("USD");
const hours = z.number().describe("Hours per week");
const share = z.number().min(0).max(1);
const maybe = z.number().nullable();
const percentiles = z.tuple([maybe, maybe, maybe]).describe("P10, P50 and P90");
/** The tenth, fiftieth and ninetieth percentile. */
export type Percentiles = z.infer<typeof percentiles>;

const way = z.enum(["project", "project+retainer"]);
export type Way = z.infer<typeof way>;

export type Flag =
  | `people_capped:${string}`
  | "hours_capped"
  | "no_hours"
  | "implausible_vs_revenue"
  | "implausible_vs_headcount"
  | "nothing_in_scope"
  | "no_payback_36m_with_retainer"
  | "show_as_over_10x"
  | "project_show_as_over_10x"
  | "hours_assumed";

const recommendation = z.enum(["project+retainer", "project", "not-clear", "starter-kit"]);
export type Recommendation = z.infer<typeof recommendation>;

const cashFlow = z.object({
  benefitY1: usd,
  costY1: usd,
  netY1: usd,
  /** Percent; null when nothing is spent. */
  roiY1: maybe,
  /** Interpolated; null beyond the three-year horizon or when nothing is bought. */
  payback: maybe.describe("Months"),
  npv3: usd,
  /** Percent over three years, not discounted; null when nothing is spent. */
  roi3: maybe,
});
export type CashFlow = z.infer<typeof cashFlow>;

/** `cv`: the coefficient of variation. */
const closedForm = z.object({ mean: usd, cv: z.number(), p10: usd, p50: usd, p90: usd });
export type ClosedForm = z.infer<typeof closedForm>;

const wayRange = z.object({
  netY1: percentiles,
  roiY1: percentiles,
  payback: percentiles,
  /** Net present value of three years. */
  npv3: percentiles,
  probPositiveY1: share,
});
export type WayRange = z.infer<typeof wayRange>;
const range = wayRange.extend({ hoursPerWeek: percentiles, annualValue: percentiles });
export type Range = z.infer<typeof range>;

const opportunity = z.object({
  id: z.enum(automationIds),
  inScope: z.boolean(),
  kind: z.enum(["quick-win", "core", "strategic", "later"]),
  /** 0 to 100. */
  score: z.number(),
  effort: z.number().int(),
  ready: share,
  fit: share,
  pain: z.number(),
  hoursSaved: hours,
  annualValue: usd,
  cost: usd,
  paybackMonths: maybe,
});
export type Opportunity = z.infer<typeof opportunity>;
export type OpportunityKind = Opportunity["kind"];

const tornadoBar = z.object({ name: z.string(), low: usd, high: usd });
export type TornadoBar = z.infer<typeof tornadoBar>;

const three = z.tuple([z.number(), z.number(), z.number()]);
const oneOrThree = z.union([z.number(), three]).describe("One number, or low, most likely and high");
const assumption = z.object({
  key: z.string(),
  group: z.enum([
    "Yours to change",
    "Hours",
    "Share that can be automated",
    "Choice of automations",
    "Price",
    "Return",
    "Advice",
    "Plausibility",
  ]),
  label: z.string(),
  unit: z.string(),
  value: oneOrThree,
  standard: oneOrThree,
  edited: z.boolean(),
  source: z.enum(["source", "our assumption"]),
  citation: z.string(),
  url: z.string().nullable(),
}) satisfies z.ZodType<AssumptionRow>;

const planItem = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("automation"),
    id: z.enum(automationIds),
    title: z.string(),
    paybackMonths: maybe,
    annualValue: usd,
  }),
  z.object({
    kind: z.literal("stack-consolidation"),
    categories: z.array(z.string()),
    overlapMonthly: usd,
    annualSavings: usd,
  }),
]);
export type PlanItem = z.infer<typeof planItem>;

const phase = z.object({
  fromDay: z.union([z.literal(1), z.literal(31), z.literal(61)]),
  toDay: z.union([z.literal(30), z.literal(60), z.literal(90)]),
  title: z.string(),
  items: z.array(planItem),
});
export type PlanPhase = z.infer<typeof phase>;

const laterItem = z.object({
  id: z.enum(automationIds),
  title: z.string(),
  annualValue: usd,
  /** Yearly value that would earn back the current price within a year. */
  valueNeeded: usd,
  missingTools: z.array(z.enum(toolCategories)),
  /** Yearly value needed once the missing tools are in place; null when none is missing. */
  valueNeededWithTools: usd.nullable(),
  /** Adding the missing tools is enough to bring it into scope. */
  toolsSuffice: z.boolean(),
  /** Additional daily work. Null when the model's cap for a company of this size excludes that many hours. */
  moreHours: z.object({ hoursPerWeek: hours, activity: z.enum(activities), area: z.enum(areas) }).nullable(),
  /** Hourly cost at which the current hours are enough; null above 500. */
  hourlyCostNeeded: usd.nullable(),
  sentence: z.string(),
});
export type LaterItem = z.infer<typeof laterItem>;

const plan = z.object({ phases: z.array(phase), later: z.array(laterItem) });
export type Plan = z.infer<typeof plan>;

const points = z.object({
  value: z.number(),
  fit: z.number(),
  pain: z.number(),
  readiness: z.number(),
  ease: z.number(),
});
const working = z.object({
  processes: z.array(
    z.object({
      name: z.string(),
      manualHours: hours,
      addressedHours: hours,
      savedHours: hours,
      /** Absent in analyses of model 1.0. */
      assumed: z.boolean().optional().describe("No one has confirmed its hours"),
    }),
  ),
  opportunities: z.array(
    z.object({
      id: z.enum(automationIds),
      points,
      /** Hours per week taken on; `process` is the index in the input. */
      allocations: z.array(z.object({ process: z.number().int(), name: z.string(), hours })),
      rawPrice: usd,
    }),
  ),
  chain: z.object({ adoption: share, reportBias: z.number(), capture: share, yearlyHourUsd: usd }),
  price: z.object({ rawSum: usd, sizeFactor: z.number(), integrationFactor: z.number() }),
  /** Running balance, month 0 to 36. */
  cumulative: z.object({ base: z.array(usd), projectOnly: z.array(usd) }),
});
export type Working = z.infer<typeof working>;

export const Analysis = z.object({
  flags: z.array(z.string() as unknown as z.ZodType<Flag>),
  recommendation: recommendation.describe(
    "The advised way; not-clear: measure first; starter-kit: not worth automating yet",
  ),
  /** Yearly value at run rate divided by the project price. */
  returnMultiple: maybe,
  manualHoursPerWeek: hours,
  addressedHoursPerWeek: hours,
  hoursSavedPerWeek: hours,
  annualLabourValue: usd,
  stackMonthly: usd,
  overlapMonthly: usd,
  overlapCategories: z.array(z.string()),
  annualStackSavings: usd,
  annualValue: usd,
  implementationCost: usd,
  /** Expected figures use it. Model 1.0: the price itself. */
  expectedImplementationCost: usd.describe("With the mean error of the estimate, USD"),
  ownUpkeepMonthly: usd.describe("Own upkeep without the retainer, USD a month"),
  internalCost: usd,
  integrations: z.number().int(),
  buildMonths: z.number().int(),
  base: cashFlow.describe("With the monthly retainer"),
  /** Own upkeep, and a benefit that decays. */
  projectOnly: cashFlow.describe("Without the retainer"),
  analyticLabour: closedForm.nullable(),
  range: range.describe("With the monthly retainer"),
  projectRange: wayRange.describe("Without the retainer"),
  opportunities: z.array(opportunity),
  tornado: z.array(tornadoBar),
  /** The one with the better median three-year value. */
  tornadoOf: way.describe("The way that the tornado is drawn for"),
  modelVersion: z.enum(modelVersions),
  assumptions: z.array(assumption),
  plan,
  working,
});
export type Analysis = Omit<z.infer<typeof Analysis>, "assumptions"> & { assumptions: AssumptionRow[] };

type Drawn = "recommendation" | "range" | "projectRange" | "tornado" | "tornadoOf";
export type DrawnAnalysis = Pick<Analysis, Drawn>;
/** The part without random draws: fast enough to compute on every keystroke. */
export type BaseAnalysis = Omit<Analysis, Drawn>;
