import { type SQLWrapper, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#app/features/accounts/tables.server.ts";
import { id, instant, oneOf, partOf } from "#app/platform/database/columns.server.ts";
import type { ImportChoices } from "./import/import-file.ts";
import type { MergeColumn } from "./merging/merge-fields.ts";
import type { Signal, Source } from "./projection/projection.ts";
import type { ContactField } from "./prospect-fields.ts";
import { type LostReason, type Stage, stageKeys } from "./prospects/stages.ts";

export type StoredSignal = Omit<Signal, "lastAt"> & { lastAt: string };

/** The part of an address before the at sign, without dots and a `+` tag. */
export const mailboxOf = (email: SQLWrapper) =>
  sql`replace(split_part(split_part(lower(${email}), '@', 1), '+', 1), '.', '')`;

/**
 * A person the firm may sell to; one row per person, with one or more addresses. The first group of columns follows from the event log
 * (projection.ts) and is rebuilt by a replay, the second is the firm's own data.
 */
export const prospect = pgTable(
  "prospect",
  {
    id: id(),
    /** The address that is displayed and used for mail. All addresses: `prospect_address`. */
    email: text().notNull(),
    userId: uuid("user_id"),
    /** The full name, as written. */
    name: text(),
    /** Null in rows from before these fields, and if unknown; read both through `namesOf`. */
    firstName: text("first_name"),
    lastName: text("last_name"),
    company: text(),
    /** Bare domain of the company; null for consumer mail providers. Groups prospects by company. */
    domain: text(),
    website: text(),
    role: text(),
    phone: text(),
    industry: text(),
    employees: integer(),
    source: text().$type<Source>(),
    stage: text().$type<Stage>().notNull().default("lead"),
    stageSince: instant("stage_since").notNull(),
    lostReason: text("lost_reason").$type<LostReason>(),
    lostNote: text("lost_note"),
    /** What the automations would save the client in a year, in US cents: never income of the firm. */
    valueCents: bigint("value_cents", { mode: "number" }),
    paidCents: bigint("paid_cents", { mode: "number" }).notNull().default(0),
    signals: jsonb().$type<Record<string, StoredSignal>>().notNull().default({}),
    /** 0 to 100 as of `scored_at`; intent decays, so a nightly job refreshes it. */
    score: integer().notNull().default(0),
    scoredAt: instant("scored_at").notNull(),
    lastActivityAt: instant("last_activity_at"),
    createdAt: instant("created_at").notNull(),

    /** Contact fields with a value from a form that anyone can fill in about anyone; follows from the event log. */
    unconfirmedFields: text("unconfirmed_fields").array().$type<ContactField[]>().notNull().default([]),

    /** Fields that an admin edited; they no longer follow events. */
    editedFields: text("edited_fields").array().$type<ContactField[]>().notNull().default([]),
    ownerId: uuid("owner_id").references(() => user.id, { onDelete: "set null" }),
    tags: text().array().notNull().default([]),
    expectedClose: date("expected_close"),
    /** Increases with every change of a field of the contact form; an older open form is refused. */
    version: integer().notNull().default(1),
    /** The prospect into which it was merged; it then appears in no list. */
    mergedInto: uuid("merged_into"),
  } satisfies Record<ContactField, unknown> & Record<string, unknown>,
  (table) => [
    // One index per order of the table and for the board's columns; they exclude merged rows.
    index("prospect_board").on(table.stage, table.score, table.id).where(sql`${table.mergedInto} is null`),
    // Index-only scans for counts and sums per stage.
    index("prospect_sums").on(table.stage, table.valueCents).where(sql`${table.mergedInto} is null`),
    index("prospect_by_score").on(table.score, table.id).where(sql`${table.mergedInto} is null`),
    index("prospect_by_activity")
      .on(sql`coalesce(${table.lastActivityAt}, ${table.createdAt})`, table.id)
      .where(sql`${table.mergedInto} is null`),
    index("prospect_by_value")
      .on(sql`coalesce(${table.valueCents}, 0)`, table.id)
      .where(sql`${table.mergedInto} is null`),
    index("prospect_by_stage_since").on(table.stageSince, table.id).where(sql`${table.mergedInto} is null`),
    index("prospect_by_company")
      .on(sql`lower(coalesce(${table.company}, ${table.email}))`, table.id)
      .where(sql`${table.mergedInto} is null`),
    index("prospect_owner").on(table.ownerId, table.stage),
    index("prospect_domain").on(table.domain, table.score, table.id).where(sql`${table.mergedInto} is null`),
    index("prospect_user").on(table.userId),
    index("prospect_merged_into").on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
    index("prospect_tags").using("gin", table.tags),
    index("prospect_tagged")
      .on(table.score, table.id)
      .where(sql`${table.mergedInto} is null and ${table.tags} <> '{}'`),
    // For likely duplicates.
    index("prospect_folded_name").on(sql`search_fold(${table.name})`).where(sql`${table.mergedInto} is null`),
    index("prospect_mailbox").on(mailboxOf(table.email)).where(sql`${table.mergedInto} is null`),
    index("prospect_folded").using(
      "gin",
      sql`search_fold(${table.email} || ' ' || coalesce(${table.name}, '') || ' ' || coalesce(${table.company}, '')) gin_trgm_ops`,
    ),
    // For processes of the release before; the next one can drop it.
    index("prospect_search").using(
      "gin",
      sql`(${table.email} || ' ' || coalesce(${table.name}, '') || ' ' || coalesce(${table.company}, '')) gin_trgm_ops`,
    ),
    check("prospect_stage", sql`${table.stage} in (${oneOf(stageKeys)})`),
    check("prospect_lost_with_reason", sql`${table.lostReason} is null or ${table.stage} = 'lost'`),
  ],
);

/** The address of a deleted prospect, as a keyed hash. Its events up to `lastEvent` no longer make a prospect. */
export const prospectRemoval = pgTable("prospect_removal", {
  addressHash: text("address_hash").primaryKey(),
  lastEvent: uuid("last_event").notNull(),
  removedAt: instant("removed_at").notNull(),
});

/** Every address of a prospect. An address belongs to one prospect, so a person is never in the pipeline twice. */
export const prospectAddress = pgTable(
  "prospect_address",
  {
    email: text().primaryKey(),
    prospectId: partOf("prospect_id", () => prospect.id),
  },
  (table) => [
    index("prospect_address_prospect").on(table.prospectId),
    check("prospect_address_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

/** A prospect's history of stages, one row per change, with the event that caused it. Follows from the log. */
export const prospectStageChange = pgTable(
  "prospect_stage_change",
  {
    prospectId: partOf("prospect_id", () => prospect.id),
    eventId: uuid("event_id").notNull(),
    from: text("from_stage").$type<Stage>(),
    to: text("to_stage").$type<Stage>().notNull(),
    at: instant("at").notNull(),
    by: uuid("changed_by"),
    reason: text().$type<LostReason>(),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.prospectId, table.eventId] }),
    index("prospect_stage_change_at").on(table.to, table.at),
  ],
);

export const prospectNote = pgTable(
  "prospect_note",
  {
    id: id(),
    prospectId: partOf("prospect_id", () => prospect.id),
    body: text().notNull(),
    authorId: uuid("author_id").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    editedAt: instant("edited_at"),
    version: integer().notNull().default(1),
  },
  (table) => [index("prospect_note_prospect").on(table.prospectId, table.createdAt)],
);

/** Admins who were mailed about a mention in a note; a later edit does not mail them again. */
export const prospectNoteMention = pgTable(
  "prospect_note_mention",
  {
    noteId: partOf("note_id", () => prospectNote.id),
    userId: partOf("user_id", () => user.id),
    mailedAt: instant("mailed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.userId] }),
    index("prospect_note_mention_user").on(table.userId),
  ],
);

/** Days on which a person was mailed the list of due tasks, in the person's own time zone. Allows one mail per day. */
export const prospectTaskReminder = pgTable(
  "prospect_task_reminder",
  {
    userId: partOf("user_id", () => user.id),
    day: date().notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

export type TaskOrigin = "sequence" | "reply" | "rejection";

export const prospectTask = pgTable(
  "prospect_task",
  {
    id: id(),
    prospectId: partOf("prospect_id", () => prospect.id),
    title: text().notNull(),
    dueOn: date("due_on"),
    assigneeId: uuid("assignee_id").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    doneAt: instant("done_at"),
    version: integer().notNull().default(1),
    /** Why the product added the task; null for tasks of admins, also those that an admin reopened. */
    origin: text().$type<TaskOrigin>(),
    /** Of a step of a sequence: the enrollment. Of a reply or a rejection: the mail; null in tasks of older versions. */
    originId: uuid("origin_id"),
    /** Why the product marked its own task as done, as displayed. */
    settledBecause: text("settled_because"),
  },
  (table) => [
    index("prospect_task_prospect").on(table.prospectId, table.dueOn),
    index("prospect_task_assignee").on(table.assigneeId, table.dueOn).where(sql`${table.doneAt} is null`),
    index("prospect_task_due").on(table.dueOn).where(sql`${table.doneAt} is null`),
    index("prospect_task_own").on(table.originId).where(sql`${table.doneAt} is null and ${table.origin} is not null`),
  ],
);

/** A merge of two prospects, with the data needed to undo it. */
export const prospectMerge = pgTable(
  "prospect_merge",
  {
    id: id(),
    keptId: partOf("kept_id", () => prospect.id),
    mergedId: partOf("merged_id", () => prospect.id),
    /** Addresses, notes and tasks that moved to the kept prospect, and tags that it did not have before. */
    moved: jsonb().$type<MovedParts>().notNull(),
    mergedAt: instant("merged_at").notNull(),
    mergedBy: uuid("merged_by").references(() => user.id, { onDelete: "set null" }),
    undoneAt: instant("undone_at"),
  },
  (table) => [
    index("prospect_merge_kept").on(table.keptId),
    uniqueIndex("prospect_merge_once").on(table.mergedId).where(sql`${table.undoneAt} is null`),
  ],
);

export type MovedParts = {
  addresses: string[];
  noteIds: string[];
  taskIds: string[];
  /** Absent in merges before tags were merged. */
  tags?: string[];
  /** Columns that the merge set: a fingerprint of the value, and the value before if it was replaced. */
  fields?: Partial<Record<MergeColumn, { print: string; wasEdited: boolean; before?: unknown }>>;
};

/** A named query of the pipeline: filters, order and view. */
export const savedView = pgTable(
  "saved_view",
  {
    id: id(),
    name: text().notNull(),
    query: text().notNull(),
    /** Visible to every admin; otherwise only to its owner. */
    isShared: boolean("is_shared").notNull(),
    /** Null once the owner's account is deleted. */
    ownerId: uuid("owner_id").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [index("saved_view_owner").on(table.ownerId)],
);

export type ImportStatus = "uploaded" | "queued" | "running" | "done" | "failed" | "undoing" | "undone";

/** Why undoing an import keeps a prospect: fields, owner, tags or stage changed; notes or tasks; events of the person; a merge; a sequence. */
export type KeptBecause = "changed" | "worked_on" | "active" | "merged" | "in_use";
export type ImportUndone = { removed: number; restored: number; kept: Partial<Record<KeptBecause, number>> };

/** An uploaded CSV file of prospects. Its text and the rejected rows are deleted after at most a day. */
export const prospectImport = pgTable(
  "prospect_import",
  {
    id: id(),
    fileName: text("file_name").notNull(),
    /** The file's text; null after the import or once it expired. */
    content: text(),
    delimiter: text().notNull(),
    encoding: text().notNull(),
    rowCount: integer("row_count").notNull(),
    status: text().$type<ImportStatus>().notNull().default("uploaded"),
    choices: jsonb().$type<ImportChoices>(),
    progress: integer().notNull().default(0),
    created: integer().notNull().default(0),
    filled: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    rejected: integer().notNull().default(0),
    rejectedFile: text("rejected_file"),
    unusedColumns: text("unused_columns").array().notNull().default([]),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
    undone: jsonb().$type<ImportUndone>(),
  },
  (table) => [index("prospect_import_created").on(table.createdAt)],
);

/**
 * What an import stored of one prospect, for undoing it. Values are stored as fingerprints only, so that erasing or correcting a person
 * leaves no copy here.
 */
export const prospectImportChange = pgTable(
  "prospect_import_change",
  {
    importId: partOf("import_id", () => prospectImport.id),
    prospectId: partOf("prospect_id", () => prospect.id),
    /** The event of the new prospect; null if the import filled fields of an existing one. */
    eventId: uuid("event_id"),
    /** Fingerprint of the value of each field that the import set. */
    fields: jsonb().$type<Partial<Record<ContactField | "tags", string>>>().notNull(),
    /** Filled fields that followed events before. */
    edited: text().array().$type<ContactField[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.prospectId] }),
    index("prospect_import_change_prospect").on(table.prospectId),
  ],
);
