import type { AutomationId } from "#app/features/content/automations/automation-terms.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";

/** A blueprint id and an optional revision; without it the newest. In URLs separated by a dot. */
export interface AnalysisAddress {
  blueprintId: string;
  revision: number | undefined;
}

/** Parses `0199…c1.2` into blueprint and revision; null if malformed. */
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

/** Returns the automations of both: those of the second in its order, then those only in the first. */
export function rankedPairs(before: Analysis, after: Analysis): RankedPair[] {
  const [one, other] = [standings(before), standings(after)];
  const ids = [...new Set([...other.keys(), ...one.keys()])];
  return ids.map((id) => ({ id, before: one.get(id) ?? null, after: other.get(id) ?? null }));
}

const standings = ({ opportunities }: Analysis): Map<AutomationId, Standing> =>
  new Map(opportunities.map(({ id, inScope, annualValue }, index) => [id, { rank: index + 1, inScope, annualValue }]));
