import type { DrawnAnalysis } from "#app/features/roi/analysis-shape.ts";

/*
 * The public sample: the analysis of the example firm, by the same engine, page and files as every other. Its page has the
 * draws only; the browser computes the rest again, exactly, in milliseconds.
 */

export const samplePath = "/sample-analysis";

export const sampleFirm = "Example firm";

/** Said wherever the sample is shown. */
export const sampleNote = "An example firm, not a client";

export const drawnPart = ({
  recommendation,
  range,
  projectRange,
  tornado,
  tornadoOf,
}: DrawnAnalysis): DrawnAnalysis => ({ recommendation, range, projectRange, tornado, tornadoOf });
