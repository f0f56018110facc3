import type { Analysis, Range } from "./analysis-shape.ts";
import { assumptionRows } from "./inputs/assumptions-table.ts";
import type { ModelInput } from "./inputs/model-input.ts";
import { analyze } from "./roi.ts";

type Since11 = "projectRange" | "tornadoOf" | "expectedImplementationCost" | "ownUpkeepMonthly";

export type StoredAnalysis = Omit<Analysis, Since11 | "range"> &
  Partial<Pick<Analysis, Since11>> & { range: Omit<Range, "npv3"> & Partial<Pick<Range, "npv3">> };

/** Completes a stored analysis: stored figures stay, missing fields are computed by its own version, origins are today's texts. */
export function completeAnalysis(inputs: ModelInput, found: StoredAnalysis): Analysis {
  const origins = new Map(assumptionRows().map(({ key, source, citation, url }) => [key, { source, citation, url }]));
  const assumptions = found.assumptions.map((row) => ({ ...row, ...origins.get(row.key) }));
  const stored = { ...found, assumptions };
  if (stored.projectRange !== undefined) return stored as Analysis;
  const again = analyze(inputs, { model: stored.modelVersion });
  return { ...again, ...stored, range: { ...again.range, ...stored.range } } as Analysis;
}
