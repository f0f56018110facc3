import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "../../lib/uuid.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });
const id = () => uuid().primaryKey().$defaultFn(newId);
/** Where the visit came from; the session id is the visitor's own, of this visit, and names nobody. */
const visit = () => ({
  sessionId: text("session_id"),
  utmSource: text("utm_source"),
  utmMedium: text("utm_medium"),
  utmCampaign: text("utm_campaign"),
});
/** When somebody agreed, and the very sentence they agreed to. */
const consent = () => ({ consentedAt: instant("consented_at").notNull(), consentText: text("consent_text").notNull() });

/** An address that gets the newsletter; one row for each, ever. */
export const newsletterSubscriber = pgTable(
  "newsletter_subscriber",
  {
    id: id(),
    email: text().notNull().unique(),
    /** The form it came from, such as "popup". */
    source: text().notNull(),
    isConsumerDomain: boolean("is_consumer_domain").notNull(),
    ...consent(),
    ...visit(),
  },
  (table) => [check("newsletter_subscriber_email_lower_case", sql`${table.email} = lower(${table.email})`)],
);

/** Somebody registered for a training program. */
export const trainingRegistration = pgTable(
  "training_registration",
  {
    id: id(),
    email: text().notNull(),
    companyName: text("company_name").notNull(),
    /** Bare domain; null when none was given or what was given names no public host. */
    companyWebsite: text("company_website"),
    role: text(),
    industry: text(),
    /** Its title. */
    trainingProgram: text("training_program").notNull(),
    isConsumerDomain: boolean("is_consumer_domain").notNull(),
    registeredAt: instant("registered_at").notNull(),
    ...consent(),
    ...visit(),
  },
  (table) => [
    index("training_registration_email").on(table.email, table.registeredAt),
    check("training_registration_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);
