import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#app/lib/uuid.ts";
import { consentColumns, visitColumns } from "#app/platform/database/signup-columns.server.ts";

export const trainingRegistration = pgTable(
  "training_registration",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    email: text().notNull(),
    companyName: text("company_name").notNull(),
    /** Bare domain; null if the website was missing or has no public host name. */
    companyWebsite: text("company_website"),
    /** As it was typed. */
    typedWebsite: text("typed_website"),
    role: text(),
    industry: text(),
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
