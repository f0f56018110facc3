import { z } from "@hono/zod-openapi";
import {
  activities,
  areas,
  automationIds,
  toolCategories,
} from "#app/features/content/automations/automation-terms.ts";
import type { Analysis, Flag } from "#app/features/roi/analysis-shape.ts";
import { modelVersions } from "#app/features/roi/inputs/parameters.ts";
import { ways } from "#app/features/roi/wording/advice.ts";
import { instantText } from "../endpoint.server.ts";

/*
 * An analysis in API responses, with the field names of the return model. Money in USD, hours per week,
 * shares 0 to 1, rates in percent; null means not available, never zero.
 */

const usd = z.number().openapi({ description: "USD" });
const hours = z.number().openapi({ description: "Hours per week" });
const share = z.number().min(0).max(1);
const maybe = z.number().nullable();
const percentiles = z.tuple([maybe, maybe, maybe]).openapi({ description: "P10, P50 and P90" });
const oneOrThree = z
  .union([z.number(), z.tuple([z.number(), z.number(), z.number()])])
  .openapi({ description: "One number, or low, most likely and high" });

const flow = z.object({
  benefitY1: usd,
  costY1: usd,
  netY1: usd,
  roiY1: maybe,
  payback: maybe.openapi({ description: "Months" }),
  npv3: usd,
  roi3: maybe,
});

const wayRange = z.object({
  netY1: percentiles,
  roiY1: percentiles,
  payback: percentiles,
  npv3: percentiles,
  probPositiveY1: share,
});

const opportunity = z.object({
  id: z.enum(automationIds),
  inScope: z.boolean(),
  kind: z.enum(["quick-win", "core", "strategic", "later"]),
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
});

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

const phase = z.object({
  fromDay: z.union([z.literal(1), z.literal(31), z.literal(61)]),
  toDay: z.union([z.literal(30), z.literal(60), z.literal(90)]),
  title: z.string(),
  items: z.array(planItem),
});

const later = z.object({
  id: z.enum(automationIds),
  title: z.string(),
  annualValue: usd,
  valueNeeded: usd,
  missingTools: z.array(z.enum(toolCategories)),
  valueNeededWithTools: usd.nullable(),
  toolsSuffice: z.boolean(),
  moreHours: z.object({ hoursPerWeek: hours, activity: z.enum(activities), area: z.enum(areas) }).nullable(),
  hourlyCostNeeded: usd.nullable(),
  sentence: z.string(),
});

const working = z.object({
  processes: z.array(
    z.object({
      name: z.string(),
      manualHours: hours,
      addressedHours: hours,
      savedHours: hours,
      assumed: z.boolean().optional().openapi({ description: "No one has confirmed its hours" }),
    }),
  ),
  opportunities: z.array(
    z.object({
      id: z.enum(automationIds),
      points: z.object({
        value: z.number(),
        fit: z.number(),
        pain: z.number(),
        readiness: z.number(),
        ease: z.number(),
      }),
      allocations: z.array(z.object({ process: z.number().int(), name: z.string(), hours })),
      rawPrice: usd,
    }),
  ),
  chain: z.object({ adoption: share, reportBias: z.number(), capture: share, yearlyHourUsd: usd }),
  price: z.object({ rawSum: usd, sizeFactor: z.number(), integrationFactor: z.number() }),
  cumulative: z.object({ base: z.array(usd), projectOnly: z.array(usd) }),
});

const figures = z.object({
  flags: z.array(z.string() as unknown as z.ZodType<Flag>),
  recommendation: z.enum(["project+retainer", "project", "not-clear", "starter-kit"]).openapi({
    description: "The advised way; not-clear: measure first; starter-kit: not worth automating yet",
  }),
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
  expectedImplementationCost: usd.openapi({ description: "With the mean error of the estimate, USD" }),
  ownUpkeepMonthly: usd.openapi({ description: "Own upkeep without the retainer, USD a month" }),
  internalCost: usd,
  integrations: z.number().int(),
  buildMonths: z.number().int(),
  base: flow.openapi({ description: "With the monthly retainer" }),
  projectOnly: flow.openapi({ description: "Without the retainer" }),
  analyticLabour: z.object({ mean: usd, cv: z.number(), p10: usd, p50: usd, p90: usd }).nullable(),
  range: wayRange
    .extend({ hoursPerWeek: percentiles, annualValue: percentiles })
    .openapi({ description: "With the monthly retainer" }),
  projectRange: wayRange.openapi({ description: "Without the retainer" }),
  opportunities: z.array(opportunity),
  tornado: z.array(z.object({ name: z.string(), low: usd, high: usd })),
  tornadoOf: z.enum(ways).openapi({ description: "The way that the tornado is drawn for" }),
  modelVersion: z.enum(modelVersions),
  assumptions: z.array(assumption),
  plan: z.object({ phases: z.array(phase), later: z.array(later) }),
  working,
}) satisfies z.ZodType<Analysis>;

export const AnalysisBody = figures
  .extend({
    blueprintId: z.string(),
    revision: z.number().int().openapi({ description: "1, 2, 3 … within its blueprint" }),
    createdAt: instantText(),
  })
  .openapi("Analysis");
export type AnalysisBody = z.infer<typeof AnalysisBody>;

export const analysisBody = (run: {
  blueprintId: string;
  revision: number;
  createdAt: Date;
  result: Analysis;
}): AnalysisBody => ({
  ...(run.result as Omit<AnalysisBody, "blueprintId" | "revision" | "createdAt">),
  blueprintId: run.blueprintId,
  revision: run.revision,
  createdAt: run.createdAt.toISOString(),
});
