import type { ClaimName } from "#app/features/roi/wording/claims.ts";

/** The claims of this page in the order in which a reader meets them: their place is the number of their mark. */
export const homeNotes = [
  "hoursHome",
  "roiFirstYear",
  "productivity",
  "overhead",
  "prediction",
] as const satisfies readonly ClaimName[];

export const numberOf = (claim: (typeof homeNotes)[number]): number => homeNotes.indexOf(claim) + 1;
