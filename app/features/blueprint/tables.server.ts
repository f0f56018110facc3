import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { company, user } from "#app/features/accounts/tables.server.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { DraftInput, ModelInput } from "#app/features/roi/model-input.ts";
import { newId } from "#app/lib/uuid.ts";
import type { AssumedPart, BlueprintMode, BlueprintStatus, WizardStep } from "./blueprint.ts";
import type { FullBlueprintContent, FullBlueprintStage, UnlockMethod } from "./full-blueprint.ts";

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

/** One unlocking of a full blueprint. Withdrawn: it counts no more, and the blueprint can be unlocked again. */
export const unlock = pgTable(
  "unlock",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprint.id, { onDelete: "cascade" }),
    method: text().$type<UnlockMethod>().notNull(),
    /** What it rests on: the id of the booking, of the payment, or of the admin. */
    reference: text().notNull(),
    unlockedAt: instant("unlocked_at").notNull(),
    withdrawnAt: instant("withdrawn_at"),
  },
  (table) => [
    uniqueIndex("unlock_once").on(table.blueprintId).where(sql`${table.withdrawnAt} is null`),
    index("unlock_blueprint").on(table.blueprintId),
    check("unlock_method", sql`${table.method} in ('call', 'payment', 'admin')`),
  ],
);

/** A strategy call that took place, told once per booking; used for one blueprint, or kept for the next analysis. */
export const heldCall = pgTable(
  "held_call",
  {
    bookingId: uuid("booking_id").primaryKey(),
    userId: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** As it was booked, for those who had no account then. */
    email: text().notNull(),
    heldAt: instant("held_at").notNull(),
    blueprintId: uuid("blueprint_id").references(() => blueprint.id, { onDelete: "set null" }),
  },
  (table) => [
    index("held_call_user").on(table.userId),
    index("held_call_email").on(table.email),
    index("held_call_blueprint").on(table.blueprintId),
    check("held_call_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

/** The build drawings of one unlocked blueprint: where they stand, and what the architect is writing. */
export const fullBlueprint = pgTable(
  "full_blueprint",
  {
    blueprintId: uuid("blueprint_id")
      .primaryKey()
      .references(() => blueprint.id, { onDelete: "cascade" }),
    stage: text().$type<FullBlueprintStage>().notNull().default("requested"),
    architectId: uuid("architect_id").references(() => user.id, { onDelete: "set null" }),
    requestedAt: instant("requested_at").notNull(),
    assignedAt: instant("assigned_at"),
    /** When the kickoff session was completed; the target date counts from here and the fee is final. */
    kickoffAt: instant("kickoff_at"),
    reviewAt: instant("review_at"),
    /** Of the newest version. */
    publishedAt: instant("published_at"),
    /** The working copy. `draftVersion` counts its savings; a saving names the one it builds on. */
    draft: jsonb().$type<FullBlueprintContent>().notNull(),
    draftVersion: integer("draft_version").notNull().default(1),
    savedAt: instant("saved_at").notNull(),
    savedBy: uuid("saved_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    index("full_blueprint_architect").on(table.architectId),
    index("full_blueprint_saved_by").on(table.savedBy),
    index("full_blueprint_stage").on(table.stage, table.requestedAt),
    check("full_blueprint_stage_name", sql`${table.stage} in ('requested', 'assigned', 'in-review', 'published')`),
  ],
);

/** What a client was shown. Never changed; the next publication is the next version. */
export const fullBlueprintVersion = pgTable(
  "full_blueprint_version",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => fullBlueprint.blueprintId, { onDelete: "cascade" }),
    /** 1, 2, 3 … within its blueprint. */
    number: integer().notNull(),
    content: jsonb().$type<FullBlueprintContent>().notNull(),
    /** What changed, in the architect's words. */
    note: text().notNull().default(""),
    publishedAt: instant("published_at").notNull(),
    publishedBy: uuid("published_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    unique("full_blueprint_version_number").on(table.blueprintId, table.number),
    index("full_blueprint_version_publisher").on(table.publishedBy),
  ],
);

/** A task the client has done. It keeps its tick through later versions, by the task's id. */
export const taskTick = pgTable(
  "task_tick",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => fullBlueprint.blueprintId, { onDelete: "cascade" }),
    taskId: text("task_id").notNull(),
    doneAt: instant("done_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.blueprintId, table.taskId] })],
);
