import type { Ctx } from "#app/platform/context.server.ts";
import { type Column, type DayChunk, mapped } from "../columns/day-chunk.ts";
import { Groups } from "../columns/groups.ts";
import { chunksOf } from "../columns/scope-chunks.server.ts";
import { importedBy } from "../imports/imported-days.server.ts";
import { nameGroups } from "./named-groups.server.ts";
import type { PageRow, RowRange, Rows } from "./report-rows.ts";
import type { ReportScope } from "./visit-conditions.server.ts";
import { addedPages, maxMerged } from "./with-imported.ts";

export type { PageRow } from "./report-rows.ts";

/** Returns the pages viewed in a period, most viewed first, with imported days. */
export async function readPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageRow>> {
  const imported = await importedBy(ctx, scope, "page");
  if (imported.length === 0) return readOwnPages(ctx, scope, range);
  const own = await readOwnPages(ctx, scope, { limit: maxMerged });
  const [times, scrolled] = [await importedBy(ctx, scope, "page_time"), await importedBy(ctx, scope, "page_scroll")];
  return addedPages(own.rows, { pages: imported, times, scrolled }, range);
}

const pageSums = ["views", "visits", "seconds", "timed", "scroll", "scrolled"] as const;

/** Sums of pages as columns, because a busy month has millions of views. */
class PageSums {
  readonly #numbers = new Groups();
  of = mapped(pageSums, () => new Float64Array(64));
  /** The number of the last counted visit, unique in the report. */
  #lastVisit = new Float64Array(64);

  get groups(): { id: number; size: number }[] {
    return this.#numbers.ids.map((id, number) => ({ id, size: this.of.views[number]! }));
  }

  /** Views of a visit are together. */
  addChunk(
    { views: { page, visit, secondsPlusOne, scrollPlusOne } }: DayChunk,
    picked: Uint8Array,
    visitsBefore: number,
  ) {
    const groups = this.#numbersOf(page, picked);
    const { views, visits, seconds, timed, scroll, scrolled } = this.of;
    const lastVisit = this.#lastVisit;
    for (let view = 0; view < groups.length; view++) {
      const group = groups[view]!;
      if (group < 0) continue;
      views[group]! += 1;
      const own = visit[view]!;
      if (own > 0 && lastVisit[group] !== visitsBefore + own) {
        visits[group]! += 1;
        lastVisit[group] = visitsBefore + own;
      }
      if (secondsPlusOne[view]! > 0) {
        seconds[group]! += secondsPlusOne[view]! - 1;
        timed[group]! += 1;
      }
      if (scrollPlusOne[view]! > 0) {
        scroll[group]! += scrollPlusOne[view]! - 1;
        scrolled[group]! += 1;
      }
    }
  }

  /** The groups of picked views, for which there is room; -1 for others. */
  #numbersOf(page: Column, picked: Uint8Array): Int32Array {
    const groups = new Int32Array(picked.length).fill(-1);
    for (let view = 0; view < groups.length; view++)
      if (picked[view] === 1) groups[view] = this.#numbers.numberOf(page[view]!);
    const count = this.#numbers.ids.length;
    if (count > this.#lastVisit.length) {
      const grown = (column: Float64Array<ArrayBuffer>) => {
        const larger = new Float64Array(2 * count);
        larger.set(column);
        return larger;
      };
      this.of = mapped(pageSums, (sum) => grown(this.of[sum]));
      this.#lastVisit = grown(this.#lastVisit);
    }
    return groups;
  }
}

async function readOwnPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageRow>> {
  const { rows, each } = await chunksOf(ctx, scope);
  const sums = new PageSums();
  let visitsBefore = 0;
  await each((chunk) => {
    sums.addChunk(chunk, rows.views(chunk), visitsBefore);
    visitsBefore += chunk.visits.count;
  });
  const named = await nameGroups(ctx, sums.groups, range);
  const average = (sum: number, count: number) => (count === 0 ? null : sum / count);
  return {
    count: named.count,
    rows: named.rows.map(({ name, group }) => ({
      ...{ path: name, views: sums.of.views[group]!, visits: sums.of.visits[group]! },
      averageSeconds: average(sums.of.seconds[group]!, sums.of.timed[group]!),
      averageScroll: average(sums.of.scroll[group]!, sums.of.scrolled[group]!),
    })),
  };
}
