/*
 * The return model, version 1.1 (and 1.0, for analyses made with it): company, tool stack and manual processes in, an
 * analysis out.
 *
 * A run follows the eight steps of the model: count the hours (`model/manual-hours.ts`), choose five automations without counting
 * an hour twice (`model/choice.ts`), price them and keep those that pay back within a year (`model/price.ts`), add up the figures (here),
 * lay them out over 36 months (`model/cash-flow.ts`), draw the range of both ways to buy (`range/range.ts`), recommend one or neither
 * (`range/recommendation.ts`), vary one assumption at a time (`range/tornado.ts`), and schedule the builds over ninety days (`model/plan.ts`).
 * `model/project.ts` holds what the steps share.
 *
 * Invariants: the same input gives the same figures to the cent on every machine; no clock, no state, no network. No hour is
 * counted twice, saved hours never exceed addressed hours, addressed hours never exceed manual hours. Input has passed
 * `ModelInput`; nothing here clamps it except the two limits of step 1, which are flagged. Every figure is finite or null. A
 * change that moves any figure is a new version, because stored analyses name the version that made them.
 *
 * Money is in USD as floating-point numbers in this feature only, because the model averages, discounts and draws; other
 * features use integer cents. Rounding happens once, at the end, half away from zero.
 *
 * The model may conclude that nothing is worth automating yet. inputs/ defines what goes in, wording/ says figures as text, estimate/ is
 * the short version on the site, workbook/ the spreadsheet with the same formulas.
 */
import type {
  Analysis,
  BaseAnalysis,
  CashFlow,
  Flag,
  Opportunity,
  TornadoBar,
  Way,
  Working,
} from "./analysis-shape.ts";
import { assumptionRows } from "./inputs/assumptions-table.ts";
import type { ModelInput } from "./inputs/model-input.ts";
import { type ModelVersion, mean, revenueMidpointUsd, seed, standardDraws } from "./inputs/parameters.ts";
import { round2, round2OrNull, round4, sumOf } from "./model/arithmetic.ts";
import { balancePath, type CashPlan, cashFlow } from "./model/cash-flow.ts";
import { closedFormLabour } from "./model/closed-form.ts";
import { planOf } from "./model/plan.ts";
import type { PricedChoice } from "./model/price.ts";
import { automatableHoursAt, expectedValue, type Project, projectOf } from "./model/project.ts";
import { drawRange } from "./range/range.ts";
import { betterWay, recommend } from "./range/recommendation.ts";
import { tornado } from "./range/tornado.ts";

export interface AnalysisOptions {
  /** Random draws behind the range; 10,000 except in tests. A whole number, 1 or more. */
  draws?: number;
  seed?: number;
  model?: ModelVersion;
}

/** Returns the whole analysis. Takes about ten milliseconds; use `analyzeBase` for figures that update on every keystroke. */
export function analyze(input: ModelInput, options: AnalysisOptions = {}): Analysis {
  const draws = options.draws ?? standardDraws;
  if (!Number.isInteger(draws) || draws < 1) throw new RangeError("draws must be a whole number, 1 or more");
  const project = projectOf(input, options.model);
  const flows = flowsOf(project);
  const { range, projectRange, odds } = drawRange(project, draws, options.seed ?? seed);
  const tornadoOf = project.assumptions.version === "1.0" ? "project+retainer" : betterWay(odds);
  return {
    ...figuresOf(project, input, flows),
    recommendation: recommend(project, odds, flows),
    range,
    projectRange,
    tornado: tornado(project, tornadoOf),
    tornadoOf,
  };
}

export function analyzeBase(input: ModelInput, model?: ModelVersion): BaseAnalysis {
  const project = projectOf(input, model);
  return figuresOf(project, input, flowsOf(project));
}

export const tornadoFor = (input: ModelInput, way: Way, model?: ModelVersion): TornadoBar[] =>
  tornado(projectOf(input, model), way);

interface Flows extends Record<Way, CashFlow> {
  plans: Record<Way, CashPlan>;
  hoursSaved: number;
}

/** Steps 4 and 5: benefits and costs of both ways in the expected case. */
function flowsOf(project: Project): Flows {
  const { assumptions, price } = project;
  const { hoursSaved, labourUsd, stackUsd } = expectedValue(project);
  const plan = {
    labourUsd,
    stackUsd,
    implementationUsd: price.implementationUsd * assumptions.expectedOverrun,
    internalUsd: project.internalUsd,
    buildMonths: project.buildMonths,
  };
  const plans: Flows["plans"] = {
    "project+retainer": { ...plan, upkeepUsd: null },
    project: { ...plan, upkeepUsd: project.upkeepUsd },
  };
  return {
    plans,
    hoursSaved,
    "project+retainer": cashFlow(plans["project+retainer"], assumptions),
    project: cashFlow(plans.project, assumptions),
  };
}

function figuresOf(project: Project, input: ModelInput, flows: Flows): BaseAnalysis {
  const { assumptions, company, price, processes, spend } = project;
  const { hoursSaved, plans } = flows;
  const { labourUsd, stackUsd, implementationUsd } = plans.project;
  const annualUsd = labourUsd + stackUsd;
  const { "project+retainer": base, project: projectOnly } = flows;
  const closedForm = closedFormLabour(project);

  return {
    flags: flagsOf(project, hoursSaved, annualUsd, flows),
    returnMultiple: price.implementationUsd === 0 ? null : round2(annualUsd / price.implementationUsd),
    manualHoursPerWeek: round2(sumOf(processes, (process) => process.weeklyHours)),
    addressedHoursPerWeek: round2(sumOf(project.addressed, (hours) => hours)),
    hoursSavedPerWeek: round2(hoursSaved),
    annualLabourValue: round2(labourUsd),
    stackMonthly: round2(spend.monthlyUsd),
    overlapMonthly: round2(spend.overlapUsd),
    overlapCategories: spend.overlapCategories,
    annualStackSavings: round2(stackUsd),
    annualValue: round2(annualUsd),
    implementationCost: round2(price.implementationUsd),
    expectedImplementationCost: round2(implementationUsd),
    ownUpkeepMonthly: round2(project.upkeepUsd),
    internalCost: round2(project.internalUsd),
    integrations: price.integrations,
    buildMonths: project.buildMonths,
    base: roundFlow(base),
    projectOnly: roundFlow(projectOnly),
    analyticLabour: closedForm && {
      mean: round2(closedForm.mean),
      cv: round4(closedForm.cv),
      p10: round2(closedForm.p10),
      p50: round2(closedForm.p50),
      p90: round2(closedForm.p90),
    },
    opportunities: price.choices.map((choice) => opportunityOf(choice, project)),
    modelVersion: assumptions.version,
    assumptions: assumptionRows(company, assumptions),
    plan: planOf(project, input.stack),
    working: workingOf(project, plans),
  };
}

function flagsOf(project: Project, hoursSaved: number, annualUsd: number, flows: Flows): Flag[] {
  const { assumptions, company } = project;
  const { "project+retainer": base, project: projectOnly } = flows;
  const isOverTenfold = ({ roiY1 }: CashFlow) => roiY1 !== null && roiY1 > assumptions.overTenfoldPercent;
  const { plausible } = assumptions;
  const flags = [...project.flags];
  if (annualUsd > plausible.shareOfRevenue * revenueMidpointUsd[company.revenueBand])
    flags.push("implausible_vs_revenue");
  if (hoursSaved > plausible.shareOfHours * plausible.hoursPerWeek * company.employees) {
    flags.push("implausible_vs_headcount");
  }
  if (project.scope.length === 0) flags.push("nothing_in_scope");
  else if (base.payback === null) flags.push("no_payback_36m_with_retainer");
  if (isOverTenfold(base)) flags.push("show_as_over_10x");
  if (assumptions.version === "1.0") return flags;
  if (isOverTenfold(projectOnly)) flags.push("project_show_as_over_10x");
  if (project.processes.some((process) => process.assumed)) flags.push("hours_assumed");
  return flags;
}

function roundFlow(flow: CashFlow): CashFlow {
  return {
    benefitY1: round2(flow.benefitY1),
    costY1: round2(flow.costY1),
    netY1: round2(flow.netY1),
    roiY1: round2OrNull(flow.roiY1),
    payback: round2OrNull(flow.payback),
    npv3: round2(flow.npv3),
    roi3: round2OrNull(flow.roi3),
  };
}

function opportunityOf(choice: PricedChoice, { assumptions }: Project): Opportunity {
  return {
    id: choice.automation.id,
    inScope: choice.inScope,
    kind: choice.kind,
    score: round2(choice.score),
    effort: choice.automation.effort,
    ready: round2(choice.readiness),
    fit: round2(choice.fit),
    pain: round2(choice.pain),
    hoursSaved: round2(choice.automatableHours * mean(assumptions.adoption) * mean(assumptions.reportBias)),
    annualValue: round2(choice.value),
    cost: round2(choice.costUsd),
    paybackMonths: round2OrNull(choice.paybackMonths),
  };
}

function workingOf(project: Project, plans: Flows["plans"]): Working {
  const { assumptions, price, processes } = project;
  const realized = mean(assumptions.adoption) * mean(assumptions.reportBias);
  return {
    processes: processes.map((process, index) => ({
      name: process.name,
      manualHours: round2(process.weeklyHours),
      addressedHours: round2(project.addressed[index]!),
      savedHours: round2(automatableHoursAt(project, index) * realized),
      ...(assumptions.assumedHours && { assumed: process.assumed === true }),
    })),
    opportunities: price.choices.map((choice) => ({
      id: choice.automation.id,
      points: {
        value: round2(choice.points.value),
        fit: round2(choice.points.fit),
        pain: round2(choice.points.pain),
        readiness: round2(choice.points.readiness),
        ease: round2(choice.points.ease),
      },
      allocations: choice.allocations.map(({ process, hours }) => ({
        process,
        name: processes[process]!.name,
        hours: round2(hours),
      })),
      rawPrice: round2(choice.rawUsd),
    })),
    chain: {
      adoption: round4(mean(assumptions.adoption)),
      reportBias: round4(mean(assumptions.reportBias)),
      capture: round4(mean(assumptions.capture)),
      yearlyHourUsd: round2(project.yearlyHourUsd),
    },
    price: {
      rawSum: round2(price.rawUsd),
      sizeFactor: round4(price.sizeFactor),
      integrationFactor: round4(price.integrationFactor),
    },
    cumulative: {
      base: balancePath(plans["project+retainer"], assumptions).map(round2),
      projectOnly: balancePath(plans.project, assumptions).map(round2),
    },
  };
}
