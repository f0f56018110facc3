import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { hitKinds } from "../hit-kinds.ts";
import { analyticsHit, analyticsSession, analyticsTerm, analyticsVisit } from "../tables.server.ts";
import type { RowRange, Rows } from "./breakdowns.server.ts";
import { isCounted, isDuring, type ReportScope, visitCondition } from "./visit-conditions.server.ts";

/** What visitors did: hits of one kind with one of the types and, if given, one of the names. */
export type ActionSelection = {
  kind: "event" | "behavior" | "conversion";
  types: readonly string[];
  names?: readonly string[];
};

/** What a row stands for: the hit's name, its page, a text of its metadata, or page and name together. */
export type ActionGroup = "name" | "page" | { detail: string } | "page and name";

export type ActionRow = {
  name: string;
  /** With `page and name`: the page. */
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
  { limit, offset = 0 }: RowRange,
): Promise<Rows<ActionRow>> {
  const condition = await visitCondition(ctx, filters);
  const term = (column: string) => sql`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;
  const groups: { name: SQL; page: SQL } =
    by === "page"
      ? { name: sql`h.page_id::text`, page: sql`null::int` }
      : by === "page and name"
        ? { name: sql`h.name_id::text`, page: sql`h.page_id` }
        : by === "name"
          ? { name: sql`h.name_id::text`, page: sql`null::int` }
          : { name: sql`h.detail ->> ${by.detail}::text`, page: sql`null::int` };
  const isTerm = typeof by === "string";
  const { rows } = await ctx.db.execute<Record<keyof ActionRow | "rows", string>>(sql`
    select ${isTerm ? term("g.name::int") : sql`g.name`} as name, ${term("g.page")} as page, g.count, g.visitors,
      g."valueUsd", count(*) over () as rows
    from (
      select ${groups.name} as name, ${groups.page} as page, count(*) as count, count(distinct h.session_id) as visitors,
        coalesce(sum(h.value), 0) as "valueUsd"
      from ${analyticsHit} h join ${analyticsSession} s on s.id = h.session_id ${condition && visitOfHit(condition)}
      where h.kind = ${hitKinds[selection.kind]} and ${isSelected(selection)} and ${isDuring(period, "h.at")} and ${isCounted("s")}
      group by 1, 2
    ) g where g.name is not null
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

const visitOfHit = (condition: SQL) =>
  sql`join ${analyticsVisit} v on v.session_id = h.session_id and h.at between v.started_at and v.ended_at and ${condition}`;

/** Types and names are few, so that the index over actions is read. The kinds repeat its condition. */
function isSelected({ types, names }: ActionSelection): SQL {
  const ids = (texts: readonly string[]) =>
    sql`any(array(select id from ${analyticsTerm} where text = any(${sql.param([...texts])}::text[])))`;
  const byName = names ? sql`and h.name_id = ${ids(names)}` : sql``;
  return sql`h.kind in (2, 5, 6) and h.type_id = ${ids(types)} ${byName}`;
}
