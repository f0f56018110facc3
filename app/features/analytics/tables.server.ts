import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { daySeconds } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { bytes, instant, partOf } from "#app/platform/database/columns.server.ts";
import type { HistoryContents, HistoryStatus } from "./imports/import-limits.ts";
import type { GoalKind } from "./reports/definitions/goals.ts";
import type { SpanUnit } from "./reports/sums/sum-spans.ts";
import type { VisitFilter } from "./visits/visit-filter.ts";

/** Ids of terms: how the visitor arrived, and their browser. */
const facts = () => ({
  referrerId: integer("referrer_id"),
  sourceId: integer("source_id"),
  mediumId: integer("medium_id"),
  campaignId: integer("campaign_id"),
  browserId: integer("browser_id"),
  osId: integer("os_id"),
  screenId: integer("screen_id"),
  languageId: integer("language_id"),
  timezoneId: integer("timezone_id"),
});

/** Of records that all admins see and change. `createdBy` without a foreign key: accounts are a later feature. */
const shared = () => ({
  id: uuid().primaryKey().$defaultFn(newId),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull(),
});

/**
 * One step toward an analysis or a call. The ids are references without a foreign key: this feature must not depend on the features
 * that own them, and counts outlive the counted records. Without any id a row is only a count.
 */
export const funnelEvent = pgTable(
  "funnel_event",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    sessionId: text("session_id"),
    /** The key of the visitor's `analytics_session`, computed from the session id. */
    sessionKey: uuid("session_key"),
    userId: uuid("user_id"),
    stage: text().notNull(),
    substage: text(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** USD. */
    value: numeric({ precision: 14, scale: 2, mode: "number" }),
    companyId: uuid("company_id"),
    blueprintId: uuid("blueprint_id"),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    index("funnel_event_stage").on(table.stage, table.substage, table.occurredAt),
    index("funnel_event_session").on(table.sessionId, table.occurredAt),
    index("funnel_event_key").on(table.sessionKey),
    index("funnel_event_user").on(table.userId),
    index("funnel_event_time").on(table.occurredAt),
  ],
);

/**
 * Repeated strings of analytics rows: paths, titles, names, campaign values, browsers. Rows refer to them by id, without a
 * foreign key. Terms are never changed or deleted, so processes can cache them.
 */
export const analyticsTerm = pgTable(
  "analytics_term",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    text: text().notNull(),
  },
  (table) => [unique("analytics_term_text").on(table.text)],
);

/** The key of one day's client hashes; deleted at the end of the day, so that hashes of different days cannot be connected. */
export const analyticsSalt = pgTable("analytics_salt", {
  day: date().primaryKey(),
  salt: text().notNull(),
});

/**
 * One browser session: facts that do not change during it. `key` is a keyed hash of the session id, `client` a hash of address
 * and user agent with the salt of the day. Sessions without a client collect the rejected hits of visitors who ask not to be
 * tracked. Columns that end in `_id` refer to terms.
 */
export const analyticsSession = pgTable(
  "analytics_session",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    key: uuid().notNull().unique("analytics_session_key"),
    client: bigint({ mode: "bigint" }),
    firstAt: instant("first_at").notNull(),
    /** Why its hits are rejected (rejection-rules.ts); null for accepted sessions. */
    rule: smallint(),
    adminUserId: uuid("admin_user_id"),
    /** From channels.ts and device-kinds.ts. */
    channel: smallint(),
    device: smallint(),
    ...facts(),
  },
  (table) => [
    index("analytics_session_first").on(table.firstAt),
    index("analytics_session_client").on(table.client),
    index("analytics_session_admin").on(table.adminUserId).where(sql`admin_user_id is not null`),
  ],
);

/**
 * Every hit, as received; partitioned by month (migration 0034, storage/partitions.server.ts). `at` is the time of receipt, which is
 * unique per process and has microseconds, minus the age of the row at sending; it orders the hits of a session. The order of the columns avoids padding.
 */
export const analyticsHit = pgTable(
  "analytics_hit",
  {
    at: instant("at").notNull(),
    /** Seconds of a page view's previous page, the value of a metric, the value of a conversion in USD. */
    value: doublePrecision(),
    /** Null for visitors who ask not to be tracked. */
    sessionId: integer("session_id"),
    pageId: integer("page_id"),
    typeId: integer("type_id"),
    /** The page title, the name of an event or conversion, the selector of a behavior. */
    nameId: integer("name_id"),
    /** From hit-kinds.ts. */
    kind: smallint().notNull(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    index("analytics_hit_at").using("brin", table.at),
    index("analytics_hit_session").on(table.sessionId),
    // Events, behaviors and conversions are read by name over long periods; other hits are read from derived tables.
    index("analytics_hit_action").on(table.typeId, table.nameId, table.at).where(sql`kind in (2, 5, 6)`),
  ],
);

/**
 * What a page measured until it was left: up to seven hits in one row, its vitals and its engagement (storage/measurements.ts). Partitioned
 * like hits (migration 0028). Vitals are in thousandths of what pages report, so every digit is kept; null for what was not measured.
 */
export const analyticsMeasurement = pgTable(
  "analytics_measurement",
  {
    at: instant("at").notNull(),
    sessionId: integer("session_id").notNull(),
    pageId: integer("page_id").notNull(),
    lcp: integer(),
    inp: integer(),
    cls: integer(),
    fcp: integer(),
    ttfb: integer(),
    fid: integer(),
    seconds: smallint(),
    scroll: smallint(),
  },
  (table) => [
    index("analytics_measurement_at").using("brin", table.at),
    index("analytics_measurement_session").on(table.sessionId),
  ],
);

/**
 * Batches of hits that wait for the column store (store/clickhouse/waiting-hits.server.ts). Batches that are sent together have the same
 * `delivery`, so that a repeated delivery has the same contents. `rows` is tab-separated.
 */
export const analyticsWaitingHits = pgTable(
  "analytics_waiting_hits",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    delivery: uuid(),
    hits: integer().notNull(),
    rows: text().notNull(),
  },
  (table) => [index("analytics_waiting_hits_delivery").on(table.delivery).where(sql`delivery is not null`)],
);

/**
 * One visit: the hits of a session up to a pause of 30 minutes. Derived from `analytics_hit` and `analytics_session`; can be rebuilt at
 * any time (visits.server.ts).
 */
export const analyticsVisit = pgTable(
  "analytics_visit",
  {
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at").notNull(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => analyticsSession.id, { onDelete: "cascade" }),
    durationSeconds: integer("duration_seconds").notNull(),
    views: integer().notNull(),
    /** At most one page view, and no event or conversion. */
    isBounce: boolean("is_bounce").notNull(),
    entryId: integer("entry_id"),
    exitId: integer("exit_id"),
    /** Distinct term ids, ascending. */
    pageIds: integer("page_ids").array().notNull(),
    eventIds: integer("event_ids").array().notNull(),
    goalIds: integer("goal_ids").array().notNull(),
    hasGoal: boolean("has_goal").generatedAlwaysAs(sql`goal_ids <> '{}'`),
    /** The first session of the same visitor (a client) on this UTC day, which identifies the visitor on that day. */
    visitorId: integer("visitor_id"),
    /**
     * The start of the visitor's counted visit before, if it is on the same UTC day. The visitors of a period are its visits without one or
     * with one before the period.
     */
    previousAt: instant("previous_at"),
    valueUsd: numeric("value_usd", { precision: 14, scale: 2, mode: "number" }).notNull(),
    channel: smallint().notNull(),
    device: smallint().notNull(),
    rule: smallint(),
    // Copies of the session's facts, so that dashboards need no join.
    ...facts(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.startedAt] }),
    index("analytics_visit_started").on(table.startedAt),
    // The further tabs of clients, which are few, for funnels.
    index("analytics_visit_tab")
      .on(table.startedAt, table.sessionId, table.visitorId)
      .where(sql`visitor_id <> session_id`),
    // With the visits that start within a day before a period, those that go on into it.
    index("analytics_visit_long")
      .on(table.endedAt)
      .where(sql`duration_seconds >= ${sql.raw(String(daySeconds))}`),
  ],
);

/**
 * One page view with all reports about it, derived together with the visits. Views of visitors who ask not to be tracked have no
 * session and no details.
 */
export const analyticsView = pgTable(
  "analytics_view",
  {
    at: instant("at").notNull(),
    visitAt: instant("visit_at"),
    /** The view of the same page before it in the visit. The visits of a page in a period are its views without one or with one before the period. */
    previousAt: instant("previous_at"),
    sessionId: integer("session_id").references(() => analyticsSession.id, { onDelete: "cascade" }),
    pageId: integer("page_id"),
    /** Seconds that the page was visible, and the percentage of the page that was seen. */
    seconds: integer(),
    scroll: smallint(),
    /** Vitals: whole milliseconds, CLS with three decimals. Percentiles are computed from counts per value. */
    lcp: integer(),
    fid: integer(),
    inp: integer(),
    cls: real(),
    fcp: integer(),
    ttfb: integer(),
    rageClicks: smallint("rage_clicks").notNull(),
    deadClicks: smallint("dead_clicks").notNull(),
    errors: smallint().notNull(),
    device: smallint().notNull(),
    rule: smallint(),
  },
  (table) => [
    // Views are almost in order of time; several ranges per block keep the few that are not from widening it.
    index("analytics_view_at")
      .using("brin", table.at.op("timestamptz_minmax_multi_ops"))
      .with({ pages_per_range: 16, autosummarize: true }),
    index("analytics_view_session").on(table.sessionId),
  ],
);

/** Of the previous release, which can still run during a deployment; nothing writes it. A later release drops it. */
export const analyticsDayChange = pgTable(
  "analytics_day_change",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    day: date().notNull(),
    changes: bigint({ mode: "number" }).notNull(),
    /** The latest time of a changed row: an upper limit of the visits' ends and their views' times. */
    lastAt: instant("last_at").notNull(),
  },
  (table) => [index("analytics_day_change_day").on(table.day)],
);

/** Of the previous release, like `analytics_day_change`. */
export const analyticsDayChunk = pgTable("analytics_day_chunk", {
  day: date().primaryKey(),
  version: text().notNull(),
  columns: bytes().notNull(),
});

/**
 * Sums of the visits, views and actions of one finished day, week or month in the report's time zone (reports/sums/stored-sums.server.ts). A report uses
 * those of spans that `analytics_summed_span` lists, and reads rows for others.
 */
export const analyticsSum = pgTable(
  "analytics_sum",
  {
    unit: text().$type<SpanUnit>().notNull(),
    day: date().notNull(),
    /** What is summed: all visits or views, those of each value of a dimension, a list of actions. */
    of: text().notNull(),
    /** JSON: per group its id or text, its page and its sums; of vitals how often each value was measured. As text, because it is always read whole. */
    groups: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.of, table.unit, table.day] })],
);

/** The days, weeks and months with current stored sums, and the time zone and accepted rules of those sums. */
export const analyticsSummedSpan = pgTable(
  "analytics_summed_span",
  {
    unit: text().$type<SpanUnit>().notNull(),
    day: date().notNull(),
    timezone: text().notNull(),
    rules: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.unit, table.day] })],
);

/** The person behind a session: they submitted a form in it and did not ask not to be tracked. */
export const analyticsIdentity = pgTable(
  "analytics_identity",
  {
    sessionKey: uuid("session_key").notNull(),
    /** Normalized. */
    email: text().notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionKey, table.email] }),
    index("analytics_identity_email").on(table.email),
  ],
);

export const analyticsSegment = pgTable("analytics_segment", {
  ...shared(),
  name: text().notNull().unique("analytics_segment_name"),
  filters: jsonb().$type<VisitFilter[]>().notNull(),
  version: integer().notNull().default(1),
});

export const analyticsAnnotation = pgTable(
  "analytics_annotation",
  {
    ...shared(),
    day: date().notNull(),
    text: text().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [index("analytics_annotation_day").on(table.day)],
);

export const analyticsFunnel = pgTable("analytics_funnel", {
  ...shared(),
  name: text().notNull().unique("analytics_funnel_name"),
  /** Steps, order and window (funnel-definition.ts). */
  definition: jsonb().$type<Record<string, unknown>>().notNull(),
  version: integer().notNull().default(1),
});

/** Admins who want the weekly mail. No foreign key: accounts are a later feature. */
export const analyticsWeeklyReader = pgTable("analytics_weekly_reader", {
  userId: uuid("user_id").primaryKey(),
  since: instant("since").notNull(),
  /** Monday of the last week that has been processed: one mail per week. */
  doneWeek: date("done_week").notNull(),
});

/** An export of another product with the firm's visit history (imports/). */
export const analyticsImport = pgTable(
  "analytics_import",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    fileName: text("file_name").notNull(),
    /** The upload; null after the import or once it expired. */
    content: bytes("content"),
    contents: jsonb().$type<HistoryContents>().notNull(),
    status: text().$type<HistoryStatus>().notNull().default("uploaded"),
    progress: integer().notNull().default(0),
    rejected: integer().notNull(),
    rejectedFile: text("rejected_file"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [index("analytics_import_created").on(table.createdAt)],
);

/**
 * Figures of one imported day, in total or for one value of a dimension (imports/plausible.ts). No row describes an individual visitor.
 */
export const analyticsImportedDay = pgTable(
  "analytics_imported_day",
  {
    importId: partOf("import_id", () => analyticsImport.id),
    dimension: smallint().notNull(),
    day: date().notNull(),
    name: text().notNull(),
    visitors: integer().notNull(),
    visits: integer().notNull(),
    views: integer().notNull(),
    bounces: integer().notNull(),
    seconds: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.dimension, table.day, table.name] }),
    index("analytics_imported_day_read").on(table.dimension, table.day),
  ],
);

/** Rejection rules that an admin switched off: their hits count like all others. */
export const analyticsAcceptedRule = pgTable("analytics_accepted_rule", {
  rule: smallint().primaryKey(),
  acceptedAt: instant("accepted_at").notNull(),
});

export const analyticsProgress = pgTable("analytics_progress", {
  name: text().primaryKey(),
  until: instant("until").notNull(),
});

/** Goals that admins define (goals.ts). They select stored actions when a report is read, so they cover the past as well. */
export const analyticsGoal = pgTable("analytics_goal", {
  ...shared(),
  name: text().notNull().unique("analytics_goal_name"),
  kind: text().$type<GoalKind>().notNull(),
  /** A path, in which `*` stands for any characters, or the name of an event or conversion. */
  target: text().notNull(),
  /** A key of the action's metadata and its value; both empty without a condition. */
  property: text().notNull(),
  propertyValue: text("property_value").notNull(),
  version: integer().notNull().default(1),
});

/** Links with which anyone can read the overview with fixed filters. Only the hash of the token is stored. */
export const analyticsSharedLink = pgTable("analytics_shared_link", {
  ...shared(),
  name: text().notNull(),
  tokenHash: text("token_hash").notNull().unique("analytics_shared_link_token"),
  filters: jsonb().$type<VisitFilter[]>().notNull(),
  endedAt: instant("ended_at"),
});

/** Figures (alerts/alerts.ts) of which an admin gets a mail when they leave their usual range. No foreign key: accounts are a later feature. */
export const analyticsAlert = pgTable(
  "analytics_alert",
  {
    userId: uuid("user_id").notNull(),
    figure: text().notNull(),
    /** The last day that was checked: one mail per day. */
    doneDay: date("done_day").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.figure] })],
);
