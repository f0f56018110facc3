import { and, asc, gte, lte, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { databaseFailure } from "#app/platform/database/database-failure.server.ts";
import { automaticEventTypes } from "../collecting/automatic-events.ts";
import { type Channel, channelName } from "../collecting/sources/channels.ts";
import { findVisitorEmails } from "../privacy/identity.server.ts";
import { type DeviceKind, deviceKindName } from "../storage/device-kinds.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { visitStore } from "../store/current-store.server.ts";
import type { FoundVisit, StoredView, StoredVisit, VisitFacts } from "../store/visit-store.ts";
import { analyticsSession, funnelEvent } from "../tables.server.ts";
import { type RejectionRule, rejectionRuleNames, rejectionRules } from "./rejection-rules.ts";
import { visitId } from "./visit-id.ts";

export type VisitView = { kind: "view" } & StoredView;

/** `problem`: an error, a rage click or a dead click. `step`: a step of `track-funnel-event`. */
export type VisitAction = {
  kind: "event" | "conversion" | "problem" | "step";
  at: Date;
  page: string | null;
  type: string;
  name: string | null;
  valueUsd: number | null;
};

export type VisitStory = Omit<StoredVisit, "channel" | "device" | "rule" | keyof VisitFacts> & {
  id: string;
  channel: Channel;
  device: DeviceKind;
  /** The rule that excludes it from the figures; null for accepted visits. */
  rule: RejectionRule | null;
  facts: VisitFacts;
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

/**
 * Returns the events of one visit, in order. `id`: from `visitId`. Refusals: not_admin, not_found (deleted, older than 13 months, or
 * derived again with another start).
 */
export async function readVisit(ctx: Ctx, id: string): Promise<Result<VisitStory, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  const [, session, start] = /^(\d{1,9})-(\d{1,13})$/.exec(id) ?? [];
  if (!session || !start) return notFound();
  const [sessionId, startMs] = [Number(session), Number(start)];
  const visit = await visitStore().findVisit(ctx, sessionId, startMs);
  if (!visit) return notFound();
  const { channel, device, rule, startedAt, endedAt, durationSeconds, views, isBounce, valueUsd, ...facts } = visit;
  const entries = await entriesOf(ctx, { sessionId, startMs, endMs: endedAt.getTime() + 1 });
  const [emails, neighbors] = await Promise.all([
    findVisitorEmails(ctx, [sessionId]),
    visitStore().neighbors(ctx, sessionId, startMs),
  ]);
  const idOf = (start: Date | null) => start && visitId(sessionId, start);
  return ok({
    ...{ id, startedAt, endedAt, durationSeconds, views, isBounce, valueUsd, facts },
    ...{ previous: idOf(neighbors.previous), next: idOf(neighbors.next) },
    channel: channelName(channel),
    device: deviceKindName(device),
    rule: rejectionRuleNames.find((name) => rejectionRules[name] === rule) ?? null,
    emails: emails.get(sessionId) ?? [],
    entries: entries.slice(0, maxEntries),
    isTruncated: entries.length > maxEntries,
  });
}

type Span = { sessionId: number; startMs: number; endMs: number };

async function entriesOf(ctx: Pick<Ctx, "db">, span: Span): Promise<VisitStory["entries"]> {
  const views = visitStore().viewsOf(ctx, { ...span, limit: maxEntries + 1 });
  const [shown, ...actions] = await Promise.all([views, hitsOf(ctx, span), stepsOf(ctx, span)]);
  const viewed = shown.map((view) => ({ kind: "view" as const, ...view }));
  return [...viewed, ...actions.flat()].sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Automatic events belong to the views, except errors, which are problems. */
async function hitsOf(ctx: Pick<Ctx, "db">, span: Span): Promise<VisitAction[]> {
  const silent = automaticEventTypes.filter((type) => type === "engagement");
  const rows = await visitStore().actionsOf(ctx, { ...span, limit: maxEntries + 1, silent });
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

async function stepsOf(ctx: Pick<Ctx, "db">, { sessionId, startMs, endMs }: Span): Promise<VisitAction[]> {
  const rows = await ctx.db
    .select()
    .from(funnelEvent)
    .where(
      and(
        sql`${funnelEvent.sessionKey} = (select key from ${analyticsSession} where id = ${sessionId})`,
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

export type PersonVisit = Omit<FoundVisit, "sessionId" | "device"> & { id: string };

/**
 * Lists the latest visits in which one of these emails was used, newest first; null while the store of visitor events is unavailable. For
 * admins (aal2); others get an empty list.
 */
export async function listVisitsOf(ctx: Ctx, emails: readonly string[]): Promise<PersonVisit[] | null> {
  if (!canRead(ctx.actor, "analytics")) return [];
  const rows = await visitStore()
    .visitsOfEmails(ctx, emails, 20)
    .catch((error: unknown) => {
      if (databaseFailure(error) === "unavailable") return null;
      throw error;
    });
  if (rows === null) return null;
  const visits = rows.map(({ sessionId, device: _, ...row }) => ({ id: visitId(sessionId, row.startedAt), ...row }));
  // Deduplicates sessions in which two of the emails were used.
  return [...new Map(visits.map((visit) => [visit.id, visit])).values()];
}
