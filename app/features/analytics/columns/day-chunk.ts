import { type Vital, vitalNames } from "../reports/vital-limits.ts";
import type { VisitDimension } from "../visit-filter.ts";

/*
 * The visits of one UTC day with their views, as columns of numbers. Columns are as narrow as their values allow. In columns of
 * ids and rules 0 means none; in columns that end in `PlusOne` 0 means none and other values are stored plus one.
 */

export type Column = Uint8Array | Uint16Array | Int32Array | Float64Array;

export const listDimensions = ["page", "event", "goal"] as const satisfies readonly VisitDimension[];
export type ListDimension = (typeof listDimensions)[number];
export const isListDimension = (dimension: VisitDimension): dimension is ListDimension =>
  (listDimensions as readonly string[]).includes(dimension);

export const factDimensions = [
  ...(["entry", "exit", "source", "channel", "referrer", "medium", "campaign", "device", "browser"] as const),
  ...(["os", "screen", "language", "timezone"] as const),
] satisfies VisitDimension[];
export type FactDimension = Exclude<VisitDimension, ListDimension>;

/** The ids of row n are `ids` from `ends[n - 1]` (0 for the first row) to `ends[n]`. */
export type IdLists = { ends: Column; ids: Column };

export type VisitColumns = Readonly<{
  count: number;
  /** Seconds since the start of the chunk's day. */
  at: Column;
  session: Column;
  seconds: Column;
  bounce: Column;
  rule: Column;
  cents: Column;
  facts: Readonly<Record<FactDimension, Column>>;
  lists: Readonly<Record<ListDimension, IdLists>>;
}>;

export type ViewColumns = Readonly<{
  count: number;
  /** Microseconds since the start of the chunk's day; a visit can go on after midnight. */
  micros: Column;
  /** The visit's number in the chunk, from 1; 0 for views of visitors who ask not to be tracked. Views of a visit are together. */
  visit: Column;
  page: Column;
  device: Column;
  rule: Column;
  secondsPlusOne: Column;
  scrollPlusOne: Column;
  /** Milliseconds, CLS in thousandths. */
  vitalsPlusOne: Readonly<Record<Vital, Column>>;
}>;

export type DayChunk = Readonly<{
  day: string;
  /** Changes with every change of its rows (chunk-cache.server.ts). */
  version: string;
  /** The start of the day in seconds since 1970. */
  start: number;
  /** Ordered by session, then by start. */
  visits: VisitColumns;
  /** Ordered by visit, then by time. Views without a visit come first. */
  views: ViewColumns;
  bytes: number;
}>;

/** Big-endian numbers as PostgreSQL packs them, or null. */
export type Packed = Uint8Array | null;
export type PackedVisits = Record<"at" | "session" | "seconds" | "bounce" | "rule" | "cents", Packed> &
  Record<VisitDimension, Packed>;
export type PackedViews = Record<
  "micros" | "session" | "visitAt" | "page" | "device" | "rule" | "secondsPlusOne" | "scrollPlusOne" | Vital,
  Packed
>;

/**
 * Unpacks a chunk. Numbers have four bytes (int4send), `cents` eight (int8send), `at` and `micros` are timestamptz_send, `cls` is
 * float4send with NaN for missing values, lists are concatenated array_send.
 */
export function unpackChunk(
  day: string,
  version: string,
  { visits, views }: { visits: PackedVisits; views: PackedViews },
): DayChunk {
  const start = Date.parse(day) / 1000;
  const startedAt = microsSince(start, visits.at);
  const session = integers(visits.session);
  const micros = microsSince(start, views.micros);
  const columns = {
    visits: {
      count: startedAt.length,
      at: narrowed(startedAt.map((at) => Math.floor(at / 1e6))),
      session: narrowed(session),
      seconds: narrowed(integers(visits.seconds)),
      bounce: narrowed(integers(visits.bounce)),
      rule: narrowed(integers(visits.rule)),
      cents: narrowed(bigIntegers(visits.cents)),
      facts: mapped(factDimensions, (dimension) => narrowed(integers(visits[dimension]))),
      lists: mapped(listDimensions, (dimension) => idLists(visits[dimension], startedAt.length)),
    },
    views: {
      count: micros.length,
      micros: narrowed(micros),
      visit: narrowed(
        visitNumbers(
          { session, at: startedAt },
          { session: integers(views.session), at: microsSince(start, views.visitAt) },
        ),
      ),
      page: narrowed(integers(views.page)),
      device: narrowed(integers(views.device)),
      rule: narrowed(integers(views.rule)),
      secondsPlusOne: narrowed(integers(views.secondsPlusOne)),
      scrollPlusOne: narrowed(integers(views.scrollPlusOne)),
      vitalsPlusOne: mapped(vitalNames, (vital) =>
        narrowed(vital === "cls" ? thousandthsPlusOne(views.cls) : integers(views[vital])),
      ),
    },
  };
  return { day, version, start, ...columns, bytes: bytesOf(columns) };
}

/** Returns the value of a vital from its column: milliseconds, CLS without unit, in the precision of PostgreSQL's `real`. */
export const vitalValue = (vital: Vital, plusOne: number): number =>
  vital === "cls" ? Math.fround((plusOne - 1) / 1000) : plusOne - 1;

export function hasGoal({ lists }: VisitColumns, visit: number): boolean {
  const { ends } = lists.goal;
  return ends[visit]! > (visit === 0 ? 0 : ends[visit - 1]!);
}

function mapped<Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}

const viewOf = (packed: Uint8Array) => new DataView(packed.buffer, packed.byteOffset, packed.byteLength);

function integers(packed: Packed): Int32Array {
  if (packed === null) return new Int32Array(0);
  const view = viewOf(packed);
  const values = new Int32Array(packed.byteLength / 4);
  for (let n = 0; n < values.length; n++) values[n] = view.getInt32(4 * n);
  return values;
}

function bigIntegers(packed: Packed): Float64Array {
  if (packed === null) return new Float64Array(0);
  const view = viewOf(packed);
  const values = new Float64Array(packed.byteLength / 8);
  for (let n = 0; n < values.length; n++) values[n] = view.getInt32(8 * n) * 2 ** 32 + view.getUint32(8 * n + 4);
  return values;
}

type Starts = { session: Int32Array; at: Float64Array };

/** Returns the visit number of each view, from 1, or 0 for none. Both inputs are ordered by session and start. */
function visitNumbers(visits: Starts, views: Starts): Int32Array {
  const numbers = new Int32Array(views.session.length);
  let visit = 0;
  for (let view = 0; view < numbers.length; view++) {
    const [session, at] = [views.session[view]!, views.at[view]!];
    while (visits.session[visit]! < session || (visits.session[visit] === session && visits.at[visit]! < at))
      visit += 1;
    if (visits.session[visit] === session && visits.at[visit] === at) numbers[view] = visit + 1;
  }
  return numbers;
}

/** PostgreSQL counts microseconds since 2000. */
const postgresEpoch = Date.UTC(2000, 0, 1) / 1000;

function microsSince(start: number, packed: Packed): Float64Array {
  const values = bigIntegers(packed);
  const offset = (start - postgresEpoch) * 1e6;
  for (let n = 0; n < values.length; n++) values[n]! -= offset;
  return values;
}

/** Values with three decimals, as stored, become whole thousandths; others keep their fraction so that they can be restored exactly. */
function thousandthsPlusOne(packed: Packed): Float64Array {
  if (packed === null) return new Float64Array(0);
  const view = viewOf(packed);
  const values = new Float64Array(packed.byteLength / 4);
  for (let n = 0; n < values.length; n++) {
    const value = view.getFloat32(4 * n);
    if (Number.isNaN(value)) continue;
    const rounded = Math.round(value * 1000);
    values[n] = 1 + (Math.fround(rounded / 1000) === value ? rounded : value * 1000);
  }
  return values;
}

/** Each array is a header of 12 bytes, 8 more if it has elements, and per element a length and four bytes. */
function idLists(packed: Packed, count: number): IdLists {
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
  return { ends: narrowed(ends), ids: narrowed(Int32Array.from(ids)) };
}

/** Returns the numbers in the smallest column type that holds them exactly. */
export function narrowed(values: Int32Array | Float64Array): Column {
  let least = 0;
  let most = 0;
  let isWhole = true;
  for (let n = 0; n < values.length; n++) {
    const value = values[n]!;
    if (value < least) least = value;
    if (value > most) most = value;
    if (isWhole && !Number.isInteger(value)) isWhole = false;
  }
  if (!isWhole || most > 0x7fff_ffff || least < -0x8000_0000) return Float64Array.from(values);
  if (least < 0 || most > 0xffff) return Int32Array.from(values);
  return most > 0xff ? Uint16Array.from(values) : Uint8Array.from(values);
}

export const bytesOf = (columns: object): number =>
  Object.values(columns).reduce(
    (sum: number, value: unknown) =>
      sum + (ArrayBuffer.isView(value) ? value.byteLength : typeof value === "object" && value ? bytesOf(value) : 0),
    0,
  );
