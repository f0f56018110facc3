import type { ToolCategory } from "../../../features/content/automation-terms.ts";

/** What a firm has to have for an automation to be built, in words. */
export const needWords: Readonly<Record<ToolCategory, string>> = {
  crm: "A CRM",
  forms: "A form tool",
  enrichment: "A source of company data",
  chat: "A team chat",
  documents: "A document tool",
  calendar: "Shared calendars",
  bi: "A reporting tool",
  email: "An e-mail tool",
  billing: "A billing system",
  ads: "Ad accounts",
  cms: "A content system",
  social: "A social publishing tool",
  support: "A ticket system",
  survey: "A survey tool",
};
