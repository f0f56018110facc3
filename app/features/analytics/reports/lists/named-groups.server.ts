import { matchesSearch, searchFold } from "#app/lib/search-fold.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { RowRange, Rows } from "../report-rows.ts";
import { termNames } from "./term-names.server.ts";

type Group = { id: number; size: number };
export type NamedGroup = { name: string /** Index in the list of groups. */; group: number };

/**
 * Returns the largest groups with their names, ordered by size and name, and the total number of groups. `numbers`: maps ids to names,
 * if ids are not terms.
 */
export async function nameGroups(
  ctx: Pick<Ctx, "db">,
  groups: readonly Group[],
  range: RowRange,
  numbers?: Readonly<Record<string, number>>,
): Promise<Rows<NamedGroup>> {
  const candidates = rowsToName(groups, range);
  const names = numbers
    ? new Map(Object.entries(numbers).map(([name, id]) => [id, name]))
    : await termNames(
        ctx,
        candidates.map((group) => groups[group]!.id),
      );
  const rows = candidates.map((group) => {
    const { id, size } = groups[group]!;
    return { name: names.get(id) ?? "", size, group };
  });
  return rangeOf(rows, range, groups.length);
}

/** Returns the indexes of groups that can be in the range: with a search text, every group. */
export function rowsToName(
  groups: readonly { size: number }[],
  { limit, offset = 0, search = "" }: RowRange,
): number[] {
  return search === ""
    ? largest(
        groups.map(({ size }) => size),
        offset + limit,
      )
    : groups.map((_, group) => group);
}

/** Paths and addresses are searched as they are, words without accents. */
export const isNamed = (name: string, search: string): boolean =>
  name.toLowerCase().includes(search.toLowerCase()) ||
  (/^[\p{L}\p{M}\p{N}\s]+$/u.test(search) && matchesSearch(searchFold(name), search));

/**
 * Returns the rows of a range, ordered by size, name and page. `count`: the number of all rows, or with a search text, of the matches.
 */
export function rangeOf<Row extends { name: string; size: number; page?: string | null }>(
  rows: readonly Row[],
  { limit, offset = 0, search = "" }: RowRange,
  count: number,
): Rows<Row> {
  const found = search === "" ? rows : rows.filter(({ name }) => isNamed(name, search));
  const sorted = found.toSorted(
    (one, other) =>
      other.size - one.size || compareText(one.name, other.name) || compareText(one.page ?? "", other.page ?? ""),
  );
  return { rows: sorted.slice(offset, offset + limit), count: search === "" ? count : found.length };
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the indexes of the `count` largest sizes and of all ties with the last of them. */
export function largest(sizes: readonly number[], count: number): number[] {
  const least = sizes.toSorted((one, other) => other - one)[count - 1] ?? 0;
  return sizes.flatMap((size, place) => (size >= least ? [place] : []));
}
