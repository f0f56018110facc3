import type { Activity, Area, AutomationId, ToolCategory } from "#app/features/content/automations/automation-terms.ts";
import type { AssumptionRow } from "./inputs/assumptions-table.ts";
import type { ModelVersion, ScorePart } from "./inputs/parameters.ts";

/*
 * The shape of an analysis: the reference's figures under their own names, then the version, the assumptions, the
 * ninety-day plan and the working. Two ways to buy run through it: the project with the retainer (`base`, `range`) and
 * the project alone (`projectOnly`, `projectRange`). Money is in USD with two decimals, hours are per week, shares are
 * 0 to 1, rates in percent. Null means "no such figure", never zero.
 */

/** The part without random draws: fast enough to compute on every keystroke. */
export interface BaseAnalysis {
  flags: Flag[];
  /** Yearly value at run rate divided by the project price. */
  returnMultiple: number | null;
  manualHoursPerWeek: number;
  addressedHoursPerWeek: number;
  hoursSavedPerWeek: number;
  annualLabourValue: number;
  stackMonthly: number;
  overlapMonthly: number;
  overlapCategories: string[];
  annualStackSavings: number;
  annualValue: number;
  implementationCost: number;
  /** With the mean error of the estimate; expected figures use it. Model 1.0: the price itself. */
  expectedImplementationCost: number;
  /** The company's own upkeep without the retainer, USD a month. */
  ownUpkeepMonthly: number;
  internalCost: number;
  integrations: number;
  buildMonths: number;
  base: CashFlow;
  /** The project alone: own upkeep, and a benefit that decays. */
  projectOnly: CashFlow;
  analyticLabour: ClosedForm | null;
  opportunities: Opportunity[];
  modelVersion: ModelVersion;
  assumptions: AssumptionRow[];
  plan: Plan;
  working: Working;
}

export interface DrawnAnalysis {
  recommendation: Recommendation;
  range: Range;
  projectRange: WayRange;
  tornado: TornadoBar[];
  /** The way shown in the tornado: the one with the better median three-year value. */
  tornadoOf: Way;
}

export interface Analysis extends BaseAnalysis, DrawnAnalysis {}

export type Way = "project" | "project+retainer";

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

export type Recommendation = Way | "not-clear" | "starter-kit";

export interface CashFlow {
  benefitY1: number;
  costY1: number;
  netY1: number;
  /** Percent; null when nothing is spent. */
  roiY1: number | null;
  /** Months, interpolated; null beyond the three-year horizon or when nothing is bought. */
  payback: number | null;
  npv3: number;
  /** Percent over three years, not discounted; null when nothing is spent. */
  roi3: number | null;
}

export interface ClosedForm {
  mean: number;
  /** Coefficient of variation. */
  cv: number;
  p10: number;
  p50: number;
  p90: number;
}

/** The tenth, fiftieth and ninetieth percentile. */
export type Percentiles = [p10: number | null, p50: number | null, p90: number | null];

export interface Range extends WayRange {
  hoursPerWeek: Percentiles;
  annualValue: Percentiles;
}

export interface WayRange {
  netY1: Percentiles;
  roiY1: Percentiles;
  payback: Percentiles;
  /** Net present value of three years. */
  npv3: Percentiles;
  probPositiveY1: number;
}

export type OpportunityKind = "quick-win" | "core" | "strategic" | "later";

export interface Opportunity {
  id: AutomationId;
  inScope: boolean;
  kind: OpportunityKind;
  /** 0 to 100. */
  score: number;
  effort: number;
  ready: number;
  fit: number;
  pain: number;
  hoursSaved: number;
  annualValue: number;
  cost: number;
  paybackMonths: number | null;
}

export interface TornadoBar {
  name: string;
  low: number;
  high: number;
}

export interface Plan {
  phases: PlanPhase[];
  later: LaterItem[];
}

export interface PlanPhase {
  fromDay: 1 | 31 | 61;
  toDay: 30 | 60 | 90;
  title: string;
  items: PlanItem[];
}

export type PlanItem =
  | { kind: "automation"; id: AutomationId; title: string; paybackMonths: number | null; annualValue: number }
  | { kind: "stack-consolidation"; categories: string[]; overlapMonthly: number; annualSavings: number };

export interface LaterItem {
  id: AutomationId;
  title: string;
  annualValue: number;
  /** Yearly value, in USD, that would earn back the current price within a year. */
  valueNeeded: number;
  missingTools: ToolCategory[];
  /** Yearly value needed once the missing tools are in place, USD; null when none is missing. */
  valueNeededWithTools: number | null;
  /** Adding the missing tools is enough to bring it into scope. */
  toolsSuffice: boolean;
  /** Additional daily work. Null when the model's cap for a company of this size excludes that many hours. */
  moreHours: { hoursPerWeek: number; activity: Activity; area: Area } | null;
  /** Hourly cost, in USD, at which the current hours are enough; null above 500. */
  hourlyCostNeeded: number | null;
  sentence: string;
}

export interface Working {
  processes: {
    name: string;
    manualHours: number;
    addressedHours: number;
    savedHours: number;
    /** True: the hours are not confirmed. Absent in analyses of model 1.0. */
    assumed?: boolean;
  }[];
  opportunities: {
    id: AutomationId;
    points: Record<ScorePart, number>;
    /** Hours per week taken on; `process` is the index in the input. */
    allocations: { process: number; name: string; hours: number }[];
    rawPrice: number;
  }[];
  chain: { adoption: number; reportBias: number; capture: number; yearlyHourUsd: number };
  price: { rawSum: number; sizeFactor: number; integrationFactor: number };
  /** Running balance in USD, month 0 to 36. */
  cumulative: { base: number[]; projectOnly: number[] };
}
