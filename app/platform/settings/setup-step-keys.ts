/** The steps of the checklist "Set up your firm". */
export const setupStepKeys = [
  "name",
  "legal",
  "mail",
  "sender",
  "calendar",
  "people",
  "payments",
  "sign-in",
  "backup",
  "demo",
] as const;
export type SetupStepKey = (typeof setupStepKeys)[number];
