import type { Ctx } from "#app/platform/context.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { type ActionGroup, type ActionSelection, isPerPage, type ListedActions } from "./action-selection.ts";
import { listKeys, listOf } from "./lists.ts";
import { rangeOf, rowsToName } from "./named-groups.server.ts";
import { readRows, reportOf } from "./open-report.server.ts";
import type { OpenReport } from "./report.ts";
import type { RowRange, Rows } from "./report-rows.ts";
import { actionSums, type SelectedHits, type Span } from "./report-sql.ts";
import { lookBackMs } from "./store-sums.server.ts";
import { readNamedSums } from "./stored-sums.server.ts";
import { termNames } from "./term-names.server.ts";
import { type ReportScope, selectedHits } from "./visit-conditions.server.ts";

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
  const [report, selected] = await Promise.all([reportOf(ctx, scope), selectedHits(ctx, selection)]);
  const found = await readOwn(ctx, report, selected, { selection, by });
  const groups = new Map<string, Group & { size: number; visitors: number; valueUsd: number }>();
  for (const row of found) {
    const group = { key: String(row["action_key"]), page: isPerPage(by) ? Number(row["page"] ?? 0) : null };
    const name = `${group.page} ${group.key}`;
    const own = groups.get(name) ?? { ...group, size: 0, visitors: 0, valueUsd: 0 };
    own.size += Number(row["amount"]);
    own.visitors += Number(row["fresh"]);
    own.valueUsd += Number(row["usd"] ?? 0);
    groups.set(name, own);
  }
  const counted = [...groups.values()];
  const named = await nameActions(ctx, counted, by, range);
  return {
    count: named.count,
    rows: named.rows.map(({ name, page, group }) => {
      const { size, visitors, valueUsd } = counted[group]!;
      return { name, page, count: size, visitors, valueUsd: selection.kind === "conversion" ? valueUsd : 0 };
    }),
  };
}

/** From sums as far as there are, and from rows. Visitors that are known from the time before a part are not new in it. */
async function readOwn(
  ctx: Pick<Ctx, "db">,
  report: OpenReport,
  selected: SelectedHits,
  { selection, by }: Pick<ListedActions, "selection" | "by">,
): Promise<Record<string, unknown>[]> {
  const { dialect } = visitStore();
  const list = summedLists.get(JSON.stringify([selection, by]));
  const { rows, plan } = report;
  if (list === undefined || plan.spans.length === 0) return readRows(ctx, actionSums(dialect, rows, selected, by));
  const ofPart = async (part: Span) => {
    const before = new Date(Math.max(rows.start.getTime(), part.start.getTime() - lookBackMs));
    const found = await readRows(ctx, actionSums(dialect, { ...rows, ...part }, selected, by, before));
    return found.map((row) => ({ ...row, fresh: row["firsts"] }));
  };
  return (await Promise.all([readNamedSums(ctx, report, list), ...plan.parts.map(ofPart)])).flat();
}

const summedLists = new Map(
  listKeys.flatMap((key) => {
    const list = listOf(key);
    return list.of === "actions" ? [[JSON.stringify([list.selection, list.by]), key] as const] : [];
  }),
);

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
