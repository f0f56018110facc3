import { textSummary } from "./texts/text-facts.ts";

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

/** Its number in the terms that apply; the firm can change them, so call this on the server when a text is made. */
export const termsSection = (id: TermsSectionId) => ({
  number: (textSummary().terms ?? termsSectionIds).indexOf(id) + 1,
  href: `/terms-of-service#${id}`,
});
