import type { AutomationId } from "#app/features/content/automation-terms.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";

/** One analysis in an address: the blueprint's id, and the revision after a dot; without it the newest. */
export interface AnalysisAddress {
  blueprintId: string;
  revision: number | undefined;
}

/** `0199…c1.2` → blueprint and revision; null for anything else. */
export function readAnalysisAddress(text: string): AnalysisAddress | null {
  const match = /^([0-9a-f-]{36})(?:\.([1-9]\d{0,5}))?$/.exec(text);
  return match && { blueprintId: match[1]!, revision: match[2] === undefined ? undefined : Number(match[2]) };
}

export const analysisAddress = (blueprintId: string, revision: number): string => `${blueprintId}.${revision}`;

export const comparePath = (a: string, b: string): string => `/blueprint/compare?a=${a}&b=${b}`;

export interface RankedPair {
  id: AutomationId;
  before: Standing | null;
  after: Standing | null;
}
export interface Standing {
  rank: number;
  inScope: boolean;
  annualValue: number;
}

/** The automations of both, in the order of the second and then what only the first had. */
export function rankedPairs(before: Analysis, after: Analysis): RankedPair[] {
  const [one, other] = [standings(before), standings(after)];
  const ids = [...new Set([...other.keys(), ...one.keys()])];
  return ids.map((id) => ({ id, before: one.get(id) ?? null, after: other.get(id) ?? null }));
}

const standings = ({ opportunities }: Analysis): Map<AutomationId, Standing> =>
  new Map(opportunities.map(({ id, inScope, annualValue }, index) => [id, { rank: index + 1, inScope, annualValue }]));
