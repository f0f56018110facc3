import type { DrawnAnalysis } from "#app/features/roi/analysis-shape.ts";

/*
 * The public sample: the analysis of the example firm. Its page contains only the draws; the browser recomputes the
 * rest.
 */

export const samplePath = "/sample-analysis";

export const sampleFirm = "Example firm";

export const sampleNote = "An example firm, not a client";

export const drawnPart = ({
  recommendation,
  range,
  projectRange,
  tornado,
  tornadoOf,
}: DrawnAnalysis): DrawnAnalysis => ({ recommendation, range, projectRange, tornado, tornadoOf });
