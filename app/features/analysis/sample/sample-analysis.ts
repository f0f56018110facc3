/** The public sample: the analysis of the example firm. */
export const samplePath = "/sample-analysis";

export const sampleFirm = "Example firm";

export const sampleNote = "An example firm, not a client";
