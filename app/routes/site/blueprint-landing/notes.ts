import type { ClaimName } from "#app/features/roi/wording/claims.ts";

/** The claims of this page in the order in which a reader meets them: their place is the number of their mark. */
export const landingNotes = [
  "aiPowered",
  "handmade",
  "hoursLanding",
  "roiFirstYear",
  "stackCost",
  "architect",
  "guarantee",
] as const satisfies readonly ClaimName[];

export const numberOf = (claim: (typeof landingNotes)[number]): number => landingNotes.indexOf(claim) + 1;
