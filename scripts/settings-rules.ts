/*
 * Where settings may be read (decision 0120). process.env: in one file of the platform. env(), the process settings: in
 * the platform, server/, app/routes and app/shell, and in the feature files listed here. The
 * firm's time zone comes from app/platform/company-dates.server.ts in every feature (decision 0171).
 */

/** Mail templates are rendered without a request context. */
const mailTemplate = /^app\/features\/(?:[^/]+\/emails\/[^/]+\.tsx|mail\/frame\.tsx|newsletter\/issue-body\.tsx)$/;

/** Other feature files that can call env(), by reason. Remove a file that no longer calls it. */
export const ambientSettings: Readonly<Record<string, readonly string[]>> = {
  "keys a hash, token or cipher with SECRET, far below the command that needs it": [
    "accounts/second-factor/codes.server.ts",
    "accounts/second-factor/factor-enrollment.server.ts",
    "accounts/session.server.ts",
    "analytics/collecting/session-key.server.ts",
    "mail/reply-address.server.ts",
    "security/address-hash.server.ts",
    "security/preview-tokens.server.ts",
    "webhooks/signing.server.ts",
  ],
  "writes a link to the site into a mail or file": [
    "analysis/share-token.server.ts",
    "booking/bookings/manage-token.server.ts",
    "mail/clicks/link-token.server.ts",
    "wizard/colleagues/colleague-token.server.ts",
    "accounts/email/email-change.server.ts",
    "accounts/email/email-links.server.ts",
    "accounts/passwords/reset-mail.server.ts",
    "accounts/security-alarm.server.ts",
    "analysis/analysis-pdf.server.ts",
    "analysis/sample-analysis.server.ts",
    "analytics/shared-links.server.ts",
    "analytics/weekly-link.server.ts",
    "billing/checkout.server.ts",
    "accounts/passkeys/relying-party.server.ts",
    "accounts/sign-in-link/link-mail.server.ts",
    "booking/bookings/booked-call.server.ts",
    "booking/bookings/brief.server.ts",
    "booking/hosts/hosts.server.ts",
    "content/site-facts.server.ts",
    "mail/mail.server.ts",
    "mail/unread-reports.server.ts",
    "newsletter/leave-link.server.ts",
    "sequences/leave-link.server.ts",
  ],
  "checks whether an external service is configured": [
    "accounts/providers/openid.server.ts",
    "accounts/sign-in/library.server.ts",
    "analysis/language-model.server.ts",
    "billing/stripe-events.server.ts",
    "billing/stripe.server.ts",
    "booking/calendly/calendly-frame.server.ts",
    "mail/mailbox.server.ts",
    "security/page-settings.server.ts",
    "webhooks/reach.server.ts",
  ],
  "compares addresses with the site's own": [
    "mail/bounces.server.ts",
    "mail/replies.server.ts",
    "newsletter/archive.server.ts",
    "security/stored-address.server.ts",
  ],
  "applies the company's zone, delay, address or rule": [
    "access/access.server.ts",
    "billing/pdf/files.server.ts",
    "billing/documents.server.ts",
    "booking/availability/calendar.server.ts",
    "booking/hosts/default-host.server.ts",
    "full-blueprint/full-blueprint.server.ts",
    "newsletter/pending.server.ts",
    "sequences/settings.server.ts",
  ],
};

const listed = new Set(
  Object.values(ambientSettings)
    .flat()
    .map((file) => `app/features/${file}`),
);
const isTest = /\.test\.tsx?$/;
const readsEnvironment = /\bprocess\s*(?:\??\.\s*env\b|\??\.?\[\s*["'`]env)|from "(?:node:)?process"/;
const mayRead = /^app\/(platform\/(env|log)\.server|features\/webhooks\/verifier-code)\.ts$/;
const importsEnv = /import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*"[^"]*platform\/env\.server\.ts"/;

export function settingsProblems(file: string, text: string): string[] {
  if (isTest.test(file) || !/^(app|server)\//.test(file)) return [];
  const problems: string[] = [];
  if (readsEnvironment.test(text) && !mayRead.test(file))
    problems.push("settings are read in app/platform/env.server.ts only");
  const callsEnv = importsEnv.test(text);
  if (callsEnv && /^app\/features\//.test(file) && !listed.has(file) && !mailTemplate.test(file))
    problems.push("a feature gets settings as an argument; the exceptions are in scripts/settings-rules.ts");
  if (!callsEnv && listed.has(file)) problems.push("no longer calls env(): remove it from scripts/settings-rules.ts");
  return problems;
}

export const goneExceptions = (files: readonly string[]): string[] =>
  [...listed]
    .filter((file) => !files.includes(file))
    .map((file) => `${file}: remove it from scripts/settings-rules.ts`);
