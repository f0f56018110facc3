import { matchesSearch, searchFold } from "#app/lib/search/search-fold.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { addedSums, type SumGroup } from "../report.ts";
import type { ListRow, RowRange, Rows } from "./list-columns.ts";
import { termNames } from "./term-names.server.ts";

/** `id`: of a term, or the name itself as a text. `page`: a term; 0 for an unknown page. */
type Group = { id: number | string; page?: number | null; size: number };

/**
 * Returns the largest groups with their names, ordered by size, name and page, and the total number of groups. `numbers`: maps ids to
 * names, if ids are not terms.
 */
export async function nameGroups<Own extends Group>(
  ctx: Pick<Ctx, "db">,
  groups: readonly Own[],
  range: RowRange,
  numbers?: Readonly<Record<string, number>>,
): Promise<Rows<Omit<Own, "page"> & { name: string; page: string | null }>> {
  const candidates = groupsToName(groups, range);
  const own = new Map(Object.entries(numbers ?? {}).map(([name, id]) => [id, name]));
  const terms = await termNames(
    ctx,
    candidates.flatMap(({ id, page }) => [page ?? 0, numbers || typeof id === "string" ? 0 : id]),
  );
  const rows = candidates.map((group) => {
    const { id, page } = group;
    const name = typeof id === "string" ? id : ((numbers ? own : terms).get(id) ?? "");
    return { ...group, name, page: page ? (terms.get(page) ?? null) : null };
  });
  return rangeOf(rows, range, groups.length);
}

/** Sums of imported days, which have names instead of ids. */
export type ImportedSums = { name: string; sums: Readonly<Record<string, number>> };

/** Enough of our own rows to add imported values correctly before the list is cut. */
const maxMerged = 1000;

/** The rows of groups of sums and of imported days, ordered by `amount`. `figures`: of the sums, by name, of one row. */
export async function namedRows(
  ctx: Pick<Ctx, "db">,
  groups: readonly (Pick<SumGroup, "id" | "sums"> & { page?: number | null })[],
  range: RowRange,
  figures: (of: (sum: string) => number, row: string) => ListRow["figures"],
  {
    numbers,
    imported = [],
  }: { numbers?: Readonly<Record<string, number>> | undefined; imported?: readonly ImportedSums[] },
): Promise<Rows<ListRow>> {
  const sized = groups.map((group) => ({ ...group, size: group.sums["amount"] ?? 0 }));
  const own = await nameGroups(ctx, sized, imported.length > 0 ? { limit: maxMerged } : range, numbers);
  const { rows, count } = imported.length > 0 ? withImported(own.rows, imported, range) : own;
  return {
    count,
    rows: rows.map(({ name, page, sums }) => ({ name, page, figures: figures((sum) => sums[sum] ?? 0, name) })),
  };
}

function withImported(
  own: readonly (ImportedSums & { page: string | null })[],
  imported: readonly ImportedSums[],
  range: RowRange,
) {
  const rows = new Map(own.map((row) => [row.name, row]));
  for (const { name, sums: more } of imported) {
    const { sums = {}, page = null } = rows.get(name) ?? {};
    rows.set(name, { name, page, sums: addedSums(sums, more) });
  }
  const sized = [...rows.values()].map((row) => ({ ...row, size: row.sums["amount"] ?? 0 }));
  return rangeOf(sized, range, sized.length);
}

/** The groups that can be in the range: the largest and all ties with the last of them; with a search text, every group. */
function groupsToName<Own extends Group>(groups: readonly Own[], { limit, offset = 0, search = "" }: RowRange): Own[] {
  const sizes = groups.map(({ size }) => size).toSorted((one, other) => other - one);
  const least = search === "" ? (sizes[offset + limit - 1] ?? 0) : 0;
  return groups.filter(({ size }) => size >= least);
}

/** Paths and addresses are searched as they are, words without accents. */
const isNamed = (name: string, search: string): boolean =>
  name.toLowerCase().includes(search.toLowerCase()) ||
  (/^[\p{L}\p{M}\p{N}\s]+$/u.test(search) && matchesSearch(searchFold(name), search));

/**
 * Returns the rows of a range, ordered by size, name and page. `count`: the number of all rows, or with a search text, of the matches.
 */
function rangeOf<Row extends { name: string; size: number; page?: string | null }>(
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
