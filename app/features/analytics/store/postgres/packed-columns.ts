import type { HitColumns } from "#app/features/analytics/columns/day-hits.ts";
import { timeSlice } from "#app/features/analytics/columns/time-slices.ts";

/** Big-endian numbers as PostgreSQL packs them, or null. */
export type Packed = Uint8Array | null;

const viewOf = (packed: Uint8Array) => new DataView(packed.buffer, packed.byteOffset, packed.byteLength);

/** int4send. */
export function integers(packed: Packed): Int32Array {
  if (packed === null) return new Int32Array(0);
  const view = viewOf(packed);
  const values = new Int32Array(packed.byteLength / 4);
  for (let n = 0; n < values.length; n++) values[n] = view.getInt32(4 * n);
  return values;
}

/** int8send. */
export function bigIntegers(packed: Packed): Float64Array {
  if (packed === null) return new Float64Array(0);
  const view = viewOf(packed);
  const values = new Float64Array(packed.byteLength / 8);
  for (let n = 0; n < values.length; n++) values[n] = view.getInt32(8 * n) * 2 ** 32 + view.getUint32(8 * n + 4);
  return values;
}

/** float4send. */
export function reals(packed: Packed): Float32Array {
  if (packed === null) return new Float32Array(0);
  const view = viewOf(packed);
  return Float32Array.from({ length: packed.byteLength / 4 }, (_, n) => view.getFloat32(4 * n));
}

/** PostgreSQL counts microseconds since 2000. */
const postgresEpoch = Date.UTC(2000, 0, 1) * 1000;

/** timestamptz_send, as microseconds since `start` (seconds since 1970). */
export function microsSince(start: number, packed: Packed): Float64Array {
  const values = bigIntegers(packed);
  const offset = start * 1e6 - postgresEpoch;
  for (let n = 0; n < values.length; n++) values[n]! -= offset;
  return values;
}

/** array_send of each row: a header of 12 bytes, 8 more if it has elements, and per element a length and four bytes. */
export function idLists(packed: Packed, count: number): { ends: Int32Array; ids: Int32Array } {
  const ends = new Int32Array(count);
  const ids: number[] = [];
  if (packed !== null) {
    const view = viewOf(packed);
    let offset = 0;
    for (let row = 0; row < count; row++) {
      const dimensions = view.getInt32(offset);
      const length = dimensions === 0 ? 0 : view.getInt32(offset + 12);
      offset += dimensions === 0 ? 12 : 20;
      for (let n = 0; n < length; n++, offset += 8) ids.push(view.getInt32(offset + 4));
      ends[row] = ids.length;
    }
  }
  return { ends, ids: Int32Array.from(ids) };
}

/** Session, time and value (int4send, timestamptz_send, float8send). */
const hitBytes = 4 + 8 + 8;
const hitsPerSlice = 20_000;

export async function hitColumns<Row extends { hits: Uint8Array }>(
  rows: readonly Row[],
): Promise<HitColumns<Omit<Row, "hits">>> {
  const count = rows.reduce((sum, { hits }) => sum + hits.byteLength / hitBytes, 0);
  const columns = {
    ...{ group: new Int32Array(count), session: new Int32Array(count) },
    ...{ micros: new Float64Array(count), value: new Float64Array(count) },
  };
  let hit = 0;
  for (const [group, { hits }] of rows.entries()) {
    const view = viewOf(hits);
    for (let offset = 0; offset < hits.byteLength; offset += hitBytes, hit++) {
      if (hit % hitsPerSlice === 0) await timeSlice();
      columns.group[hit] = group;
      columns.session[hit] = view.getInt32(offset);
      columns.micros[hit] = postgresEpoch + view.getInt32(offset + 4) * 2 ** 32 + view.getUint32(offset + 8);
      columns.value[hit] = view.getFloat64(offset + 12);
    }
  }
  return { groups: rows.map(({ hits: _, ...group }) => group), ...columns };
}
