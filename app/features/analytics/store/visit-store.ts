import type { DataSubject } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Page } from "#app/platform/database/keyset.server.ts";
import type { KeptMetadata } from "../collecting/kept-metadata.ts";
import type { ListedActions } from "../reports/lists/action-selection.ts";
import type { Period } from "../reports/period/period.ts";
import type { Dialect, IdFilter, Span } from "../reports/report-sql.ts";
import type { Queries } from "../reports/sums/asked-sql.ts";
import type { SourceTerms } from "../storage/source-terms.server.ts";

/*
 * Where visitor events are stored: hits, and the visits and views derived from them. Sessions, terms, people, steps of the funnel and
 * sums of days are in PostgreSQL with either store. Columns that end in `Id` are ids of sessions or terms.
 */

type In = Pick<Ctx, "db">;

/** `atMicros`: microseconds since 1970. `type` and `name`: the texts of their ids, without which a measurement is stored like other hits. */
export type HitRow = {
  type?: string | null;
  name?: string | null;
  atMicros: number;
  sessionId: number | null;
  kind: number;
  pageId: number | null;
  typeId: number | null;
  nameId: number | null;
  value: number | null;
  detail: KeptMetadata | null;
};

/** Facts of a session that are terms, which its visits copy. */
export const visitFacts = [
  "source",
  "referrer",
  "medium",
  "campaign",
  "browser",
  "os",
  "screen",
  "language",
  "timezone",
] as const;
export type VisitFacts = Record<(typeof visitFacts)[number], string | null>;

export type StoredVisit = {
  startedAt: Date;
  endedAt: Date;
  durationSeconds: number;
  views: number;
  isBounce: boolean;
  valueUsd: number;
  channel: number;
  device: number;
  rule: number | null;
} & VisitFacts;

export type StoredView = {
  at: Date;
  page: string | null;
  seconds: number | null;
  /** Percent of the page that was seen. */
  scroll: number | null;
  /** Milliseconds; CLS without unit. Null if not reported. */
  vitals: Record<"lcp" | "inp" | "fid" | "cls" | "fcp" | "ttfb", number | null>;
};

export type StoredHit = {
  at: Date;
  kind: number;
  page: string | null;
  type: string | null;
  name: string | null;
  value: number | null;
};

export type FoundVisit = {
  sessionId: number;
  startedAt: Date;
  durationSeconds: number;
  views: number;
  device: number;
  source: string | null;
};

export type ListedVisit = FoundVisit & {
  channel: number;
  valueUsd: number;
  entry: string | null;
  exit: string | null;
  browser: string | null;
  os: string | null;
  /** In alphabetical order. */
  goals: string[];
};

export type VisitListQuery = {
  period: Period;
  filters: readonly IdFilter[];
  action: ListedActions | null;
  after: string | null;
  before: string | null;
  size: number;
};

/** A time at which a visit is wanted. */
export type VisitPlace = { sessionId: number; at: Date };

/** [startMs, endMs) in milliseconds since 1970. */
export type StorySpan = { sessionId: number; startMs: number; endMs: number; limit: number };

export type HitWrites = {
  /** Prepares for hits from the month of `from` to that of `to`. */
  prepareMonths(ctx: In, from: Date, to: Date): Promise<void>;
  /** Returns once the hits cannot be lost. In a transaction they become readable after it. */
  insertHits(ctx: In, rows: readonly HitRow[]): Promise<void>;
  /** Makes every hit that was inserted readable. */
  deliver(ctx: In): Promise<void>;
  /** Whether more hits wait for the store than it accepts. */
  isFull(): boolean;
  /** Whether hits of the current transaction can be read in it, so that visits can be derived there. */
  readonly isTransactional: boolean;
};

export type Derivation = {
  /** Lists sessions of visitors with an id above `after` that have hits since `since`, in order. */
  sessionsWithHits(ctx: In, wanted: { after: number; since: Date; limit: number }): Promise<number[]>;
  /** Sessions per call of `replaceVisits`. */
  readonly sessionsPerStep: number;
  /** Replaces the visits and views of sessions, which the caller's transaction has locked, by those of their hits since `since`. */
  replaceVisits(ctx: In, wanted: { ids: readonly number[]; since: Date; sources: SourceTerms }): Promise<void>;
  /** Replaces the views of visitors without a session since `since`. */
  replaceViewsWithoutSession(ctx: In, since: Date): Promise<void>;
};

export type Deletion = {
  /** Deletes the hits, visits and views of sessions. Returns the number of hits and visits. */
  deleteSessions(ctx: In, ids: readonly number[]): Promise<number>;
  /** Deletes hits, visits and views before `since`, the start of a month. Returns the sessions of visits that continue after it. */
  deleteBefore(ctx: In, since: Date): Promise<{ monthsDropped: number; across: number[] }>;
  /** Deletes sessions that began before `since` and have no visit. */
  deleteSessionsWithoutVisits(ctx: In, since: Date): Promise<void>;
  /** Deletes hits since `since` without a session; it was deleted. */
  deleteOrphans(ctx: In, since: Date): Promise<void>;
};

/** Reads of single visits, views and hits (row-reads.server.ts). */
export type RowReads = {
  hasHit(ctx: In, hit: { sessionId: number; at: Date; kind: number; typeId: number }): Promise<boolean>;
  /** The latest hits of a session, newest first. */
  latestHits(ctx: In, sessionId: number, limit: number): Promise<StoredHit[]>;
  countHits(ctx: In, sessionId: number): Promise<number>;
  /** Counts clients with a hit in [start, end). */
  countLive(ctx: In, span: Span): Promise<number>;
  /** The first page of each of these sessions that has one. */
  firstPages(ctx: In, sessionIds: readonly number[]): Promise<ReadonlyMap<number, string | null>>;
  /** Start and views of the visits of a session, derived from its hits now. */
  visitsFromHits(ctx: In, sessionId: number): Promise<{ startedAt: Date; views: number }[]>;
  /** A query of PostgreSQL for the start of the first visit, in microseconds; no row without visits. */
  firstStart(ctx: In): string | Promise<string>;
  /** The start of the first visit. `except`: a query of PostgreSQL, of the ids of sessions that are left out. */
  firstVisit(ctx: In, except: string): Promise<Date | null>;
  hasViewsBefore(ctx: In, end: Date): Promise<boolean>;
  listVisits(ctx: In, query: VisitListQuery): Promise<Page<ListedVisit>>;
  /** The visit of a session that starts in this millisecond. */
  findVisit(ctx: In, sessionId: number, startMs: number): Promise<StoredVisit | null>;
  /** The starts of the visits before and after the one that starts in this millisecond. */
  neighbors(ctx: In, sessionId: number, startMs: number): Promise<{ previous: Date | null; next: Date | null }>;
  viewsOf(ctx: In, span: StorySpan): Promise<StoredView[]>;
  /** Events, behaviors and conversions, without those of `silent` types. */
  actionsOf(ctx: In, span: StorySpan & { silent: readonly string[] }): Promise<StoredHit[]>;
  /** The latest visits in which one of these emails was used, newest first. */
  visitsOfEmails(ctx: In, emails: readonly string[], limit: number): Promise<FoundVisit[]>;
  /** Every visit in which this person used their email; null times for sessions without one. */
  exportVisits(
    ctx: In,
    person: Pick<DataSubject, "email" | "until">,
  ): Promise<{ identifiedAt: Date; startedAt: Date | null; endedAt: Date | null; views: number | null }[]>;
  /** For each place the latest visit of its session that started at or before its time; null for none. */
  visitsAt(ctx: In, places: readonly VisitPlace[]): Promise<(FoundVisit | null)[]>;
};

export type ReportReads = {
  dialect: Dialect;
  /** The rows of a statement. Numbers of 64 bits are strings. `terms`: columns with the dialect's `term` or `terms`. */
  reportRows(ctx: In, statement: string, terms?: readonly string[]): Promise<Record<string, unknown>[]>;
  /** The condition that a column has one, or none, of the ids that a query of PostgreSQL returns. */
  isOneOf(ctx: In, column: string, query: string): string | Promise<string>;
  isNoneOf(ctx: In, column: string, query: string): string | Promise<string>;
  /** A query of PostgreSQL for the numbers that a statement of the store returns in its only column. */
  inPostgres(ctx: In, statement: string): string | Promise<string>;
  /** The rows of each part. */
  reportParts(ctx: In, queries: Queries): Promise<Record<string, Record<string, unknown>[]>>;
};

export type VisitStore = HitWrites & Derivation & Deletion & RowReads & ReportReads;
