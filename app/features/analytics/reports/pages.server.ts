import type { Ctx } from "#app/platform/context.server.ts";
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
  return addedPages(own.rows, imported, range);
}

/** `size`: views. `lastVisit`: number of the last counted visit, unique in the report. */
type Page = Record<"id" | "size" | "visits" | "lastVisit" | "seconds" | "timed" | "scroll" | "scrolled", number>;

async function readOwnPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageRow>> {
  const { rows, each } = await chunksOf(ctx, scope);
  const numbers = new Groups();
  const pages: Page[] = [];
  let visitsBefore = 0;
  await each((chunk) => {
    const picked = rows.views(chunk);
    const { page, visit, secondsPlusOne, scrollPlusOne } = chunk.views;
    for (let view = 0; view < picked.length; view++) {
      if (picked[view] === 0) continue;
      const number = numbers.numberOf(page[view]!);
      const none = { size: 0, visits: 0, lastVisit: 0, seconds: 0, timed: 0, scroll: 0, scrolled: 0 };
      pages[number] ??= { id: page[view]!, ...none };
      addView(pages[number], {
        visit: visit[view] === 0 ? 0 : visitsBefore + visit[view]!,
        seconds: secondsPlusOne[view]! - 1,
        scroll: scrollPlusOne[view]! - 1,
      });
    }
    visitsBefore += chunk.visits.count;
  });
  const named = await nameGroups(ctx, pages, range);
  const average = (sum: number, count: number) => (count === 0 ? null : sum / count);
  return {
    count: named.count,
    rows: named.rows.map(({ name, group }) => {
      const { size, visits, seconds, timed, scroll, scrolled } = pages[group]!;
      return {
        ...{ path: name, views: size, visits },
        ...{ averageSeconds: average(seconds, timed), averageScroll: average(scroll, scrolled) },
      };
    }),
  };
}

/** Views of a visit must be added together. `visit`: 0 for none; `seconds`, `scroll`: -1 if unknown. */
function addView(page: Page, { visit, seconds, scroll }: Record<"visit" | "seconds" | "scroll", number>) {
  page.size += 1;
  if (visit > 0 && page.lastVisit !== visit) {
    page.visits += 1;
    page.lastVisit = visit;
  }
  if (seconds >= 0) {
    page.seconds += seconds;
    page.timed += 1;
  }
  if (scroll >= 0) {
    page.scroll += scroll;
    page.scrolled += 1;
  }
}
