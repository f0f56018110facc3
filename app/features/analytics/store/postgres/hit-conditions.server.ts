import { and, or, type SQL, sql } from "drizzle-orm";
import type { HitMatch } from "#app/features/analytics/funnels/figures/hit-match.ts";
import {
  type ActionSelection,
  isPerPage,
  type ListedActions,
} from "#app/features/analytics/reports/lists/action-selection.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { analyticsTerm } from "#app/features/analytics/tables.server.ts";

/**
 * The condition for hits `h` of a selection. Compares type and name ids, so that the index on actions is used; the kinds repeat its
 * condition.
 */
export function isSelected({ kind, types, names }: ActionSelection): SQL {
  const ids = (texts: readonly string[]) =>
    sql`any(array(select id from ${analyticsTerm} where text = any(${sql.param([...texts])}::text[])))`;
  const byType = types ? sql`and h.type_id = ${ids(types)}` : sql``;
  const byName = names ? sql`and h.name_id = ${ids(names)}` : sql``;
  return sql`h.kind = ${hitKinds[kind]} and h.kind in (2, 5, 6) ${byType} ${byName}`;
}

/** The condition for the hits `h` behind one row. */
export function isInRow({ by, name, page }: Omit<ListedActions, "selection">): SQL {
  const id = (text: string) => sql`(select t.id from ${analyticsTerm} t where t.text = ${text})`;
  const ofName =
    typeof by === "object"
      ? sql`h.detail ->> ${by.detail}::text = ${name}`
      : by === "page"
        ? sql`h.page_id = ${id(name)}`
        : sql`h.name_id = ${id(name)}`;
  return isPerPage(by) && page !== null ? sql`${ofName} and h.page_id = ${id(page)}` : ofName;
}

/** The condition for hits `h` of one of the matches. The kinds repeat the condition of the index on actions. */
export function isMatched(matches: readonly HitMatch[]): SQL {
  const isOneOf = (column: string, ids: readonly number[] | null) =>
    ids === null ? undefined : sql`${sql.raw(column)} = any(${sql.param(ids)}::int[])`;
  return and(
    sql.raw(`h.kind in (${hitKinds.event}, ${hitKinds.behavior}, ${hitKinds.conversion})`),
    or(
      ...matches.map(({ kind, types, names }) =>
        and(sql`h.kind = ${sql.raw(String(kind))}`, isOneOf("h.type_id", types), isOneOf("h.name_id", names)),
      ),
    ),
  )!;
}
