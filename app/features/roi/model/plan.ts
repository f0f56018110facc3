import type { OpportunityKind, Plan, PlanItem } from "../analysis-shape.ts";
import type { Tool } from "../inputs/model-input.ts";
import { mean } from "../inputs/parameters.ts";
import { round2, round2OrNull } from "./arithmetic.ts";
import type { PricedChoice } from "./price.ts";
import type { Project } from "./project.ts";
import { scopeGap } from "./scope-gap.ts";

/**
 * Step 8 of the model, the ninety-day plan: quick wins in the first month, core builds in the second, strategic ones
 * and the consolidation of overlapping tools in the third, each ordered by payback. A phase may be empty.
 */
export function planOf(project: Project, stack: readonly Tool[]): Plan {
  return {
    phases: [
      { fromDay: 1, toDay: 30, title: "Quick wins", items: automationItems(project, "quick-win") },
      { fromDay: 31, toDay: 60, title: "Core builds", items: automationItems(project, "core") },
      {
        fromDay: 61,
        toDay: 90,
        title: "Strategic builds and stack",
        items: [...automationItems(project, "strategic"), ...consolidation(project)],
      },
    ],
    later: project.price.choices.filter((choice) => !choice.inScope).map((choice) => scopeGap(project, stack, choice)),
  };
}

function automationItems(project: Project, kind: OpportunityKind): PlanItem[] {
  return project.scope
    .filter((choice) => choice.kind === kind)
    .sort((one, other) => monthsOf(one) - monthsOf(other))
    .map(({ automation, paybackMonths, value }) => ({
      kind: "automation",
      id: automation.id,
      title: automation.title,
      paybackMonths: round2OrNull(paybackMonths),
      annualValue: round2(value),
    }));
}

const monthsOf = (choice: PricedChoice) => choice.paybackMonths ?? Number.POSITIVE_INFINITY;

function consolidation({ spend, assumptions }: Project): PlanItem[] {
  if (spend.overlapUsd <= 0) return [];
  return [
    {
      kind: "stack-consolidation",
      categories: spend.overlapCategories,
      overlapMonthly: round2(spend.overlapUsd),
      annualSavings: round2(12 * spend.overlapUsd * mean(assumptions.stackSaving)),
    },
  ];
}
