/** The sections of the terms in order, apart from their text: pages and documents refer to a section without carrying all of it. */
export const termsSectionIds = [
  "agreement",
  "services",
  "accounts",
  "free-analysis",
  "full-blueprint",
  "projects",
  "retainer",
  "fees",
  "use",
  "ownership",
  "confidentiality",
  "warranty",
  "termination",
  "general",
] as const;
export type TermsSectionId = (typeof termsSectionIds)[number];

/** Its printed number and its address. */
export const termsSection = (id: TermsSectionId) => ({
  number: termsSectionIds.indexOf(id) + 1,
  href: `/terms-of-service#${id}`,
});
