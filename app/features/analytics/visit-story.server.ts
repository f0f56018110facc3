import { and, asc, desc, eq, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { automaticEventTypes } from "./automatic-events.ts";
import { type Channel, channelName } from "./channels.ts";
import { type DeviceKind, deviceKindName } from "./device-kinds.ts";
import { hitKinds } from "./hit-kinds.ts";
import { findVisitorEmails } from "./identity.server.ts";
import { type RejectionRule, rejectionRuleNames, rejectionRules } from "./rejection-rules.ts";
import {
  analyticsHit,
  analyticsIdentity,
  analyticsSession,
  analyticsTerm,
  analyticsView,
  analyticsVisit,
  funnelEvent,
} from "./tables.server.ts";
import { visitId } from "./visit-id.ts";

export type VisitView = {
  kind: "view";
  at: Date;
  page: string | null;
  seconds: number | null;
  /** Percent of the page that was seen. */
  scroll: number | null;
  /** Milliseconds; CLS without unit. Null if not reported. */
  vitals: Record<"lcp" | "inp" | "fid" | "cls" | "fcp" | "ttfb", number | null>;
};

/** `problem`: an error, a rage click or a dead click. `step`: a step of `track-funnel-event`. */
export type VisitAction = {
  kind: "event" | "conversion" | "problem" | "step";
  at: Date;
  page: string | null;
  type: string;
  name: string | null;
  valueUsd: number | null;
};

export type VisitStory = {
  id: string;
  startedAt: Date;
  endedAt: Date;
  durationSeconds: number;
  views: number;
  isBounce: boolean;
  valueUsd: number;
  channel: Channel;
  device: DeviceKind;
  /** The rule that excludes it from the figures; null for accepted visits. */
  rule: RejectionRule | null;
  facts: Record<
    "source" | "referrer" | "medium" | "campaign" | "browser" | "os" | "screen" | "language" | "timezone",
    string | null
  >;
  emails: string[];
  /** Oldest first. */
  entries: (VisitView | VisitAction)[];
  isTruncated: boolean;
  /** Ids of the visits before and after this one in the session. */
  previous: string | null;
  next: string | null;
};

const maxEntries = 1000;
/** Steps are reported immediately, hits up to five seconds later; a step can be the first or last event of a visit. */
const stepMarginMs = minuteMs;

const termOf = (column: string) =>
  sql<string | null>`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;

/**
 * Returns the events of one visit, in order. `id`: from `visitId`. Refusals: not_admin, not_found (deleted, older than 13 months, or
 * derived again with another start).
 */
export async function readVisit(ctx: Ctx, id: string): Promise<Result<VisitStory, NotAdmin | NotFound>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const [, session, start] = /^(\d{1,9})-(\d{1,13})$/.exec(id) ?? [];
  if (!session || !start) return notFound();
  const [sessionId, startMs] = [Number(session), Number(start)];
  const [visit] = await ctx.db
    .select({
      startedAt: analyticsVisit.startedAt,
      endedAt: analyticsVisit.endedAt,
      durationSeconds: analyticsVisit.durationSeconds,
      views: analyticsVisit.views,
      isBounce: analyticsVisit.isBounce,
      valueUsd: analyticsVisit.valueUsd,
      channel: analyticsVisit.channel,
      device: analyticsVisit.device,
      rule: analyticsVisit.rule,
      key: analyticsSession.key,
      source: termOf("analytics_visit.source_id"),
      referrer: termOf("analytics_visit.referrer_id"),
      medium: termOf("analytics_visit.medium_id"),
      campaign: termOf("analytics_visit.campaign_id"),
      browser: termOf("analytics_visit.browser_id"),
      os: termOf("analytics_visit.os_id"),
      screen: termOf("analytics_visit.screen_id"),
      language: termOf("analytics_visit.language_id"),
      timezone: termOf("analytics_visit.timezone_id"),
    })
    .from(analyticsVisit)
    .innerJoin(analyticsSession, eq(analyticsSession.id, analyticsVisit.sessionId))
    .where(
      and(
        eq(analyticsVisit.sessionId, sessionId),
        gte(analyticsVisit.startedAt, new Date(startMs)),
        lt(analyticsVisit.startedAt, new Date(startMs + 1)),
      ),
    );
  if (!visit) return notFound();
  const { key, channel, device, rule, startedAt, endedAt, durationSeconds, views, isBounce, valueUsd, ...facts } =
    visit;
  const entries = await entriesOf(ctx, { sessionId, key, startMs, endMs: endedAt.getTime() + 1 });
  const [emails, previous, next] = await Promise.all([
    findVisitorEmails(ctx, [sessionId]),
    neighbor(ctx, sessionId, lt(analyticsVisit.startedAt, new Date(startMs)), "desc"),
    neighbor(ctx, sessionId, gte(analyticsVisit.startedAt, new Date(startMs + 1)), "asc"),
  ]);
  return ok({
    ...{ id, startedAt, endedAt, durationSeconds, views, isBounce, valueUsd, facts, previous, next },
    channel: channelName(channel),
    device: deviceKindName(device),
    rule: rejectionRuleNames.find((name) => rejectionRules[name] === rule) ?? null,
    emails: emails.get(sessionId) ?? [],
    entries: entries.slice(0, maxEntries),
    isTruncated: entries.length > maxEntries,
  });
}

async function neighbor(ctx: Pick<Ctx, "db">, sessionId: number, isBeyond: SQL, direction: "asc" | "desc") {
  const order = direction === "asc" ? asc : desc;
  const [row] = await ctx.db
    .select({ startedAt: analyticsVisit.startedAt })
    .from(analyticsVisit)
    .where(and(eq(analyticsVisit.sessionId, sessionId), isBeyond))
    .orderBy(order(analyticsVisit.startedAt))
    .limit(1);
  return row ? visitId(sessionId, row.startedAt) : null;
}

type Span = { sessionId: number; key: string; startMs: number; endMs: number };

async function entriesOf(ctx: Pick<Ctx, "db">, span: Span): Promise<VisitStory["entries"]> {
  const lists = await Promise.all([viewsOf(ctx, span), hitsOf(ctx, span), stepsOf(ctx, span)]);
  return lists.flat().sort((one, other) => one.at.getTime() - other.at.getTime());
}

async function viewsOf(ctx: Pick<Ctx, "db">, { sessionId, startMs, endMs }: Span): Promise<VisitView[]> {
  const { at, seconds, scroll, lcp, inp, fid, cls, fcp, ttfb } = analyticsView;
  const rows = await ctx.db
    .select({ at, page: termOf("analytics_view.page_id"), seconds, scroll, vitals: { lcp, inp, fid, cls, fcp, ttfb } })
    .from(analyticsView)
    .where(and(eq(analyticsView.sessionId, sessionId), gte(at, new Date(startMs)), lt(at, new Date(endMs))))
    .orderBy(asc(at))
    .limit(maxEntries + 1);
  return rows.map((row) => ({ kind: "view", ...row }));
}

/** Automatic events belong to the views, except errors, which are problems. */
async function hitsOf(ctx: Pick<Ctx, "db">, { sessionId, startMs, endMs }: Span): Promise<VisitAction[]> {
  const silent = automaticEventTypes.filter((type) => type === "engagement");
  const { at, kind, value } = analyticsHit;
  const rows = await ctx.db
    .select({
      ...{ at, kind, value },
      page: termOf("analytics_hit.page_id"),
      type: termOf("analytics_hit.type_id"),
      name: termOf("analytics_hit.name_id"),
    })
    .from(analyticsHit)
    .where(
      and(
        eq(analyticsHit.sessionId, sessionId),
        gte(at, new Date(startMs)),
        lt(at, new Date(endMs)),
        inArray(kind, [hitKinds.event, hitKinds.behavior, hitKinds.conversion]),
        sql`coalesce(${termOf("analytics_hit.type_id")}, '') <> all(${sql.param([...silent])}::text[])`,
      ),
    )
    .orderBy(asc(at))
    .limit(maxEntries + 1);
  return rows.map(({ kind: number, value: amount, type, ...row }) => ({
    ...row,
    kind: kindOf(number, type),
    type: type ?? "event",
    valueUsd: number === hitKinds.conversion ? amount : null,
  }));
}

const problemTypes = new Set(["rage_click", "dead_click", "error", "warning", "security_event"]);

function kindOf(number: number, type: string | null): VisitAction["kind"] {
  if (number === hitKinds.conversion) return "conversion";
  return problemTypes.has(type ?? "") ? "problem" : "event";
}

async function stepsOf(ctx: Pick<Ctx, "db">, { key, startMs, endMs }: Span): Promise<VisitAction[]> {
  const rows = await ctx.db
    .select()
    .from(funnelEvent)
    .where(
      and(
        eq(funnelEvent.sessionKey, key),
        gte(funnelEvent.occurredAt, new Date(startMs - stepMarginMs)),
        lte(funnelEvent.occurredAt, new Date(endMs + stepMarginMs)),
      ),
    )
    .orderBy(asc(funnelEvent.occurredAt))
    .limit(maxEntries + 1);
  return rows.map(({ occurredAt, stage, substage, value }) => ({
    kind: "step",
    at: occurredAt,
    page: null,
    type: stage,
    name: substage,
    valueUsd: value,
  }));
}

export type PersonVisit = {
  id: string;
  startedAt: Date;
  durationSeconds: number;
  views: number;
  source: string | null;
};

/** Lists the latest visits in which one of these emails was used, newest first. For admins (aal2); others get an empty list. */
export async function listVisitsOf(ctx: Ctx, emails: readonly string[]): Promise<PersonVisit[]> {
  if (!actsAsAdmin(ctx.actor)) return [];
  const rows = await ctx.db
    .select({
      sessionId: analyticsVisit.sessionId,
      startedAt: analyticsVisit.startedAt,
      durationSeconds: analyticsVisit.durationSeconds,
      views: analyticsVisit.views,
      source: termOf("analytics_visit.source_id"),
    })
    .from(analyticsIdentity)
    .innerJoin(analyticsSession, eq(analyticsSession.key, analyticsIdentity.sessionKey))
    .innerJoin(analyticsVisit, eq(analyticsVisit.sessionId, analyticsSession.id))
    .where(inArray(analyticsIdentity.email, [...emails]))
    .orderBy(desc(analyticsVisit.startedAt))
    .limit(20);
  const visits = rows.map(({ sessionId, ...row }) => ({ id: visitId(sessionId, row.startedAt), ...row }));
  // Deduplicates sessions in which two of the emails were used.
  return [...new Map(visits.map((visit) => [visit.id, visit])).values()];
}
