import { text, timestamp } from "drizzle-orm/pg-core";

/** Where the visit came from. The session id belongs to this visit of this browser and identifies nobody. */
export const visitColumns = () => ({
  sessionId: text("session_id"),
  utmSource: text("utm_source"),
  utmMedium: text("utm_medium"),
  utmCampaign: text("utm_campaign"),
});

/** When, where and to which words somebody agreed. */
export const consentColumns = () => ({
  consentedAt: timestamp("consented_at", { withTimezone: true }).notNull(),
  consentText: text("consent_text").notNull(),
  consentVersion: text("consent_version").notNull().default("1"),
  /** The page with the form; null when the request did not say. */
  consentPage: text("consent_page"),
});
