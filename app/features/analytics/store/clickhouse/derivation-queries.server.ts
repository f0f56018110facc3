import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { pauseMinutes } from "#app/features/analytics/storage/visit-rows.server.ts";
import { daySeconds } from "#app/lib/durations.ts";
import { idList, instant } from "./column-database.server.ts";
import { sessionFacts } from "./schema.server.ts";

/* The statements of storage/visit-rows.server.ts and storage/view-rows.server.ts for ClickHouse. */

const pauseMicros = pauseMinutes * 60_000_000;

/** Ids of the terms that the derivation compares; -1 for terms that no hit has. */
export const derivationTerms = [
  ...(["revenue", "engagement", "error", "security_event", "lcp", "fid", "inp", "cls", "fcp", "ttfb"] as const),
  ...(["rage_click", "dead_click"] as const),
] as const;
export type DerivationTerms = Readonly<Record<(typeof derivationTerms)[number], number>>;

export type Derived = { ids: readonly number[]; since: Date; terms: DerivationTerms; version: string };

/** The hits of these sessions since `since`, with the number of their visit in the session. */
const numberedHits = ({ ids, since }: Derived) => `
  hits AS (
    SELECT session_id, toUnixTimestamp64Micro(at) AS us, kind, page_id, type_id, name_id, value, detail
    FROM hit WHERE session_id IN ${idList(ids)} AND at >= ${instant(since)}
  ), starts AS (
    SELECT *, us - lagInFrame(us, 1, 0) OVER (
      PARTITION BY session_id ORDER BY us ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) > ${pauseMicros} AS starts_visit
    FROM hits
  ), numbered AS (
    SELECT *, sum(starts_visit) OVER (PARTITION BY session_id ORDER BY us) AS number FROM starts
  )`;

const distinctIds = (column: string, kind: number) =>
  `arraySort(groupUniqArrayIf(${column}, kind = ${kind} AND ${column} != 0))`;

const at = (us: string) => `fromUnixTimestamp64Micro(${us}, 'UTC')`;
/** Rounds halves away from zero, like \`numeric\` of PostgreSQL. */
const rounded = (value: string) => `sign(${value}) * floor(abs(${value}) + 0.5)`;

const visitColumns = `started_at, ended_at, session_id, duration_seconds, views, is_bounce, entry_id, exit_id, page_ids, event_ids,
  goal_ids, cents, channel, device, rule, ${sessionFacts.join(", ")}, visitor_id, version`;

/** Inserts the visits of these sessions. The sessions' facts are in `session`, and their views with this version in `view`. */
export const insertVisits = (derived: Derived): string => {
  const { ids, since, terms, version } = derived;
  const { page_view, event, conversion } = hitKinds;
  const automatic = idList([terms.engagement, terms.error, terms.security_event]);
  return `
  INSERT INTO visit (${visitColumns})
  WITH ${numberedHits(derived)}, summed AS (
    SELECT session_id AS sid, number, min(us) AS first_us, max(us) AS last_us, countIf(kind = ${page_view}) AS view_count,
      countIf(kind = ${conversion} OR kind = ${event} AND type_id NOT IN ${automatic}) AS actions,
      argMinIf(page_id, (us, page_id), kind = ${page_view}) AS first_page, argMaxIf(page_id, (us, -page_id), kind = ${page_view}) AS last_page,
      ${distinctIds("page_id", page_view)} AS pages, ${distinctIds("name_id", event)} AS events,
      ${distinctIds("name_id", conversion)} AS goals,
      sumIf(ifNull(value, 0), kind = ${conversion} AND type_id = ${terms.revenue}) AS revenue
    FROM numbered GROUP BY session_id, number
  ), shown AS (
    SELECT session_id AS shown_sid, toUnixTimestamp64Micro(visit_at) AS shown_us, sumIf(seconds, seconds > 0) AS shown_seconds
    FROM view FINAL WHERE session_id IN ${idList(ids)} AND visit_at >= ${instant(since)} AND version = ${version}
    GROUP BY shown_sid, shown_us
  )
  SELECT ${at("first_us")}, ${at("last_us")}, sid, least(greatest(intDiv(last_us - first_us, 1000000), shown_seconds), 2147483647), view_count,
    view_count <= 1 AND actions = 0, first_page, last_page, pages, events, goals,
    toInt64(${rounded("least(revenue, 999999999999.0) * 100")}), s.channel, s.device, s.rule,
    ${sessionFacts.map((fact) => `s.${fact}`).join(", ")}, s.visitor_id, ${version}
  FROM summed INNER JOIN (SELECT * FROM session FINAL WHERE id IN ${idList(ids)}) s ON s.id = sid
    LEFT JOIN shown ON shown_sid = sid AND shown_us = first_us`;
};

const viewColumns =
  "at, visit_at, session_id, page_id, seconds, scroll, lcp, fid, inp, cls, fcp, ttfb, rage_clicks, dead_clicks, errors, device, rule, number, version";

/** Inserts the views of these sessions. Reports about a page belong to its latest view in the visit. */
export const insertViews = (derived: Derived): string => {
  const { ids, terms, version } = derived;
  const { page_view, event, performance, behavior } = hitKinds;
  const vital = (name: "lcp" | "fid" | "inp" | "cls" | "fcp" | "ttfb") =>
    `maxOrNullIf(value, kind = ${performance} AND type_id = ${terms[name]}) AS max_${name}`;
  const behaviors = (name: "rage_click" | "dead_click" | "error") =>
    `least(countIf(kind = ${behavior} AND type_id = ${terms[name]}), 32767) AS ${name}s`;
  const isReported = (name: string) =>
    `kind = ${event} AND type_id = ${terms.engagement} AND JSONType(detail, '${name}') IN ('Int64', 'UInt64', 'Double')`;
  const engagement = (name: string, most: number) => `least(greatest(JSONExtractFloat(detail, '${name}'), 0), ${most})`;
  const whole = (value: string) => `ifNull(toInt32(floor(${value} + 0.5)), -1)`;
  const visible = "coalesce(r.shown, v.next_value)";
  return `
  INSERT INTO view (${viewColumns})
  WITH ${numberedHits(derived)}, located AS (
    SELECT *, min(us) OVER (PARTITION BY session_id, number) AS visit_us,
      greatest(countIf(kind = ${page_view}) OVER (PARTITION BY session_id, number, page_id ORDER BY us), 1) AS occurrence
    FROM numbered
  ), viewed AS (
    SELECT session_id, number, page_id, occurrence, us, visit_us, leadInFrame(value, 1, NULL) OVER (
      PARTITION BY session_id, number ORDER BY us, page_id, value ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS next_value
    FROM located WHERE kind = ${page_view}
  ), reported AS (
    SELECT session_id, number, page_id, occurrence,
      sumOrNullIf(${engagement("seconds", daySeconds)}, ${isReported("seconds")}) AS shown,
      maxOrNullIf(${engagement("scroll_percent", 100)}, ${isReported("scroll_percent")}) AS scrolled,
      ${(["lcp", "fid", "inp", "cls", "fcp", "ttfb"] as const).map(vital).join(", ")},
      ${(["rage_click", "dead_click", "error"] as const).map(behaviors).join(", ")}
    FROM located WHERE kind != ${page_view} GROUP BY session_id, number, page_id, occurrence
  )
  SELECT ${at("v.us")}, ${at("v.visit_us")}, v.session_id, v.page_id,
    ifNull(toInt32(if(${visible} > ${daySeconds}, ${daySeconds}, round(${visible}))), -1), ifNull(toInt16(floor(r.scrolled + 0.5)), -1),
    ${whole("r.max_lcp")}, ${whole("r.max_fid")}, ${whole("r.max_inp")}, ifNull(toFloat32(floor(r.max_cls * 1000 + 0.5) / 1000), nan),
    ${whole("r.max_fcp")}, ${whole("r.max_ttfb")}, r.rage_clicks, r.dead_clicks, r.errors, s.device, s.rule,
    row_number() OVER (PARTITION BY v.session_id, v.us, v.page_id) - 1, ${version}
  FROM viewed v
    INNER JOIN (SELECT id, device, rule FROM session FINAL WHERE id IN ${idList(ids)}) s ON s.id = v.session_id
    LEFT JOIN reported r ON r.session_id = v.session_id AND r.number = v.number AND r.page_id = v.page_id
      AND r.occurrence = v.occurrence`;
};

const startOf = { visit: "started_at", view: "visit_at" } as const;

/** Marks rows of these sessions that an earlier derivation left as deleted. None is from before `since`, so older days are not read. */
export const deleteReplaced = (
  table: "visit" | "view",
  { ids, since, version }: Pick<Derived, "ids" | "since" | "version">,
): string => `
  INSERT INTO ${table} SELECT * REPLACE (${version} AS version, 1 AS is_deleted)
  FROM (SELECT * FROM ${table} FINAL
    WHERE session_id IN ${idList(ids)} AND ${startOf[table]} >= ${instant(since)} AND version < ${version})`;

/** Inserts the views of visitors who ask not to be tracked. \`shared\`: the shared sessions with their rules. */
export const insertViewsWithoutSession = (
  since: Date,
  shared: readonly { id: number; rule: number }[],
  version: string,
): string => `
  INSERT INTO view (${viewColumns})
  SELECT at, at, 0, page_id, -1, -1, -1, -1, -1, nan, -1, -1, 0, 0, 0, 0,
    transform(session_id, [${[0, ...shared.map(({ id }) => id)].join(", ")}], [${[0, ...shared.map(({ rule }) => rule)].join(", ")}], 0),
    row_number() OVER (PARTITION BY at, page_id) - 1, ${version}
  FROM hit WHERE session_id IN ${idList([0, ...shared.map(({ id }) => id)])} AND kind = ${hitKinds.page_view}
    AND (at >= ${instant(since)} OR stored_at >= toDateTime(${instant(since)}))`;
