import { text, timestamp } from "drizzle-orm/pg-core";

/** The source of the visit. The session id identifies one visit of one browser, not a person. */
export const visitColumns = () => ({
  sessionId: text("session_id"),
  utmSource: text("utm_source"),
  utmMedium: text("utm_medium"),
  utmCampaign: text("utm_campaign"),
});

export const consentColumns = () => ({
  consentedAt: timestamp("consented_at", { withTimezone: true }).notNull(),
  consentText: text("consent_text").notNull(),
  consentVersion: text("consent_version").notNull().default("1"),
  consentPage: text("consent_page"),
});
