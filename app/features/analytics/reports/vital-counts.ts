import type { AnyGroup } from "./report.ts";
import { type Vital, vitalNames } from "./vital-limits.ts";

/** Counts are pairs of a value (a double) and how often it was measured (four bytes). */
const pairBytes = 12;

/** A group per vital. `rows`: all values of a vital, and how often each was measured. */
export const packedVitals = (rows: readonly Readonly<Record<string, unknown>>[]): AnyGroup[] =>
  rows.map((row) => {
    const [values, times] = [row["all_values"], row["all_times"]] as [number[], number[]];
    const counts = Buffer.alloc(values.length * pairBytes);
    for (const [index, value] of values.entries())
      counts.writeInt32BE(Number(times[index]), counts.writeDoubleBE(value, index * pairBytes));
    return { id: String(row["vital"]), page: 0, sums: {}, counts };
  });

/** Whole values below this are counted in a table, others (CLS, outliers) in a map. */
const tabled = 2 ** 16;

/** The 75th percentiles of counted values, interpolated like PostgreSQL's percentile_cont. */
export const vitalsOf = (groups: readonly AnyGroup[]): Record<Vital, number | null> =>
  Object.fromEntries(
    vitalNames.map((vital) => [
      vital,
      percentile75(groups.flatMap((group) => (group.id === vital ? group.counts! : []))),
    ]),
  ) as Record<Vital, number | null>;

function percentile75(all: readonly Buffer[]): number | null {
  const table = new Uint32Array(tabled);
  const others = new Map<number, number>();
  let count = 0;
  for (const counts of all) {
    const view = new DataView(counts.buffer, counts.byteOffset, counts.byteLength);
    for (let offset = 0; offset < counts.byteLength; offset += pairBytes) {
      const value = view.getFloat64(offset);
      const times = view.getInt32(offset + 8);
      count += times;
      if (value >= 0 && value < tabled && Number.isInteger(value)) table[value]! += times;
      else others.set(value, (others.get(value) ?? 0) + times);
    }
  }
  if (count === 0) return null;
  const sorted = [...others].sort(([one], [other]) => one - other);
  const place = 0.75 * (count - 1);
  const below = Math.floor(place);
  const lower = valueAt(table, sorted, below);
  const upper = place > below ? valueAt(table, sorted, below + 1) : lower;
  return lower + (upper - lower) * (place - below);
}

/** The value at a place in the order of both. */
function valueAt(
  table: Uint32Array,
  others: readonly (readonly [value: number, times: number])[],
  place: number,
): number {
  let behind = place;
  let next = 0;
  for (let value = 0; value < table.length; value++) {
    for (; next < others.length && others[next]![0] < value; next++) {
      behind -= others[next]![1];
      if (behind < 0) return others[next]![0];
    }
    behind -= table[value]!;
    if (behind < 0) return value;
  }
  for (; next < others.length; next++) {
    behind -= others[next]![1];
    if (behind < 0) return others[next]![0];
  }
  throw new RangeError(`No value at ${place}`);
}
