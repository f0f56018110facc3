import type { Area } from "#app/features/content/automations/automation-terms.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import type { Analysis, Opportunity } from "#app/features/roi/analysis-shape.ts";
import { currentModel, type ScorePart } from "#app/features/roi/inputs/parameters.ts";

interface Reason {
  part: ScorePart;
  text: string;
  /** Whether the figures support the reason; a high score of the part is not enough. */
  holds: (first: Opportunity, result: Analysis, focus: Area) => boolean;
}

const reasons: readonly Reason[] = [
  {
    part: "value",
    text: "none of the others is worth more",
    holds: (first, { opportunities }) => opportunities.every(({ annualValue }) => annualValue <= first.annualValue),
  },
  {
    part: "fit",
    text: "it is in your focus area",
    holds: ({ id }, _, focus) => findAutomation(id)?.area === focus,
  },
  {
    part: "pain",
    text: "it covers work that you find painful",
    holds: ({ pain }) => pain >= 4,
  },
  { part: "readiness", text: "you have the tools it needs", holds: ({ ready }) => ready === 1 },
  { part: "ease", text: "it is a small build", holds: ({ effort }) => effort <= 2 },
];

/** Returns the two supported reasons with parts closest to their maximum points. */
export function firstReasons(first: Opportunity, result: Analysis, focus: Area): string {
  const points = result.working.opportunities.find(({ id }) => id === first.id)?.points;
  const share = (part: ScorePart) => (points?.[part] ?? 0) / currentModel.score[part];
  const found = reasons
    .filter(({ holds }) => holds(first, result, focus))
    .sort((one, other) => share(other.part) - share(one.part))
    .slice(0, 2)
    .map(({ text }) => text);
  return found.length > 0 ? found.join(", and ") : "it came first in the ranking";
}
