import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { hitKinds } from "../hit-kinds.ts";
import { analyticsHit, analyticsSession, analyticsTerm, analyticsVisit } from "../tables.server.ts";
import { containing } from "./named-groups.server.ts";
import type { RowRange, Rows } from "./report-rows.ts";
import { isCounted, isDuring, type ReportScope, visitCondition } from "./visit-conditions.server.ts";

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

/** Actions of a period by group, most frequent first. Hits of visitors who ask not to be tracked are not among them. */
export async function readActions(
  ctx: Pick<Ctx, "db">,
  { period, filters }: ReportScope,
  selection: ActionSelection,
  by: ActionGroup,
  { limit, offset = 0, search = "" }: RowRange,
): Promise<Rows<ActionRow>> {
  const condition = await visitCondition(ctx, filters);
  const term = (column: string) => sql`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;
  const name = typeof by === "string" ? term("g.name::int") : sql`g.name`;
  const { rows } = await ctx.db.execute<Record<keyof ActionRow | "rows", string>>(sql`
    select ${name} as name, ${term("g.page")} as page, g.count, g.visitors,
      g."valueUsd", count(*) over () as rows
    from (
      select ${groupOf(by)} as name, ${isPerPage(by) ? sql`h.page_id` : sql`null::int`} as page, count(*) as count, count(distinct h.session_id) as visitors,
        coalesce(sum(h.value), 0) as "valueUsd"
      from ${analyticsHit} h join ${analyticsSession} s on s.id = h.session_id ${condition && visitOfHit(condition)}
      where ${isSelected(selection)} and ${isDuring(period, "h.at")} and ${isCounted("s")}
      group by 1, 2
    ) g where g.name is not null ${search === "" ? sql`` : sql`and ${name} ilike ${containing(search)}`}
    order by g.count desc, name limit ${limit} offset ${offset}`);
  return {
    count: Number(rows[0]?.rows ?? 0),
    rows: rows.map((row) => ({
      name: row.name ?? "",
      page: row.page ?? null,
      count: Number(row.count),
      visitors: Number(row.visitors),
      valueUsd: selection.kind === "conversion" ? Number(row.valueUsd) : 0,
    })),
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

const visitOfHit = (condition: SQL) =>
  sql`join ${analyticsVisit} v on v.session_id = h.session_id and h.at between v.started_at and v.ended_at and ${condition}`;

/** Hits `h` of a selection. Types and names are few, so that the index over actions is read; the kinds repeat its condition. */
export function isSelected({ kind, types, names }: ActionSelection): SQL {
  const ids = (texts: readonly string[]) =>
    sql`any(array(select id from ${analyticsTerm} where text = any(${sql.param([...texts])}::text[])))`;
  const byName = names ? sql`and h.name_id = ${ids(names)}` : sql``;
  return sql`h.kind = ${hitKinds[kind]} and h.kind in (2, 5, 6) and h.type_id = ${ids(types)} ${byName}`;
}
