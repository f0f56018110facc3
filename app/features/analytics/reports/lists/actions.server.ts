import type { Ctx } from "#app/platform/context.server.ts";
import { reportOf } from "../open-report.server.ts";
import type { RowRange, Rows } from "../report-rows.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { type ActionGroup, type ActionSelection, isPerPage } from "./action-selection.ts";
import { namedRows } from "./named-groups.server.ts";

export type ActionRow = {
  name: string;
  page: string | null;
  count: number;
  visitors: number;
  valueUsd: number;
};

/**
 * Returns the actions of a period by group, most frequent first. Excludes hits of visitors who ask not to be tracked and hits whose
 * visit has not been derived yet.
 */
export async function readActions(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  selection: ActionSelection,
  by: ActionGroup,
  range: RowRange,
): Promise<Rows<ActionRow>> {
  const found = await (await reportOf(ctx, scope)).actions({ selection, by });
  const groups = found.map(({ id, page, sums }) => ({
    ...{ id: typeof by === "string" ? Number(id) : String(id), page: isPerPage(by) ? page : null, sums },
  }));
  return namedRows(ctx, groups, range, (name, of, page) => ({
    ...{ name, page, count: of("amount"), visitors: of("fresh") },
    valueUsd: selection.kind === "conversion" ? of("usd") : 0,
  }));
}
