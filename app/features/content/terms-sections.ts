/** Separate from their text, which pages that only refer to a section need not load. */
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

export const termsSection = (id: TermsSectionId) => ({
  number: termsSectionIds.indexOf(id) + 1,
  href: `/terms-of-service#${id}`,
});
