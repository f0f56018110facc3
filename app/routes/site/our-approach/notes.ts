import type { ClaimName } from "#app/features/roi/wording/claims.ts";

/** The claims of this page in the order in which a reader meets them. */
export const approachNotes = [
  "guarantee",
  "productivity",
  "overhead",
  "prediction",
] as const satisfies readonly ClaimName[];
