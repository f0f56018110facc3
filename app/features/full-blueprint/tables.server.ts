import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#app/features/accounts/tables.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { instant, partOf } from "#app/platform/database/columns.server.ts";
import type { CommentSide } from "./comments/comments.ts";
import type { FullBlueprintContent, FullBlueprintStage, UnlockMethod } from "./full-blueprint.ts";

export const unlock = pgTable(
  "unlock",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: partOf("blueprint_id", () => blueprint.id),
    method: text().$type<UnlockMethod>().notNull(),
    /** The id of the booking, the payment or the admin. */
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

/** A strategy call that took place, recorded once per booking; used for one blueprint, or kept for the next analysis. */
export const heldCall = pgTable(
  "held_call",
  {
    bookingId: uuid("booking_id").primaryKey(),
    userId: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** The address of the booking, for visitors without an account. */
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
    /** The newest version's. */
    publishedAt: instant("published_at"),
    /** The working copy. `draftVersion` counts its saves; a save names the one it is based on. */
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

/** A published version. Never changed; the next publication is the next version. */
export const fullBlueprintVersion = pgTable(
  "full_blueprint_version",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: partOf("blueprint_id", () => fullBlueprint.blueprintId),
    /** 1, 2, 3 … within its blueprint. */
    number: integer().notNull(),
    content: jsonb().$type<FullBlueprintContent>().notNull(),
    note: text().notNull().default(""),
    publishedAt: instant("published_at").notNull(),
    publishedBy: uuid("published_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    unique("full_blueprint_version_number").on(table.blueprintId, table.number),
    index("full_blueprint_version_publisher").on(table.publishedBy),
  ],
);

/** A completed task. The tick is kept in later versions, by the task's id. */
export const completedTask = pgTable(
  "completed_task",
  {
    blueprintId: partOf("blueprint_id", () => fullBlueprint.blueprintId),
    taskId: text("task_id").notNull(),
    doneAt: instant("done_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.blueprintId, table.taskId] })],
);

/** The comments on one section, by the section's id: they survive new versions and the removal of the section. */
export const sectionThread = pgTable(
  "section_thread",
  {
    blueprintId: partOf("blueprint_id", () => fullBlueprint.blueprintId),
    sectionId: text("section_id").notNull(),
    /** At the time of the latest comment. */
    title: text().notNull(),
    /** Since when the client has been waiting for an answer; null if answered. */
    openSince: instant("open_since"),
  },
  (table) => [
    primaryKey({ columns: [table.blueprintId, table.sectionId] }),
    index("section_thread_open").on(table.openSince).where(sql`${table.openSince} is not null`),
  ],
);

export const sectionComment = pgTable(
  "section_comment",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: uuid("blueprint_id").notNull(),
    sectionId: text("section_id").notNull(),
    side: text().$type<CommentSide>().notNull(),
    /** Null if the architect's account was deleted. */
    authorId: uuid("author_id").references(() => user.id, { onDelete: "set null" }),
    body: text().notNull(),
    createdAt: instant("created_at").notNull(),
    /** When the other side was mailed about it or answered; afterwards it cannot be deleted. */
    noticedAt: instant("noticed_at"),
  },
  (table) => [
    foreignKey({
      name: "section_comment_thread",
      columns: [table.blueprintId, table.sectionId],
      foreignColumns: [sectionThread.blueprintId, sectionThread.sectionId],
    }).onDelete("cascade"),
    index("section_comment_thread").on(table.blueprintId, table.sectionId, table.id),
    index("section_comment_author").on(table.authorId),
    index("section_comment_unnoticed").on(table.createdAt).where(sql`${table.noticedAt} is null`),
    check("section_comment_side", sql`${table.side} in ('client', 'architect')`),
  ],
);
