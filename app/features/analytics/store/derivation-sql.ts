import { inArray } from "drizzle-orm";
import { daySeconds } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { automaticEventTypes } from "../collecting/automatic-events.ts";
import { type Dialect, oneOf } from "../reports/report-sql.ts";
import { vitalNames } from "../reports/vitals/vital-limits.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { analyticsTerm } from "../tables.server.ts";
import { visitFacts } from "./visit-store.ts";

/*
 * Visits and page views as statements over the hits of sessions, the same for every store. The result does not depend on the order in which
 * rows arrived.
 */

const pauseMinutes = 30;

/** How a store writes what only the derivation needs. */
export type DerivationDialect = Dialect & {
  /** Of the rows with this condition: the page of the first view, and of the last. */
  entry(isWanted: string): string;
  exit(isWanted: string): string;
  /** The distinct ids of the rows with this condition, ascending. */
  distinctIds(column: string, isWanted: string): string;
  /** The sum of the values of the rows with this condition, as `revenueColumn` stores it. */
  revenue(isWanted: string): string;
  revenueColumn: string;
  /** A number of the metadata of a hit, 0 to `most`; null for any other JSON value under this name. */
  detailNumber(name: string, most: number): string;
  /** Halves are rounded away from zero. */
  rounded(value: string, decimals: number): string;
  /** How a measurement that can be null is stored. */
  measured(value: string, name: string): string;
};

const behaviors = { rage_clicks: "rage_click", dead_clicks: "dead_click", errors: "error" } as const;

/** The terms that the derivation compares, and their ids: -1 for a term that no hit has. */
export const derivationTerms = [...automaticEventTypes, "revenue", ...vitalNames, "rage_click", "dead_click"] as const;
export type DerivationTerms = Readonly<Record<(typeof derivationTerms)[number], number>>;

export async function readTerms({ db }: Pick<Ctx, "db">): Promise<DerivationTerms> {
  const rows = await db
    .select()
    .from(analyticsTerm)
    .where(inArray(analyticsTerm.text, [...derivationTerms]));
  const ids = new Map(rows.map(({ id, text }) => [text, id]));
  return Object.fromEntries(derivationTerms.map((text) => [text, ids.get(text) ?? -1])) as DerivationTerms;
}

/** `facts`: a query of the sessions with the facts that visits and views copy. `since`: before the first hit. */
export type Derived = { ids: readonly number[]; since: Date; terms: DerivationTerms; facts: string };

/** Rows to insert: named queries (`with`), the columns with their values, and the rest of the query. */
export type Rows = { sources: readonly string[]; columns: Readonly<Record<string, string>>; from: string };

export const insertInto = (table: string, { columns }: Rows): string =>
  `insert into ${table} (${Object.keys(columns).join(", ")})`;

export const selected = ({ columns, from }: Rows): string => `select ${Object.values(columns).join(", ")} from ${from}`;

/** Named queries up to `numbered`: the hits of these sessions since `since`, with the number of their visit in the session. */
export const numberedHits = (d: Dialect, { ids, since }: Pick<Derived, "ids" | "since">): string[] => [
  `paused as (
    select h.session_id as session_id, h.at as at, h.kind as kind, h.page_id as page_id, h.type_id as type_id, h.name_id as name_id,
      h.value as value, h.detail as detail,
      case when h.at > coalesce(max(h.at) over (partition by h.session_id order by h.at rows between unbounded preceding and 1 preceding),
        ${d.time(new Date(0))}) + interval '${pauseMinutes} minute' then 1 else 0 end as starts
    from ${d.tables.everyHit} h where ${oneOf("h.session_id", ids)} and h.at >= ${d.time(since)}
  )`,
  "numbered as (select paused.*, sum(starts) over (partition by session_id order by at) as number from paused)",
];

const isView = `kind = ${hitKinds.page_view}`;
const count = (condition: string) => `sum(case when ${condition} then 1 else 0 end)`;

/**
 * The visits of these sessions. `views`: a query of their views, which are derived first: a visit is never shorter than the seconds of
 * its views. Only payments are revenue; values of other conversions are estimates.
 */
export function visitRows(d: DerivationDialect, { terms, facts }: Derived, views: string): Rows {
  const { event, conversion } = hitKinds;
  const isAutomatic = oneOf(
    "type_id",
    automaticEventTypes.map((type) => terms[type]),
  );
  const has = (column: string, kind: number) => `kind = ${kind} and not ${d.isNone(column)}`;
  const list = (column: string, kind: number) => d.distinctIds(column, has(column, kind));
  const seconds = `floor((${d.micros("v.ended_at")} - ${d.micros("v.started_at")}) / 1000000)`;
  return {
    sources: [
      `shown as (select session_id, visit_at, sum(case when seconds > 0 then seconds else 0 end) as seconds from (${views}) viewed
        group by session_id, visit_at)`,
      `visited as (
        select session_id, min(at) as started_at, max(at) as ended_at, ${count(isView)} as views,
          ${count(`kind = ${conversion} or kind = ${event} and not coalesce(${isAutomatic}, false)`)} as actions,
          ${d.entry(isView)} as entry_id, ${d.exit(isView)} as exit_id, ${list("page_id", hitKinds.page_view)} as page_ids,
          ${list("name_id", event)} as event_ids, ${list("name_id", conversion)} as goal_ids,
          ${d.revenue(`kind = ${conversion} and type_id = ${terms.revenue}`)} as revenue
        from numbered group by session_id, number
      )`,
    ],
    columns: {
      ...own("v", ["started_at", "ended_at", "session_id"]),
      duration_seconds: `least(greatest(${seconds}, ${d.double("coalesce(shown.seconds, 0)")}), 2147483647)`,
      ...own("v", ["views", "entry_id", "exit_id", "page_ids", "event_ids", "goal_ids"]),
      ...{ is_bounce: "v.views <= 1 and v.actions = 0", [d.revenueColumn]: "v.revenue" },
      ...own("s", ["channel", "device", "rule", ...visitFacts.map((fact) => `${fact}_id`), "visitor_id"]),
    },
    from: `visited v join (${facts}) s on s.id = v.session_id
      left join shown on shown.session_id = v.session_id and shown.visit_at = v.started_at`,
  };
}

const own = (table: string, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, `${table}.${column}`]));

/**
 * The page views of these sessions. Reports about a page belong to its latest view in the visit. The seconds come from the page itself,
 * otherwise from the next page.
 */
export function viewRows(d: DerivationDialect, { terms, facts }: Derived): Rows {
  const { event, performance, behavior } = hitKinds;
  const isEngagement = `kind = ${event} and type_id = ${terms.engagement}`;
  const engagement = (name: string, most: number) => `case when ${isEngagement} then ${d.detailNumber(name, most)} end`;
  const vitals = vitalNames.map(
    (vital) => `max(case when kind = ${performance} and type_id = ${terms[vital]} then value end) as ${vital}`,
  );
  const problems = Object.entries(behaviors).map(
    ([column, type]) => `least(${count(`kind = ${behavior} and type_id = ${terms[type]}`)}, 32767) as ${column}`,
  );
  const seconds = "coalesce(r.seconds, v.next_value)";
  const vital = (name: string) => d.measured(d.rounded(`r.${name}`, name === "cls" ? 3 : 0), name);
  return {
    sources: [
      `located as (
        select numbered.*, min(at) over (partition by session_id, number) as visit_at,
          greatest(${count(isView)} over (partition by session_id, number, page_id order by at), 1) as occurrence
        from numbered
      )`,
      `viewed as (
        select session_id, number, page_id, occurrence, at, visit_at,
          max(value) over (partition by session_id, number order by at, page_id, value rows between 1 following and 1 following) as next_value
          ${d.knowsPrevious ? ", lag(at) over (partition by session_id, number, page_id order by at) as previous_at" : ""}
        from located where ${isView}
      )`,
      `reported as (
        select session_id, number, page_id, occurrence, sum(${engagement("seconds", daySeconds)}) as seconds,
          max(${engagement("scroll_percent", 100)}) as scroll, ${vitals.join(", ")}, ${problems.join(", ")}
        from located where not ${isView} group by session_id, number, page_id, occurrence
      )`,
    ],
    columns: {
      ...own("v", ["at", "visit_at", "session_id", "page_id", ...(d.knowsPrevious ? ["previous_at"] : [])]),
      seconds: d.measured(
        `case when ${seconds} > ${daySeconds} then ${daySeconds} else round(${seconds}) end`,
        "seconds",
      ),
      scroll: d.measured(d.rounded("r.scroll", 0), "scroll"),
      ...Object.fromEntries(vitalNames.map((name) => [name, vital(name)])),
      ...Object.fromEntries(Object.keys(behaviors).map((column) => [column, `coalesce(r.${column}, 0)`])),
      ...own("s", ["device", "rule"]),
    },
    from: `viewed v join (${facts}) s on s.id = v.session_id
      left join reported r on r.session_id = v.session_id and r.number = v.number and r.occurrence = v.occurrence
        and coalesce(r.page_id, 0) = coalesce(v.page_id, 0)`,
  };
}

/** Start and views of each visit of a session. */
export const visitStarts = (d: Dialect, sessionId: number): string =>
  `with ${numberedHits(d, { ids: [sessionId], since: new Date(0) }).join(", ")}
    select ${d.micros("min(at)")} as us, ${count(isView)} as views from numbered group by session_id, number order by us`;
