import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { ActionHits } from "../columns/action-hits.ts";
import { chunksOf } from "../columns/scope-chunks.server.ts";
import { hitKinds } from "../hit-kinds.ts";
import { analyticsHit, analyticsTerm } from "../tables.server.ts";
import { containing, largest } from "./named-groups.server.ts";
import type { RowRange, Rows } from "./report-rows.ts";
import { isDuring, type ReportScope } from "./visit-conditions.server.ts";

/** What visitors did: hits of one kind with one of the types and, if given, one of the names. */
export type ActionSelection = {
  kind: "event" | "behavior" | "conversion";
  types: readonly string[];
  names?: readonly string[];
};

/** What a row is about: the hit's name, its page, or a text of its metadata; name and text also per page. */
export type ActionGroup = "name" | "page" | "page and name" | { detail: string; withPage?: true };

export type ActionRow = {
  name: string;
  /** Null unless the rows are per page. */
  page: string | null;
  count: number;
  visitors: number;
  /** Sum of the values in USD. */
  valueUsd: number;
};

/**
 * Actions of a period by group, most frequent first. Hits of visitors who ask not to be tracked are not among them, nor hits that no
 * visit was derived from yet.
 */
export async function readActions(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  selection: ActionSelection,
  by: ActionGroup,
  range: RowRange,
): Promise<Rows<ActionRow>> {
  const { hits, groups } = await readHits(ctx, scope, selection, by);
  const { rows, each } = await chunksOf(ctx, scope);
  await each((chunk) => {
    const picked = rows.visitsAtAnyTime(chunk);
    const { session, at, seconds } = chunk.visits;
    for (let visit = 0; visit < picked.length; visit++)
      if (picked[visit] === 1 && hits.has(session[visit]!))
        hits.count(session[visit]!, chunk.start + at[visit]!, chunk.start + at[visit]! + seconds[visit]! + 2);
  });
  const counted = groups
    .map((group, number) => ({ ...group, ...hits.figures(number) }))
    .filter(({ count }) => count > 0);
  const named = await nameActions(ctx, counted, by, range);
  return {
    count: named.count,
    rows: named.rows.map(({ name, page, group }) => {
      const { count, visitors, valueUsd } = counted[group]!;
      return { name, page, count, visitors, valueUsd: selection.kind === "conversion" ? valueUsd : 0 };
    }),
  };
}

/** The key is the id of a term, as text, or a text of the metadata. */
type Group = { key: string; page: number | null };

async function readHits(
  { db }: Pick<Ctx, "db">,
  { period }: ReportScope,
  selection: ActionSelection,
  by: ActionGroup,
): Promise<{ hits: ActionHits; groups: Group[] }> {
  const { rows } = await db.execute<Group & { hits: Buffer }>(sql`
    select ${groupOf(by)} as key, ${isPerPage(by) ? sql`h.page_id` : sql`null::int`} as page,
      string_agg(int4send(h.session_id) || timestamptz_send(h.at) || float8send(coalesce(h.value, 0)), ''::bytea) as hits
    from ${analyticsHit} h
    where h.session_id is not null and ${isSelected(selection)} and ${isDuring(period, "h.at")} and ${groupOf(by)} is not null
    group by 1, 2`);
  return { hits: new ActionHits(rows.map(({ hits }) => hits)), groups: rows.map(({ key, page }) => ({ key, page })) };
}

/** The largest groups with their names, by count and name. */
async function nameActions(
  { db }: Pick<Ctx, "db">,
  groups: readonly (Group & { count: number })[],
  by: ActionGroup,
  { limit, offset = 0, search = "" }: RowRange,
): Promise<Rows<{ name: string; page: string | null; group: number }>> {
  const wanted =
    search === ""
      ? largest(
          groups.map(({ count }) => count),
          offset + limit,
        )
      : groups.map((_, group) => group);
  if (wanted.length === 0) return { rows: [], count: 0 };
  const list = <Value>(of: (group: Group & { count: number }) => Value) =>
    sql.param(wanted.map((group) => of(groups[group]!)));
  const term = (id: string) => sql`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(id)})`;
  const name = typeof by === "string" ? term("g.key::int") : sql`g.key`;
  const { rows } = await db.execute<{ name: string | null; page: string | null; group: number; count: string }>(sql`
    select ${name} as name, ${term("g.page")} as page, g."group", count(*) over () as count
    from unnest(${sql.param(wanted)}::int[], ${list(({ key }) => key)}::text[], ${list(({ page }) => page)}::int[],
      ${list(({ count }) => count)}::int[]) as g("group", key, page, size)
    ${search === "" ? sql`` : sql`where ${name} ilike ${containing(search)}`}
    order by g.size desc, name limit ${limit} offset ${offset}`);
  return {
    count: search === "" ? groups.length : Number(rows[0]?.count ?? 0),
    rows: rows.map(({ name: found, page, group }) => ({ name: found ?? "", page, group })),
  };
}

const isPerPage = (by: ActionGroup) => by === "page and name" || (typeof by === "object" && by.withPage === true);

/** What the hit `h` is grouped by: the id of a term or a text, both as text. */
function groupOf(by: ActionGroup): SQL {
  if (typeof by === "object") return sql`h.detail ->> ${by.detail}::text`;
  return by === "page" ? sql`h.page_id::text` : sql`h.name_id::text`;
}

/** The hits behind one row: `name` and `page` as `readActions` returned them. */
export function isInRow(by: ActionGroup, { name, page }: { name: string; page: string | null }): SQL {
  const id = (text: string) => sql`(select t.id from ${analyticsTerm} t where t.text = ${text})`;
  const ofName =
    typeof by === "object"
      ? sql`h.detail ->> ${by.detail}::text = ${name}`
      : by === "page"
        ? sql`h.page_id = ${id(name)}`
        : sql`h.name_id = ${id(name)}`;
  return isPerPage(by) && page !== null ? sql`${ofName} and h.page_id = ${id(page)}` : ofName;
}

/** Hits `h` of a selection. Types and names are few, so that the index over actions is read; the kinds repeat its condition. */
export function isSelected({ kind, types, names }: ActionSelection): SQL {
  const ids = (texts: readonly string[]) =>
    sql`any(array(select id from ${analyticsTerm} where text = any(${sql.param([...texts])}::text[])))`;
  const byName = names ? sql`and h.name_id = ${ids(names)}` : sql``;
  return sql`h.kind = ${hitKinds[kind]} and h.kind in (2, 5, 6) and h.type_id = ${ids(types)} ${byName}`;
}
