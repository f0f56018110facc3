import type { OpportunityKind } from "../analysis-shape.ts";

export const kindLabels: Readonly<Record<OpportunityKind, string>> = {
  "quick-win": "Quick win",
  core: "Core build",
  strategic: "Strategic build",
  later: "Later",
};
