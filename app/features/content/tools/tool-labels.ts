import type { ToolCategory } from "../automations/automation-terms.ts";

export const toolCategoryLabels: Readonly<Record<ToolCategory, string>> = {
  crm: "CRM",
  forms: "Forms",
  enrichment: "Enrichment",
  chat: "Team chat",
  documents: "Documents and signatures",
  calendar: "Booking calendar",
  bi: "Reporting",
  email: "Email marketing",
  billing: "Billing",
  ads: "Advertising",
  cms: "Website content",
  social: "Social publishing",
  support: "Support desk",
  survey: "Surveys",
};

/** `crm` → `CRM`, `office-suite` → `Office suite`. */
export function categoryLabel(category: string): string {
  const known = toolCategoryLabels[category as ToolCategory];
  if (known) return known;
  const words = category.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Like `categoryLabel`, inside a sentence: `email marketing`, but `CRM`. */
export function categoryInSentence(category: string): string {
  const words = categoryLabel(category);
  return /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
