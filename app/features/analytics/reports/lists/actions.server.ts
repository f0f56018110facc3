import type { Ctx } from "#app/platform/context.server.ts";
import { reportOf } from "../open-report.server.ts";
import type { RowRange, Rows } from "../report-rows.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { type ActionGroup, type ActionSelection, isPerPage } from "./action-selection.ts";
import { rangeOf, rowsToName } from "./named-groups.server.ts";
import { termNames } from "./term-names.server.ts";

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
  const report = await reportOf(ctx, scope);
  const counted = (await report.actions({ selection, by })).map(({ id, page, sums }) => {
    const of = (name: string) => sums[name] ?? 0;
    const group = { key: String(id), page: isPerPage(by) ? page : null };
    return { ...group, size: of("amount"), visitors: of("fresh"), valueUsd: of("usd") };
  });
  const named = await nameActions(ctx, counted, by, range);
  return {
    count: named.count,
    rows: named.rows.map(({ name, page, group }) => {
      const { size, visitors, valueUsd } = counted[group]!;
      return { name, page, count: size, visitors, valueUsd: selection.kind === "conversion" ? valueUsd : 0 };
    }),
  };
}

type Group = { key: string; page: number | null };

async function nameActions(
  ctx: Pick<Ctx, "db">,
  groups: readonly (Group & { size: number })[],
  by: ActionGroup,
  range: RowRange,
): Promise<Rows<{ name: string; page: string | null; group: number }>> {
  const isTerm = typeof by === "string";
  const candidates = rowsToName(groups, range);
  const names = await termNames(
    ctx,
    candidates.flatMap((group) => [groups[group]!.page ?? 0, isTerm ? Number(groups[group]!.key) : 0]),
  );
  const rows = candidates.map((group) => {
    const { key, page, size } = groups[group]!;
    const name = isTerm ? (names.get(Number(key)) ?? "") : key;
    return { name, size, group, page: page === null ? null : (names.get(page) ?? null) };
  });
  return rangeOf(rows, range, groups.length);
}
