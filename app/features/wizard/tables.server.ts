import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { company, user } from "#app/features/accounts/tables.server.ts";
import type { DraftInput } from "#app/features/roi/model-input.ts";
import { newId } from "#app/lib/uuid.ts";
import type { AssumedPart, BlueprintMode, BlueprintStatus, WizardStep } from "./blueprint.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What a person is filling in, or has filled in. `version` counts its savings; a saving names the one it builds on. */
export const blueprint = pgTable(
  "blueprint",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    companyId: uuid("company_id").references(() => company.id, { onDelete: "set null" }),
    mode: text().$type<BlueprintMode>().notNull(),
    /** completed: it has at least one analysis. Its inputs may have changed since. */
    status: text().$type<BlueprintStatus>().notNull().default("draft"),
    version: integer().notNull().default(1),
    /** The company it is about; it starts as the person's own and may be another. */
    companyName: text("company_name").notNull().default(""),
    companyWebsite: text("company_website").notNull().default(""),
    role: text().notNull().default(""),
    /** As far as it is filled in; obeys the bounds of the model's input. */
    inputs: jsonb().$type<DraftInput>().notNull(),
    /** What the quick start filled in and nobody has answered yet. */
    assumed: jsonb().$type<AssumedPart[]>().notNull().default([]),
    /** Where to go on. */
    step: text().$type<WizardStep>().notNull().default("profile"),
    /** When its owner last went to book the call that unlocks it: of several blueprints the call is for this one. */
    callAskedAt: instant("call_asked_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Out of sight at once, gone for good after the days that purgeBlueprints keeps. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    index("blueprint_user").on(table.userId, table.updatedAt),
    index("blueprint_company").on(table.companyId),
    index("blueprint_deleted").on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    check("blueprint_mode", sql`${table.mode} in ('guided', 'quick')`),
    check("blueprint_status", sql`${table.status} in ('draft', 'completed')`),
    check("blueprint_step", sql`${table.step} in ('profile', 'tech-stack', 'processes')`),
  ],
);
