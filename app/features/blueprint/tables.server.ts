import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, timestamp, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { newId } from "../../lib/uuid.ts";
import { company, user } from "../accounts/tables.server.ts";
import type { Analysis } from "../roi/analysis-shape.ts";
import type { DraftInput, ModelInput } from "../roi/model-input.ts";
import type { BlueprintMode, BlueprintStatus, WizardStep } from "./blueprint.ts";

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
    /** Where to go on. */
    step: text().$type<WizardStep>().notNull().default("profile"),
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

/** One run of the return model: what it was given and what came out. Never changed; a new run is a new revision. */
export const analysis = pgTable(
  "analysis",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprint.id, { onDelete: "cascade" }),
    /** 1, 2, 3 … within its blueprint. */
    revision: integer().notNull(),
    modelVersion: text("model_version").notNull(),
    inputs: jsonb().$type<ModelInput>().notNull(),
    result: jsonb().$type<Analysis>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [unique("analysis_revision").on(table.blueprintId, table.revision)],
);

/**
 * A link by which anybody may read one revision. The token itself is nowhere: it is made from SECRET and this id. At most
 * one link of a blueprint is open; one that has ended never opens again.
 */
export const shareLink = pgTable(
  "share_link",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprint.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull().unique(),
    revision: integer().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("share_link_blueprint").on(table.blueprintId),
    uniqueIndex("share_link_open").on(table.blueprintId).where(sql`${table.endedAt} is null`),
  ],
);

/** What a language model wrote about one analysis, or why it was not kept. Without a row the built-in text is shown. */
export const narrative = pgTable("narrative", {
  analysisId: uuid("analysis_id")
    .primaryKey()
    .references(() => analysis.id, { onDelete: "cascade" }),
  /** Null when the text was discarded. */
  paragraphs: jsonb().$type<string[]>(),
  /** Why it was discarded, in words; null when it was kept. */
  discarded: text(),
  model: text().notNull(),
  createdAt: instant("created_at").notNull(),
});
