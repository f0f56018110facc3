import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import type { StoredAnalysis } from "#app/features/roi/stored-analysis.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { instant, partOf } from "#app/platform/database/columns.server.ts";

/** One run of the ROI model: input and result. Never changed; a new run is a new revision. */
export const analysis = pgTable(
  "analysis",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: partOf("blueprint_id", () => blueprint.id),
    /** 1, 2, 3 … within its blueprint. */
    revision: integer().notNull(),
    modelVersion: text("model_version").notNull(),
    inputs: jsonb().$type<ModelInput>().notNull(),
    result: jsonb().$type<StoredAnalysis>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    unique("analysis_revision").on(table.blueprintId, table.revision),
    index("analysis_created").on(table.createdAt).where(sql`${table.revision} = 1`),
  ],
);

export type ShareKind = "analysis" | "full-blueprint";

/**
 * A link by which anyone can read one revision of the analysis, or the full blueprint. The token is not stored: it is derived
 * from SECRET and this id. A blueprint has at most one open link of each kind; an ended link never opens again.
 */
export const shareLink = pgTable(
  "share_link",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    blueprintId: partOf("blueprint_id", () => blueprint.id),
    kind: text().$type<ShareKind>().notNull().default("analysis"),
    tokenHash: text("token_hash").notNull().unique(),
    /** Null for the full blueprint. */
    revision: integer(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("share_link_blueprint").on(table.blueprintId),
    uniqueIndex("share_link_open").on(table.blueprintId, table.kind).where(sql`${table.endedAt} is null`),
    check("share_link_kind", sql`${table.kind} in ('analysis', 'full-blueprint')`),
    check("share_link_revision", sql`(${table.kind} = 'analysis') = (${table.revision} is not null)`),
  ],
);

/** A language model's summary, or why it was discarded. Without a row the built-in text is shown. */
export const narrative = pgTable("narrative", {
  analysisId: uuid("analysis_id")
    .primaryKey()
    .references(() => analysis.id, { onDelete: "cascade" }),
  /** Null if the text was discarded. */
  paragraphs: jsonb().$type<string[]>(),
  /** The reason for discarding it, as a sentence; null if it was accepted. */
  discarded: text(),
  model: text().notNull(),
  createdAt: instant("created_at").notNull(),
});
