import type { Ctx } from "#app/platform/context.server.ts";
import { type Column, hasGoal, type ViewColumns, vitalValue } from "../columns/day-chunk.ts";
import { Groups } from "../columns/groups.ts";
import { CountedNumbers } from "../columns/percentile.ts";
import type { ScopeChunks } from "../columns/picked-rows.ts";
import { chunksOf } from "../columns/scope-chunks.server.ts";
import { timeSlice } from "../columns/time-slices.ts";
import { deviceKinds } from "../device-kinds.ts";
import { nameGroups } from "./named-groups.server.ts";
import type { RowRange, Rows } from "./report-rows.ts";
import type { ReportScope } from "./visit-conditions.server.ts";
import { type Vital, vitalLimits, vitalNames } from "./vital-limits.ts";

/** 75th percentiles as percentile_cont computes them: milliseconds, CLS without unit; null without measurements. */
export type VitalValues = Record<Vital, number | null>;
export type VitalsRow = { name: string; views: number } & VitalValues;

export async function readVitals(ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<VitalValues> {
  const [values] = await percentiles(await chunksOf(ctx, scope), null, 1);
  return values!;
}

/** Returns the vitals per page or device, most measured first. */
export async function readVitalsBy(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  by: "page" | "device",
  range: RowRange,
): Promise<Rows<VitalsRow>> {
  const chunks = await chunksOf(ctx, scope);
  const numbers = new Groups();
  const groups: { id: number; size: number }[] = [];
  await chunks.each((chunk) => {
    const { views } = chunk;
    const picked = chunks.rows.views(chunk);
    const isMeasured = measured(views);
    for (let view = 0; view < picked.length; view++) {
      if (picked[view] === 0 || isMeasured[view] === 0) continue;
      const id = views[by][view]!;
      const number = numbers.numberOf(id);
      groups[number] ??= { id, size: 0 };
      groups[number].size += 1;
    }
  });
  const named = await nameGroups(ctx, groups, range, by === "device" ? deviceKinds : undefined);
  const places = new Map(named.rows.map(({ group }, place) => [groups[group]!.id, place]));
  const placeOf = (views: ViewColumns, view: number) => places.get(views[by][view]!) ?? -1;
  const values = await percentiles(chunks, placeOf, named.rows.length);
  return {
    count: named.count,
    rows: named.rows.map(({ name, group }, place) => ({ name, views: groups[group]!.size, ...values[place]! })),
  };
}

function measured({ count, vitalsPlusOne }: ViewColumns): Uint8Array {
  const isMeasured = new Uint8Array(count);
  for (const vital of vitalNames) {
    const values = vitalsPlusOne[vital];
    for (let view = 0; view < count; view++) if (values[view]! > 0) isMeasured[view] = 1;
  }
  return isMeasured;
}

/** Returns the percentiles of `count` groups of views. `groupOf`: the group of a view, or -1; null: all are in group 0. */
async function percentiles(
  { rows, each }: ScopeChunks,
  groupOf: ((views: ViewColumns, view: number) => number) | null,
  count: number,
): Promise<VitalValues[]> {
  const lists = vitalNames.map((name) => ({ name, groups: Array.from({ length: count }, () => new CountedNumbers()) }));
  await each((chunk) => {
    const { views } = chunk;
    const picked = rows.views(chunk);
    const groups = groupOf && groupsOf(picked, (view) => groupOf(views, view));
    for (const { name, groups: ofVital } of lists)
      if (groups === null) addPicked(views.vitalsPlusOne[name], picked, ofVital[0]!);
      else addAll(views.vitalsPlusOne[name], groups, ofVital);
  });
  const results: VitalValues[] = [];
  for (let group = 0; group < count; group++) {
    const values = {} as VitalValues;
    for (const { name, groups } of lists) {
      await timeSlice();
      values[name] = percentile75(name, groups[group]!);
    }
    results.push(values);
  }
  return results;
}

function groupsOf(picked: Uint8Array, groupOf: (view: number) => number): Int16Array {
  const groups = new Int16Array(picked.length).fill(-1);
  for (let view = 0; view < picked.length; view++) if (picked[view] === 1) groups[view] = groupOf(view);
  return groups;
}

function addPicked(plusOne: Column, picked: Uint8Array, numbers: CountedNumbers) {
  if (!(plusOne instanceof Uint16Array || plusOne instanceof Uint8Array)) {
    for (let view = 0; view < picked.length; view++)
      if (picked[view] === 1 && plusOne[view]! > 0) numbers.add(plusOne[view]!);
    return;
  }
  const most = maxOf(plusOne);
  if (most === 0) return;
  const counts = numbers.countsTo(most);
  const notReported = counts[0]!;
  for (let view = 0; view < picked.length; view++) counts[plusOne[view]!]! += picked[view]!;
  counts[0] = notReported;
}

const largest = new WeakMap<Column, number>();

function maxOf(column: Column): number {
  let most = largest.get(column) ?? -1;
  if (most >= 0) return most;
  for (let view = 0; view < column.length; view++) if (column[view]! > most) most = column[view]!;
  largest.set(column, Math.max(0, most));
  return Math.max(0, most);
}

function addAll(plusOne: Column, groups: Int16Array, numbers: readonly CountedNumbers[]) {
  if (plusOne instanceof Uint16Array || plusOne instanceof Uint8Array) return countAll(plusOne, groups, numbers);
  for (let view = 0; view < groups.length; view++)
    if (groups[view]! >= 0 && plusOne[view]! > 0) numbers[groups[view]!]!.add(plusOne[view]!);
}

/** The same for whole numbers below 65,536, which almost all columns have. */
function countAll(plusOne: Uint16Array | Uint8Array, groups: Int16Array, numbers: readonly CountedNumbers[]) {
  const counts = numbers.map((each) => each.countsTo(0));
  for (let view = 0; view < groups.length; view++) {
    const [group, value] = [groups[view]!, plusOne[view]!];
    if (group < 0 || value === 0) continue;
    if (value >= counts[group]!.length) counts[group] = numbers[group]!.countsTo(value);
    counts[group]![value]! += 1;
  }
}

function percentile75(vital: Vital, list: CountedNumbers): number | null {
  const around = list.around(0.75);
  if (!around) return null;
  const [lower, upper] = [vitalValue(vital, around.lower), vitalValue(vital, around.upper)];
  return lower + (upper - lower) * around.part;
}

export type VitalEffect = { rating: "good" | "fair" | "poor"; visits: number; conversions: number };

/** Groups visits by the worst value of one vital, and counts those that reached a goal. */
export async function readVitalEffect(ctx: Pick<Ctx, "db">, scope: ReportScope, vital: Vital): Promise<VitalEffect[]> {
  const { rows, each } = await chunksOf(ctx, scope);
  const { good, fair } = vitalLimits[vital];
  // Single precision, like stored CLS values.
  const [maxGood, maxFair] = [Math.fround(good), Math.fround(fair)];
  const effects = (["good", "fair", "poor"] as const).map((rating) => ({ rating, visits: 0, conversions: 0 }));
  await each((chunk) => {
    const picked = rows.visits(chunk);
    const worst = new Float64Array(picked.length);
    const { visit, vitalsPlusOne } = chunk.views;
    const values = vitalsPlusOne[vital];
    for (let view = 0; view < values.length; view++) {
      const place = visit[view]! - 1;
      if (place >= 0 && values[view]! > worst[place]!) worst[place] = values[view]!;
    }
    for (let place = 0; place < picked.length; place++) {
      if (picked[place] === 0 || worst[place] === 0) continue;
      const value = vitalValue(vital, worst[place]!);
      const effect = effects[value <= maxGood ? 0 : value <= maxFair ? 1 : 2]!;
      effect.visits += 1;
      if (hasGoal(chunk.visits, place)) effect.conversions += 1;
    }
  });
  return effects;
}
