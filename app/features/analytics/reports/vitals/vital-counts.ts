import type { SumGroup } from "../report.ts";
import { type Vital, vitalNames } from "./vital-limits.ts";

/*
 * How often each value of a vital was measured, in few bytes: values ascending, each as the difference to the one before and then its count.
 * A number has seven bits per byte, the lowest first; all bytes but its last one have the highest bit.
 */

const single = new DataView(new ArrayBuffer(4));

/** Whole numbers in the order of the values: milliseconds, and the bits of CLS, which is stored with single precision and never negative. */
function numberOf(vital: Vital, value: number): number {
  if (vital !== "cls") return value;
  single.setFloat32(0, value);
  return single.getUint32(0);
}

function valueOfNumber(vital: Vital, number: number): number {
  if (vital !== "cls") return number;
  single.setUint32(0, number);
  return single.getFloat32(0);
}

/** A group per vital. `rows`: all values of a vital, and how often each was measured. */
export const packedVitals = (rows: readonly Readonly<Record<string, unknown>>[]): SumGroup[] =>
  rows.map((row) => {
    const vital = row["vital"] as Vital;
    const times = row["all_times"] as number[];
    const pairs = (row["all_values"] as number[])
      .map((value, index) => [numberOf(vital, value), Number(times[index])] as const)
      .sort(([one], [other]) => one - other);
    const bytes: number[] = [];
    for (const [index, [value, count]] of pairs.entries())
      for (let rest of [value - (pairs[index - 1]?.[0] ?? 0), count]) {
        for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
        bytes.push(rest);
      }
    return { id: vital, page: 0, sums: {}, counts: Buffer.from(bytes) };
  });

/** A group per measured vital. `row`: their 75th percentiles, computed by the store. */
export const knownVitals = (row: Readonly<Record<string, unknown>>): SumGroup[] =>
  vitalNames.flatMap((id) => (row[id] == null ? [] : { id, page: 0, sums: { p75: Number(row[id]) } }));

/** The 75th percentiles; those of counted values are interpolated like PostgreSQL's percentile_cont. */
export const vitalsOf = (groups: readonly SumGroup[]): Record<Vital, number | null> =>
  Object.fromEntries(
    vitalNames.map((vital) => {
      const own = groups.filter(({ id }) => id === vital);
      const toValue = (number: number) => valueOfNumber(vital, number);
      return [
        vital,
        own[0]?.sums["p75"] ??
          percentile75(
            own.flatMap(({ counts }) => counts ?? []),
            toValue,
          ),
      ];
    }),
  ) as Record<Vital, number | null>;

/** Values below this are counted in a table, outliers in a map. */
const tabled = 2 ** 14;

function percentile75(all: readonly Buffer[], toValue: (units: number) => number): number | null {
  const table = new Float64Array(tabled);
  const others = new Map<number, number>();
  let count = 0;
  for (const bytes of all) {
    let offset = 0;
    const next = () => {
      let number = 0;
      for (let bits = 0; ; bits += 7) {
        const byte = bytes[offset++]!;
        number += (byte & 127) << bits;
        if (byte < 128) return number;
      }
    };
    for (let value = 0; offset < bytes.length; ) {
      value += next();
      const times = next();
      count += times;
      if (value < tabled) table[value]! += times;
      else others.set(value, (others.get(value) ?? 0) + times);
    }
  }
  if (count === 0) return null;
  const sorted = [...others].sort(([one], [other]) => one - other);
  const place = 0.75 * (count - 1);
  const below = Math.floor(place);
  const lower = toValue(valueAt(table, sorted, below));
  const upper = place > below ? toValue(valueAt(table, sorted, below + 1)) : lower;
  return lower + (upper - lower) * (place - below);
}

/** The value at a place in the order of both. */
function valueAt(table: Float64Array, others: readonly (readonly [value: number, times: number])[], place: number) {
  let behind = place;
  for (let value = 0; value < table.length; value++) {
    behind -= table[value]!;
    if (behind < 0) return value;
  }
  for (const [value, times] of others) {
    behind -= times;
    if (behind < 0) return value;
  }
  throw new RangeError(`No value at ${place}`);
}
