import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { company, user } from "#app/features/accounts/tables.server.ts";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { newId } from "#app/lib/uuid.ts";
import { instant, partOf } from "#app/platform/database/columns.server.ts";
import type { AssumedPart, BlueprintMode, BlueprintStatus, WizardStep } from "./blueprint.ts";
import type { ColleaguePart, HeldAnswers } from "./colleagues.ts";

/** The inputs of a blueprint. `version` is incremented by each save; a save names the version it is based on. */
export const blueprint = pgTable(
  "blueprint",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: partOf("user_id", () => user.id),
    companyId: uuid("company_id").references(() => company.id, { onDelete: "set null" }),
    mode: text().$type<BlueprintMode>().notNull(),
    /** completed: has at least one analysis. Its inputs may have changed since then. */
    status: text().$type<BlueprintStatus>().notNull().default("draft"),
    version: integer().notNull().default(1),
    name: text().notNull().default(""),
    /** The company it is about: initially the user's own, editable. */
    companyName: text("company_name").notNull().default(""),
    companyWebsite: text("company_website").notNull().default(""),
    role: text().notNull().default(""),
    inputs: jsonb().$type<DraftInput>().notNull(),
    /** Values that the quick start filled in and the user has not confirmed. */
    assumed: jsonb().$type<AssumedPart[]>().notNull().default([]),
    step: text().$type<WizardStep>().notNull().default("profile"),
    /** The browser and system of the last save, such as "Chrome on Windows"; null before the first save. */
    changedOn: text("changed_on"),
    /** When its owner last opened the booking page to unlock it; the call unlocks the blueprint with the latest date. */
    callRequestedAt: instant("call_requested_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Hidden at once, permanently deleted by purgeBlueprints. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    index("blueprint_user").on(table.userId, table.updatedAt),
    index("blueprint_company").on(table.companyId),
    // Drafts are saved with every answer and are not searched.
    index("blueprint_folded")
      .using("gin", sql`search_fold(${table.companyName}) gin_trgm_ops`)
      .where(sql`${table.status} = 'completed' and ${table.deletedAt} is null`),
    // For processes of the release before; the next one can drop it.
    index("blueprint_search")
      .using("gin", table.companyName.op("gin_trgm_ops"))
      .where(sql`${table.status} = 'completed' and ${table.deletedAt} is null`),
    index("blueprint_deleted").on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    check("blueprint_mode", sql`${table.mode} in ('guided', 'quick')`),
    check("blueprint_status", sql`${table.status} in ('draft', 'completed')`),
    check("blueprint_step", sql`${table.step} in ('profile', 'tech-stack', 'processes')`),
  ],
);

/** A colleague's link to one process or the stack. The token is not stored: it is derived from SECRET and this id. */
export const colleagueLink = pgTable(
  "colleague_link",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: partOf("blueprint_id", () => blueprint.id),
    tokenHash: text("token_hash").notNull().unique(),
    name: text().notNull(),
    part: text().$type<ColleaguePart>().notNull(),
    /** The position of the process in the draft; null for the stack, and after the owner removed the process. */
    place: integer(),
    processName: text("process_name").notNull().default(""),
    /** Answers not in the draft yet: invalid ones, and those for fields that the owner changed meanwhile. */
    held: jsonb().$type<HeldAnswers>().notNull().default({}),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    savedAt: instant("saved_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("colleague_link_blueprint").on(table.blueprintId),
    check("colleague_link_part", sql`${table.part} in ('process', 'stack')`),
  ],
);
