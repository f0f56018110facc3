import type { Analysis, DrawnAnalysis } from "#app/features/roi/analysis-shape.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyzeBase, tornadoFor } from "#app/features/roi/roi.ts";

/*
 * The page of the public sample contains only the draws; the browser recomputes the rest.
 */

/** What takes 10,000 runs to compute. */
export type SampleDraws = Omit<DrawnAnalysis, "tornado">;

export const drawnPart = ({ recommendation, range, projectRange, tornadoOf }: DrawnAnalysis): SampleDraws => ({
  recommendation,
  range,
  projectRange,
  tornadoOf,
});

export const fromDraws = (drawn: SampleDraws): Analysis => ({
  ...analyzeBase(exampleFirm),
  ...drawn,
  tornado: tornadoFor(exampleFirm, drawn.tornadoOf),
});
