import type { ToolCategory } from "#app/features/content/automations/automation-terms.ts";

/** What a firm has to have for an automation to be built, in words. */
export const needLabels: Readonly<Record<ToolCategory, string>> = {
  crm: "a CRM",
  forms: "a form tool",
  enrichment: "a source of company data",
  chat: "a team chat",
  documents: "a document tool",
  calendar: "shared calendars",
  bi: "a reporting tool",
  email: "an email tool",
  billing: "a billing system",
  ads: "ad accounts",
  cms: "a content system",
  social: "a social publishing tool",
  support: "a ticket system",
  survey: "a survey tool",
};
