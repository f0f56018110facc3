import { asc, eq, sql } from "drizzle-orm";
import { escapeLiteral } from "pg";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, pageOf } from "#app/platform/database/keyset.server.ts";
import { isIdentityOf } from "../privacy/identity.server.ts";
import { isPerPage, type ListedActions } from "../reports/lists/action-selection.ts";
import { instantsOf } from "../reports/period/period.ts";
import { conditions, filtered, isWithin, oneOf, type Span } from "../reports/report-sql.ts";
import { isCounted } from "../reports/visit-conditions.server.ts";
import { vitalNames } from "../reports/vitals/vital-limits.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { mayBeMeasured } from "../storage/measurements.ts";
import { analyticsIdentity, analyticsSession } from "../tables.server.ts";
import { visitStarts } from "./derivation-sql.ts";
import {
  type FoundVisit,
  type ListedVisit,
  type ReportReads,
  type RowReads,
  type StoredHit,
  type StoredView,
  type StoredVisit,
  visitFacts,
} from "./visit-store.ts";

/* Single visits, views and hits. As with reports, a statement is the same for each store, and a store's dialect has what differs. */

type In = Pick<Ctx, "db">;
type Named = Readonly<Record<string, string>>;
/** Expressions by the names that their values get. `terms`: with the dialect's `term` or `terms`. */
type Asked = { times?: Named; values?: Named; terms?: Named };

/** A query of PostgreSQL. */
const idsOfTerms = (texts: readonly string[]) =>
  `select id from analytics_term where text in (${texts.map(escapeLiteral).join(", ")})`;

/** Parts of a period, from a place on in the direction of the list, each with the one before; the last is all of it. */
function listSpans({ start, end }: Span, days: readonly number[], at: number | null, backwards: boolean): Span[] {
  const first = backwards ? Math.max(start.getTime(), at ?? 0) : start.getTime();
  const last = backwards || at === null ? end.getTime() : Math.min(end.getTime(), at + 1);
  const parts = days.map((count) => count * dayMs).filter((ms) => first + ms < last);
  return [...parts, last - first].map((ms) =>
    backwards
      ? { start: new Date(first), end: new Date(first + ms) }
      : { start: new Date(last - ms), end: new Date(last) },
  );
}

export function rowReads(store: ReportReads): RowReads {
  const { dialect: d, isOneOf, isNoneOf, inPostgres } = store;
  const { visit, view, hit, everyHit, hitTimes } = d.tables;

  async function select<Row>(ctx: In, { times = {}, values, terms = {} }: Asked, from: string): Promise<Row[]> {
    const micros = Object.entries(times).map(([name, at]) => [name, d.micros(at)] as const);
    const columns = [...micros, ...Object.entries({ ...values, ...terms })].map(
      ([name, value]) => `${value} as "${name}"`,
    );
    const rows = await store.reportRows(ctx, `select ${columns.join(", ")} from ${from}`, Object.keys(terms));
    const date = (us: unknown) => (us === null ? null : new Date(Math.floor(Number(us) / 1000)));
    const dates = (row: (typeof rows)[number]) => Object.keys(times).map((name) => [name, date(row[name])]);
    return rows.map((row) => ({ ...row, ...Object.fromEntries(dates(row)) })) as Row[];
  }

  const exists = async (ctx: In, from: string) =>
    (await select(ctx, { values: { one: "1" } }, `${from} limit 1`)).length > 0;

  const selectVisits = <Row = FoundVisit>(ctx: In, { times, values, terms }: Asked, rest: string): Promise<Row[]> =>
    select<Row>(
      ctx,
      {
        times: { startedAt: "v.started_at", ...times },
        values: {
          ...{ sessionId: "v.session_id", durationSeconds: "v.duration_seconds", views: "v.views", device: "v.device" },
          ...values,
        },
        terms: { source: d.term("v.source_id"), ...terms },
      },
      `${visit} v where ${rest}`,
    );
  const moreOfVisits = { channel: "v.channel", valueUsd: d.double(d.usd) };

  const selectHits = (ctx: In, rest: string): Promise<StoredHit[]> =>
    select(
      ctx,
      {
        times: { at: "h.at" },
        values: { kind: "h.kind", value: "h.value" },
        terms: { page: d.term("h.page_id"), type: d.term("h.type_id"), name: d.term("h.name_id") },
      },
      `${everyHit} h where ${rest}`,
    );

  const during = (column: string, startMs: number, endMs: number) =>
    isWithin(d, column, { start: new Date(startMs), end: new Date(endMs) });

  const isTerm = (ctx: In, column: string, texts: readonly string[]) => isOneOf(ctx, column, idsOfTerms(texts));

  /** The condition for the hits behind one row of a list. */
  async function isListed(ctx: In, { selection, by, name, page }: ListedActions): Promise<string> {
    const { kind, types, names } = selection;
    return conditions(
      `h.kind = ${hitKinds[kind]}`,
      types !== undefined && (await isTerm(ctx, "h.type_id", types)),
      names !== undefined && (await isTerm(ctx, "h.name_id", names)),
      typeof by === "object"
        ? `${d.detail(by.detail)} = ${d.text(name)}`
        : await isTerm(ctx, by === "page" ? "h.page_id" : "h.name_id", [name]),
      isPerPage(by) && page !== null && (await isTerm(ctx, "h.page_id", [page])),
    );
  }

  return {
    async countLive(ctx, span) {
      const isLive = `${isWithin(d, "h.at", span)} and not ${d.isNone("h.session_id")}`;
      const sessions = await inPostgres(ctx, `select distinct h.session_id as id from ${hitTimes} h where ${isLive}`);
      const { rows } = await ctx.db.execute<{ visitors: string }>(sql`
        select count(distinct s.client) as visitors from ${analyticsSession} s
        where s.id in (${sql.raw(sessions)}) and s.client is not null and ${isCounted("s")}`);
      return Number(rows[0]!.visitors);
    },

    async firstPages(ctx, sessionIds) {
      const isTheirs = `${oneOf("h.session_id", sessionIds)} and h.kind = ${hitKinds.page_view}`;
      const firsts = `select h.session_id as session, min(h.at) as at from ${hit} h where ${isTheirs} group by h.session_id`;
      const rows = await select<{ session: number; page: string | null }>(
        ctx,
        { values: { session: "h.session_id" }, terms: { page: d.term("h.page_id") } },
        `${hit} h join (${firsts}) first on first.session = h.session_id and first.at = h.at where ${isTheirs}`,
      );
      return new Map(rows.map(({ session, page }) => [session, page]));
    },

    async visitsFromHits(ctx, sessionId) {
      const rows = await store.reportRows(ctx, visitStarts(d, sessionId));
      return rows.map(({ us, views }) => ({
        startedAt: new Date(Math.floor(Number(us) / 1000)),
        views: Number(views),
      }));
    },

    firstStart: (ctx) =>
      inPostgres(ctx, `select ${d.micros("v.started_at")} as us from ${visit} v order by v.started_at limit 1`),

    async firstVisit(ctx, except) {
      const from = `${visit} v where ${await isNoneOf(ctx, "v.session_id", except)} order by v.started_at limit 1`;
      const [first] = await select<{ at: Date }>(ctx, { times: { at: "v.started_at" } }, from);
      return first?.at ?? null;
    },

    hasViewsBefore: (ctx, end) => exists(ctx, `${view} w where w.at < ${d.time(end)}`),

    async listVisits(ctx, { period, filters, action, after, before, size }) {
      const keys = keysetOf({
        ...{ by: sql`started_at`, type: "micros", id: sql`session_id`, idType: "int" },
        ...{ direction: "desc", after, before, size },
      });
      const { place, backwards } = keys;
      const [way, isBeyond] = backwards ? ["asc", ">"] : ["desc", "<"];
      const isAccepted = await isOneOf(ctx, "v.rule", "select rule as id from analytics_accepted_rule");
      const shown = [
        `(${d.isNone("v.rule")} or ${isAccepted})`,
        ...filtered(d, { filters }),
        place !== null && `(v.started_at, v.session_id) ${isBeyond} (${d.timeOfMicros(place.value)}, ${place.id})`,
      ];
      const isAction = action && (await isListed(ctx, action));
      const readSpan = (span: Span) => {
        const isVisit = conditions(isWithin(d, "v.started_at", span), ...shown);
        const hits = action && mayBeMeasured(action.selection) ? everyHit : hit;
        return selectVisits<ListedVisit & { us: number }>(
          ctx,
          {
            values: { ...moreOfVisits, us: d.micros("v.started_at") },
            terms: {
              ...{ entry: d.term("v.entry_id"), exit: d.term("v.exit_id"), browser: d.term("v.browser_id") },
              ...{ os: d.term("v.os_id"), goals: d.terms("v.goal_ids") },
            },
          },
          `${isAction ? `${isVisit} and ${d.hasHit(hits, isAction, isVisit)}` : isVisit}
            order by v.started_at ${way}, v.session_id ${way} limit ${keys.limit}`,
        );
      };
      let rows: Awaited<ReturnType<typeof readSpan>> = [];
      const at = place && Math.floor(Number(place.value) / 1000);
      for (const span of listSpans(instantsOf(period), d.searchedDays, at, backwards)) {
        rows = await readSpan(span);
        if (rows.length === keys.limit) break;
      }
      return pageOf(
        keys,
        rows.map(({ us, ...row }) => ({ cursor: `${us} ${row.sessionId}`, row })),
      );
    },

    async findVisit(ctx, sessionId, startMs) {
      const [row] = await selectVisits<StoredVisit & { bounce: number }>(
        ctx,
        {
          times: { endedAt: "v.ended_at" },
          values: {
            ...{ ...moreOfVisits, bounce: "case when v.is_bounce then 1 else 0 end" },
            rule: `case when not ${d.isNone("v.rule")} then v.rule end`,
          },
          terms: Object.fromEntries(visitFacts.map((fact) => [fact, d.term(`v.${fact}_id`)])),
        },
        `v.session_id = ${sessionId} and ${during("v.started_at", startMs, startMs + 1)} limit 1`,
      );
      if (!row) return null;
      const { bounce, ...visit } = row;
      return { ...visit, isBounce: bounce === 1 };
    },

    async neighbors(ctx, sessionId, startMs) {
      const [found] = await select<{ previous: Date | null; next: Date | null }>(
        ctx,
        {
          times: {
            previous: `max(case when v.started_at < ${d.time(new Date(startMs))} then v.started_at end)`,
            next: `min(case when v.started_at >= ${d.time(new Date(startMs + 1))} then v.started_at end)`,
          },
        },
        `${visit} v where v.session_id = ${sessionId}`,
      );
      return found!;
    },

    async viewsOf(ctx, { sessionId, startMs, endMs, limit }) {
      const reported = ["seconds", "scroll", ...vitalNames].map((name) => [
        ...[name, `case when ${d.isReported(`w.${name}`)} then w.${name} end`],
      ]);
      const rows = await select<Omit<StoredView, "vitals"> & StoredView["vitals"]>(
        ctx,
        { times: { at: "w.at" }, values: Object.fromEntries(reported), terms: { page: d.term("w.page_id") } },
        `${view} w where w.session_id = ${sessionId} and ${during("w.at", startMs, endMs)} order by w.at limit ${limit}`,
      );
      return rows.map(({ at, page, seconds, scroll, ...vitals }) => ({ ...{ at, page, seconds, scroll, vitals } }));
    },

    async actionsOf(ctx, { sessionId, startMs, endMs, limit, silent }) {
      const { event, behavior, conversion } = hitKinds;
      const isShown = conditions(
        `h.session_id = ${sessionId} and ${during("h.at", startMs, endMs)}`,
        oneOf("h.kind", [event, behavior, conversion]),
        `not coalesce(${await isTerm(ctx, "h.type_id", silent)}, false)`,
      );
      return selectHits(ctx, `${isShown} order by h.at limit ${limit}`);
    },

    latestHits: (ctx, sessionId, limit) =>
      selectHits(ctx, `h.session_id = ${sessionId} order by h.at desc limit ${limit}`),

    async countHits(ctx, sessionId) {
      const from = `${everyHit} h where h.session_id = ${sessionId}`;
      const [row] = await select<{ count: string }>(ctx, { values: { count: "count(*)" } }, from);
      return Number(row!.count);
    },

    hasHit: (ctx, { sessionId, at, kind, typeId }) =>
      exists(
        ctx,
        `${hit} h where h.session_id = ${sessionId} and h.at = ${d.time(at)} and h.kind = ${kind} and h.type_id = ${typeId}`,
      ),

    async visitsOfEmails(ctx, emails, limit) {
      if (emails.length === 0) return [];
      const sessions = `select s.id from analytics_session s join analytics_identity i on i.session_key = s.key
        where i.email in (${emails.map(escapeLiteral).join(", ")})`;
      const isTheirs = await isOneOf(ctx, "v.session_id", sessions);
      return selectVisits(ctx, {}, `${isTheirs} order by v.started_at desc limit ${limit}`);
    },

    async exportVisits(ctx, person) {
      const sessions = await ctx.db
        .select({ identifiedAt: analyticsIdentity.at, id: analyticsSession.id })
        .from(analyticsIdentity)
        .leftJoin(analyticsSession, eq(analyticsSession.key, analyticsIdentity.sessionKey))
        .where(isIdentityOf(person))
        .orderBy(asc(analyticsIdentity.at));
      const ids = sessions.flatMap(({ id }) => id ?? []);
      const found = await selectVisits<FoundVisit & { endedAt: Date }>(
        ctx,
        { times: { endedAt: "v.ended_at" } },
        `${oneOf("v.session_id", ids)} order by v.started_at`,
      );
      const bySession = Map.groupBy(found, ({ sessionId }) => sessionId);
      const none = [{ startedAt: null, endedAt: null, views: null }];
      const visits = sessions.flatMap(({ identifiedAt, id }) =>
        (bySession.get(id ?? 0) ?? none).map(({ startedAt, endedAt, views }) => ({
          ...{ identifiedAt, startedAt, endedAt, views },
        })),
      );
      // Sessions without a visit come last.
      const startOf = ({ startedAt }: { startedAt: Date | null }) => startedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
      return visits.sort((one, other) => startOf(one) - startOf(other));
    },

    async visitsAt(ctx, places) {
      const ids = places.map(({ sessionId }) => sessionId);
      const found = await selectVisits(ctx, {}, `${oneOf("v.session_id", ids)} order by v.started_at`);
      const bySession = Map.groupBy(found, ({ sessionId }) => sessionId);
      return places.map(
        ({ sessionId, at }) => bySession.get(sessionId)?.findLast(({ startedAt }) => startedAt <= at) ?? null,
      );
    },
  };
}
