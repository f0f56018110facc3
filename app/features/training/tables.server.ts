import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#app/lib/uuid.ts";
import { consentColumns, visitColumns } from "#app/platform/signup-columns.server.ts";

/** Somebody registered for a training program. */
export const trainingRegistration = pgTable(
  "training_registration",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    email: text().notNull(),
    companyName: text("company_name").notNull(),
    /** Bare domain; null when none was given or what was given names no public host. */
    companyWebsite: text("company_website"),
    role: text(),
    industry: text(),
    /** Its title. */
    trainingProgram: text("training_program").notNull(),
    isConsumerDomain: boolean("is_consumer_domain").notNull(),
    registeredAt: timestamp("registered_at", { withTimezone: true }).notNull(),
    ...consentColumns(),
    ...visitColumns(),
  },
  (table) => [
    index("training_registration_email").on(table.email, table.registeredAt),
    check("training_registration_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);
