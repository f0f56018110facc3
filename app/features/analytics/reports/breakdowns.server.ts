import type { Ctx } from "#app/platform/context.server.ts";
import { type DayChunk, hasGoal, isListDimension } from "../columns/day-chunk.ts";
import { Groups } from "../columns/groups.ts";
import { chunksOf } from "../columns/scope-chunks.server.ts";
import { importedBy } from "../imports/imported-days.server.ts";
import type { VisitDimension } from "../visit-filter.ts";
import { nameGroups } from "./named-groups.server.ts";
import type { BreakdownRow, RowRange, Rows } from "./report-rows.ts";
import { dimensionColumns, type ReportScope } from "./visit-conditions.server.ts";
import { addedBreakdown, maxMerged } from "./with-imported.ts";

export type { BreakdownRow, RowRange, Rows } from "./report-rows.ts";

/**
 * Returns the visits of a period by one dimension, most first, with imported days. For list dimensions (pages, events, goals) visits
 * without an entry are excluded.
 */
export async function readBreakdown(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  dimension: VisitDimension,
  range: RowRange,
): Promise<Rows<BreakdownRow>> {
  const imported = await importedBy(ctx, scope, dimension);
  if (imported.length === 0) return readOwnBreakdown(ctx, scope, dimension, range);
  const own = await readOwnBreakdown(ctx, scope, dimension, { limit: maxMerged });
  return addedBreakdown(own.rows, imported, range);
}

type Group = { id: number; size: number; bounces: number; seconds: number; conversions: number };

async function readOwnBreakdown(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  dimension: VisitDimension,
  range: RowRange,
): Promise<Rows<BreakdownRow>> {
  const { rows, each } = await chunksOf(ctx, scope);
  const numbers = new Groups();
  const groups: Group[] = [];
  await each((chunk) => {
    const picked = rows.visits(chunk);
    const { bounce, seconds } = chunk.visits;
    eachEntry(chunk, dimension, picked, (id, visit) => {
      const number = numbers.numberOf(id);
      groups[number] ??= { id, size: 0, bounces: 0, seconds: 0, conversions: 0 };
      const group = groups[number];
      group.size += 1;
      group.bounces += bounce[visit]!;
      group.seconds += seconds[visit]!;
      if (hasGoal(chunk.visits, visit)) group.conversions += 1;
    });
  });
  const named = await nameGroups(ctx, groups, range, dimensionColumns[dimension].numbers);
  return {
    count: named.count,
    rows: named.rows.map(({ name, group }) => {
      const { size, bounces, seconds, conversions } = groups[group]!;
      return { name, visits: size, bounceRate: bounces / size, averageVisitSeconds: seconds / size, conversions };
    }),
  };
}

/** Calls `add` with the value of each selected visit, or with each of its entries. */
function eachEntry(
  { visits }: DayChunk,
  dimension: VisitDimension,
  picked: Uint8Array,
  add: (id: number, visit: number) => void,
) {
  if (!isListDimension(dimension)) {
    const facts = visits.facts[dimension];
    for (let visit = 0; visit < picked.length; visit++) if (picked[visit] === 1) add(facts[visit]!, visit);
    return;
  }
  const { ends, ids } = visits.lists[dimension];
  let from = 0;
  for (let visit = 0; visit < picked.length; visit++) {
    const to = ends[visit]!;
    if (picked[visit] === 1) for (let n = from; n < to; n++) add(ids[n]!, visit);
    from = to;
  }
}
