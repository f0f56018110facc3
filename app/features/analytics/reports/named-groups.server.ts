import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { analyticsTerm } from "../tables.server.ts";
import type { RowRange, Rows } from "./report-rows.ts";

/** The pattern of `ilike` for texts that contain this one. */
export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, "\\$&")}%`;

/** One group of rows by the id of a term, 0 for none. */
type Group = { id: number; size: number };
export type NamedGroup = { name: string /** Its place in the list of groups. */; group: number };

/**
 * The largest groups with their names, by size and name, and the number of all groups. `numbers`: ids are numbers of these names
 * instead of terms.
 */
export async function nameGroups(
  { db }: Pick<Ctx, "db">,
  groups: readonly Group[],
  { limit, offset = 0, search = "" }: RowRange,
  numbers?: Readonly<Record<string, number>>,
): Promise<Rows<NamedGroup>> {
  const wanted =
    search === ""
      ? largest(
          groups.map(({ size }) => size),
          offset + limit,
        )
      : groups.map((_, group) => group);
  if (wanted.length === 0) return { rows: [], count: 0 };
  const list = (of: (group: number) => number) => sql.param(wanted.map(of));
  const names = numbers
    ? sql`unnest(${sql.param(Object.values(numbers))}::int[], ${sql.param(Object.keys(numbers))}::text[]) as t(id, text)`
    : sql`${analyticsTerm} t`;
  const found = search === "" ? sql`` : sql`where coalesce(t.text, '') ilike ${containing(search)}`;
  const { rows } = await db.execute<NamedGroup & { count: string }>(sql`
    select g."group", coalesce(t.text, '') as name, count(*) over () as count
    from unnest(${list((group) => group)}::int[], ${list((group) => groups[group]!.id)}::int[],
      ${list((group) => groups[group]!.size)}::int[]) as g("group", id, size)
    left join ${names} on t.id = g.id ${found}
    order by g.size desc, name limit ${limit} offset ${offset}`);
  return {
    count: search === "" ? groups.length : Number(rows[0]?.count ?? 0),
    rows: rows.map(({ name, group }) => ({ name, group })),
  };
}

/** The places of the `count` largest sizes and of all that are as large as the last of them. */
export function largest(sizes: readonly number[], count: number): number[] {
  const least = sizes.toSorted((one, other) => other - one)[count - 1] ?? 0;
  return sizes.flatMap((size, place) => (size >= least ? [place] : []));
}
