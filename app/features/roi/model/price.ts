import type { OpportunityKind } from "../analysis-shape.ts";
import type { CompanyInput } from "../inputs/model-input.ts";
import { type Assumptions, isRegulated } from "../inputs/parameters.ts";
import { roundToStep, sumOf } from "./arithmetic.ts";
import type { Choice } from "./choice.ts";
import type { CountedProcess } from "./manual-hours.ts";

export interface PricedChoice extends Choice {
  inScope: boolean;
  kind: OpportunityKind;
  /** Price in USD before the factors of the whole project. */
  rawUsd: number;
  /** USD. In scope: its share of the project price. Later: its standalone price. */
  costUsd: number;
  /** Months until its own value covers its price; null without value. */
  paybackMonths: number | null;
}

export interface ProjectPrice {
  choices: PricedChoice[];
  implementationUsd: number;
  /** Sum of the raw prices in scope, USD. */
  rawUsd: number;
  sizeFactor: number;
  integrations: number;
  integrationFactor: number;
}

/** Step 3 of the model: prices each choice, keeps those that pay back within a year, and prices them together. */
export function priceChoices(
  company: CompanyInput,
  choices: readonly Choice[],
  processes: readonly CountedProcess[],
  assumptions: Assumptions,
): ProjectPrice {
  const { price } = assumptions;
  const sizeFactor = sizeFactorOf(processes, assumptions);
  const drafts = choices.map((choice) => {
    const rawUsd = rawPrice(company, choice.automation.effort, choice.readiness, assumptions);
    return { choice, rawUsd, inScope: rawUsd * sizeFactor <= valueInScopeMonths(choice, assumptions) };
  });
  const scope = drafts.filter((draft) => draft.inScope);
  const integrations = new Set(scope.flatMap((draft) => draft.choice.automation.needs)).size;
  const integrationFactor = Math.min(
    price.integrationsMost,
    1 + price.perIntegration * Math.max(0, integrations - price.integrationsIncluded),
  );
  const rawUsd = sumOf(scope, (draft) => draft.rawUsd);
  const total = roundToStep(integrationFactor * sizeFactor * rawUsd, price.roundToUsd);
  const implementationUsd = scope.length > 0 ? Math.max(price.leastUsd, Math.min(price.maxUsd, total)) : 0;
  return {
    choices: drafts.map((draft) => {
      const costUsd = draft.inScope
        ? (implementationUsd * draft.rawUsd) / rawUsd
        : roundToStep(draft.rawUsd * sizeFactor, price.roundToUsd);
      return {
        ...draft.choice,
        inScope: draft.inScope,
        kind: draft.inScope ? kindOf(draft.choice.automation.effort) : "later",
        rawUsd: draft.rawUsd,
        costUsd,
        paybackMonths: monthsToEarn(costUsd, draft.choice.value),
      };
    }),
    implementationUsd,
    rawUsd,
    sizeFactor,
    integrations,
    integrationFactor,
  };
}

/** Price of one automation before the project's factors. `readiness`: share of its tools in the stack. */
export function rawPrice(company: CompanyInput, effort: number, readiness: number, assumptions: Assumptions): number {
  const { price, regulated } = assumptions;
  return (
    price.perEffortUsd *
    effort *
    (1 + price.unreadySurcharge * (1 - readiness)) *
    (isRegulated(company.industry) ? regulated.price : 1)
  );
}

const valueInScopeMonths = (choice: Choice, assumptions: Assumptions) => (choice.value * assumptions.scopeMonths) / 12;

function sizeFactorOf(processes: readonly CountedProcess[], { price }: Assumptions): number {
  const people = sumOf(processes, (process) => process.people);
  return 1 + price.perDoubling * Math.max(0, Math.log2(people / price.peopleIncluded));
}

function kindOf(effort: number): Exclude<OpportunityKind, "later"> {
  if (effort <= 2) return "quick-win";
  return effort >= 4 ? "strategic" : "core";
}

/** A value too small for a finite payback counts as none. */
function monthsToEarn(costUsd: number, yearlyUsd: number): number | null {
  const months = costUsd / (yearlyUsd / 12);
  return Number.isFinite(months * 1000) ? months : null;
}
