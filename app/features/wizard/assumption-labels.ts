import { outcomeLabels, revenueBandLabels } from "#app/features/roi/inputs/input-labels.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { formatHours } from "#app/features/roi/wording/figures.ts";
import { formatUsd } from "#app/lib/money.ts";
import { never } from "#app/lib/result.ts";
import type { AssumedPart, WizardStep } from "./blueprint.ts";

export const assumptionLabels: Readonly<Record<AssumedPart, { what: string; why: string; step: WizardStep }>> = {
  revenueBand: {
    what: "Annual revenue",
    why: "From your headcount, at $160,000 per employee. It only checks that the figures are plausible.",
    step: "profile",
  },
  industry: {
    what: "Industry",
    why: "Assumed not to be regulated. In Healthcare and Finance, less can be automated and the build costs more.",
    step: "profile",
  },
  topOutcome: {
    what: "Top outcome",
    why: "What companies with your focus usually want. It affects the order, not the figures.",
    step: "profile",
  },
  hourlyCost: {
    what: "Cost per hour",
    why: "The standard of the model for wage, taxes and overhead. Every saved hour is multiplied by it.",
    step: "profile",
  },
  processes: {
    what: "Which work is done by hand",
    why: "The six kinds of work most typical for your focus.",
    step: "processes",
  },
  processTimes: {
    what: "Hours and people per process",
    why: "Typical for your size: our estimate, not measured at your company.",
    step: "processes",
  },
  toolCosts: {
    what: "What your tools cost",
    why: "List prices for your number of seats. Only overlapping tools affect the figures.",
    step: "tech-stack",
  },
};

export function assumedValue(part: AssumedPart, { company, stack, processes }: ModelInput): string {
  switch (part) {
    case "revenueBand":
      return revenueBandLabels[company.revenueBand];
    case "industry":
      return company.industry;
    case "topOutcome":
      return outcomeLabels[company.topOutcome];
    case "hourlyCost":
      return formatUsd(company.hourlyCost);
    case "processes":
      return processes.map(({ name }) => name).join(", ");
    case "processTimes":
      return formatHours(processes.reduce((sum, { hours, people }) => sum + hours * people, 0));
    case "toolCosts":
      return `${formatUsd(stack.reduce((sum, { monthlyUsd }) => sum + monthlyUsd, 0))} a month`;
    default:
      return never(part);
  }
}

export function assumedSentence(parts: readonly AssumedPart[]): string {
  const names = parts.map((part) => assumptionLabels[part].what.toLowerCase());
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join();
  return `Typical values, not yet confirmed by anyone at the company, are used for: ${list}.`;
}
