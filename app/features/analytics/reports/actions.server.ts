import type { Ctx } from "#app/platform/context.server.ts";
import { eachHit } from "../columns/day-hits.ts";
import { NumberList } from "../columns/percentile.ts";
import { chunksOf } from "../columns/scope-chunks.server.ts";
import { type HitSelection, openHits } from "../columns/selected-hits.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import type { ActionGroup, ActionSelection } from "./action-selection.ts";
import { rangeOf, rowsToName } from "./named-groups.server.ts";
import type { RowRange, Rows } from "./report-rows.ts";
import { termNames } from "./term-names.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";

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
  const { days, rows, each } = await chunksOf(ctx, scope);
  const hits = await openHits(ctx, { days }, hitsOf(selection, by));
  const figures: { count: number; visitors: number; valueUsd: number }[] = [];
  const visitors = new NumberList();
  let visitsBefore = 0;
  await each((chunk) => {
    const picked = rows.visitsAtAnyTime(chunk);
    const { from, to } = rows.secondsOf(chunk);
    const { visitor, count } = chunk.visits;
    const selected = hits.of(chunk);
    const { group, micros, value } = selected;
    eachHit(chunk, selected, (hit, visit) => {
      if (picked[visit] === 0 || micros[hit]! < from * 1e6 || micros[hit]! >= to * 1e6) return;
      figures[group[hit]!] ??= { count: 0, visitors: 0, valueUsd: 0 };
      const own = figures[group[hit]!]!;
      own.count += 1;
      visitors.add(group[hit]! * visitorSpan + visitsBefore + visitor[visit]!);
      own.valueUsd += value[hit]!;
    });
    visitsBefore += count;
  });
  visitors.eachDistinct((pair) => {
    figures[Math.floor(pair / visitorSpan)]!.visitors += 1;
  });
  const counted = Object.entries(figures).map(([number, { count, visitors, valueUsd }]) => ({
    ...groupNamed(hits.groups[Number(number)]!),
    ...{ size: count, visitors, valueUsd },
  }));
  const named = await nameActions(ctx, counted, by, range);
  return {
    count: named.count,
    rows: named.rows.map(({ name, page, group }) => {
      const { size, visitors, valueUsd } = counted[group]!;
      return { name, page, count: size, visitors, valueUsd: selection.kind === "conversion" ? valueUsd : 0 };
    }),
  };
}

/** Visits of a report are fewer. */
const visitorSpan = 2 ** 31;

type Group = { key: string; page: number | null };

const nameOfGroup = ({ key, page }: Group) => `${page ?? ""} ${key}`;
function groupNamed(name: string): Group {
  const space = name.indexOf(" ");
  return { key: name.slice(space + 1), page: space === 0 ? null : Number(name.slice(0, space)) };
}

const hitsOf = (selection: ActionSelection, by: ActionGroup): HitSelection => ({
  key: JSON.stringify([selection, by]),
  async read(ctx, from, to) {
    const { groups, ...hits } = await visitStore().actionHits(ctx, { selection, by, from, to });
    return { ...hits, groups: groups.map(nameOfGroup) };
  },
});

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
