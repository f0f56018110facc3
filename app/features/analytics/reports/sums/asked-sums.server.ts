import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { limited } from "../queries/query-limit.server.ts";
import type { SumGroup } from "../report.ts";
import type { ReportRows } from "../report-sql.ts";
import { selectedHits } from "../visit-conditions.server.ts";
import { knownVitals, packedVitals } from "../vitals/vital-counts.ts";
import type { RatedVital } from "../vitals/vital-limits.ts";
import {
  type Ask,
  type Asked,
  actionsOf,
  columnOfSet,
  queriesOf,
  readViewSets,
  type ViewSet,
  type VisitSet,
} from "./asked-sql.ts";

export type AskedSums = Map<Ask, SumGroup[]>;
type Row = Readonly<Record<string, unknown>>;

const endings = <Name extends string>(asks: readonly Ask[], start: string) =>
  asks.filter((ask) => ask.startsWith(`${start}.`)).map((ask) => ask.slice(start.length + 1) as Name);

/** Reads sums of rows with one statement, or none for no asks. */
export async function readAsked(
  ctx: Pick<Ctx, "db">,
  rows: ReportRows,
  asks: readonly Ask[],
  starts: readonly Date[] = [],
): Promise<AskedSums> {
  if (asks.length === 0) return new Map();
  const actions = endings(asks, "actions").map((key) => ({ key, ...actionsOf(key) }));
  const selected = await selectedHits(
    ctx,
    actions.map(({ selection }) => selection),
  );
  const asked: Asked = {
    visits: endings<VisitSet>(asks, "visits"),
    views: endings<ViewSet>(asks, "views"),
    ratings: endings<RatedVital>(asks, "rating"),
    vitals: asks.includes("vitals"),
    starts,
    actions: actions.map(({ key, by }, index) => ({ key, by, selected: selected[index]! })),
  };
  const { dialect } = visitStore();
  const found = await limited(() => visitStore().reportParts(ctx, queriesOf(dialect, rows, asked)));
  const sums: AskedSums = new Map();
  for (const set of asked.visits)
    sums.set(`visits.${set}`, groupsOf(found["visits"]!, asked.visits, set, found["visitors"]));
  const viewSets = readViewSets(asked.views);
  for (const set of viewSets) sums.set(`views.${set}`, groupsOf(found["views"]!, viewSets, set, found["pageVisits"]));
  if (viewSets.length < asked.views.length) {
    const amount = sums.get("views.page")!.reduce((all, group) => all + group.sums["amount"]!, 0);
    sums.set("views.total", [{ id: 0, page: 0, sums: { amount } }]);
  }
  for (const vital of asked.ratings)
    sums.set(
      `rating.${vital}`,
      found[`rating.${vital}`]!.map((row) => groupOf(row, Number(row["rating"]))),
    );
  for (const [index, { key, by }] of asked.actions.entries())
    sums.set(
      `actions.${key}`,
      (found["actions"] ?? [])
        .filter(({ list }) => Number(list) === index)
        .map((row) => {
          const id = typeof by === "object" ? String(row["action_key"]) : Number(row["action_key"]);
          // Visitors who are known from before a part of the report are not new in the report.
          return groupOf(rows.knownFrom ? row : { ...row, fresh: row["firsts"] }, id, Number(row["page"]));
        }),
    );
  if (asked.vitals)
    sums.set("vitals", rows.filters.length > 0 ? knownVitals(found["vitals"]![0]!) : packedVitals(found["vitals"]!));
  return sums;
}

/** A row with its sums. */
export const groupOf = (row: Row, id: number | string, page = 0): SumGroup => ({
  ...{ id, page },
  sums: Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, Number(value)]])),
  ),
});

/**
 * The groups of one of the grouping sets. `visitors`: the visitors of a total and of buckets, or the visits of pages, if another query
 * counts them. Buckets have the visitors that are new in them.
 */
function groupsOf(
  rows: readonly Row[],
  sets: readonly (VisitSet | ViewSet)[],
  set: VisitSet | ViewSet,
  visitors?: readonly Row[],
) {
  const column = columnOfSet(set);
  const isOf = (row: Row) =>
    set === "total"
      ? sets.every((one) => one === "total" || Number(row[`not_${columnOfSet(one)}`]) === 1)
      : Number(row[`not_${column}`]) === 0;
  const idOf = (row: Row) => (set === "total" ? 0 : Number(row[column] ?? 0));
  const counts =
    visitors && ["total", "bucket", "page"].includes(set)
      ? new Map(
          visitors
            .filter((row) => set === "page" || Number(row["not_bucket"]) === (set === "total" ? 1 : 0))
            .map((row) => [idOf(row), row["fresh"]]),
        )
      : null;
  return rows.filter(isOf).map((row) => {
    const fresh = counts
      ? (counts.get(idOf(row)) ?? 0)
      : ((set === "bucket" ? row["fresh_there"] : undefined) ?? row["fresh"] ?? 0);
    return groupOf({ ...row, fresh }, idOf(row));
  });
}
