import { ownValue } from "#app/lib/program/own-value.ts";

export const securityKinds = [
  "decoy",
  "decoy_report",
  "hidden_field",
  "sign_in",
  "limit",
  "refused",
  "page_report",
] as const;
export type SecurityKind = (typeof securityKinds)[number];

export const securityKindLabels: Record<SecurityKind, string> = {
  decoy: "Decoy",
  decoy_report: "Reported decoy",
  hidden_field: "Hidden field",
  sign_in: "Failed sign-in",
  limit: "Rate limit",
  refused: "Refused",
  page_report: "Reported by a page",
};

/** Events that page scripts report as `security_event` (decision 0140). */
export const pageReports = [
  "devtools_detected",
  "honeypot_triggered",
  "console_spam",
  "chunk_load_error",
  "page_error",
] as const;
export type PageReport = (typeof pageReports)[number];

/** Labels of refusal codes; other rules are shown unchanged. */
const ruleLabels: Record<string, string> = {
  invalid_credentials: "Wrong email or password",
  wrong_code: "Wrong code",
  challenge_over: "Code after the sign-in expired",
  second_factor_missing: "Admin without a second factor",
  fresh_code_required: "Action without a recent code",
  too_many: "Too many requests",
  mailbox_limit: "Too many emails to one mailbox",
  not_admin: "Admin rights missing",
  foreign_origin: "Request from another site",
  unknown_host: "Unknown host name",
  body_too_large: "Body too large",
  method_not_allowed: "Method not allowed",
  forbidden: "Page without the right",
  devtools_detected: "Developer tools opened",
  honeypot_triggered: "Hidden field filled in",
  console_spam: "More than 50 console messages in 5 seconds",
  chunk_load_error: "Code of a page did not load",
  page_error: "Error shown on a page",
};

export const ruleLabel = (rule: string): string => ownValue(ruleLabels, rule) ?? rule;

/** Periods of the page, in days. The longest is the retention. */
export const securityPeriods = [1, 7, 30, 90] as const;
