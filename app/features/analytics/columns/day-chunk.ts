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
  /** The index of the first visit of the same visitor: a client counts once a day, whatever the number of its tabs. */
  visitor: Column;
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

/** The rows of a day as a store returns them, ordered like the chunk's. Times are microseconds since the start of the day. */
export type DayRows = {
  visits: {
    at: Float64Array;
    session: Int32Array;
    seconds: Int32Array;
    bounce: Int32Array;
    rule: Int32Array;
    cents: Float64Array;
    facts: Readonly<Record<FactDimension, Int32Array>>;
    lists: Readonly<Record<ListDimension, { ends: Int32Array; ids: Int32Array }>>;
  };
  /** `session`: 0 for none. `visitAt`: the start of its visit. Vitals like the chunk's. */
  views: {
    micros: Float64Array;
    session: Int32Array;
    visitAt: Float64Array;
    page: Int32Array;
    device: Int32Array;
    rule: Int32Array;
    secondsPlusOne: Int32Array;
    scrollPlusOne: Int32Array;
    vitalsPlusOne: Readonly<Record<Vital, Int32Array | Float64Array>>;
  };
};

/**
 * Stores the rows of a day in the narrowest columns. `shared`: the sessions of each client that has several, in ascending order; others are
 * visitors of their own.
 */
export function chunkOf(
  day: string,
  version: string,
  { visits, views }: DayRows,
  shared: readonly (readonly number[])[],
): DayChunk {
  const columns = {
    visits: {
      count: visits.at.length,
      at: narrowed(visits.at.map((at) => Math.floor(at / 1e6))),
      session: narrowed(visits.session),
      visitor: narrowed(firstVisits(visits.session, shared)),
      seconds: narrowed(visits.seconds),
      bounce: narrowed(visits.bounce),
      rule: narrowed(visits.rule),
      cents: narrowed(visits.cents),
      facts: mapped(factDimensions, (dimension) => narrowed(visits.facts[dimension])),
      lists: mapped(listDimensions, (dimension) => ({
        ends: narrowed(visits.lists[dimension].ends),
        ids: narrowed(visits.lists[dimension].ids),
      })),
    },
    views: {
      count: views.micros.length,
      micros: narrowed(views.micros),
      visit: narrowed(visitNumbers(visits, { session: views.session, at: views.visitAt })),
      page: narrowed(views.page),
      device: narrowed(views.device),
      rule: narrowed(views.rule),
      secondsPlusOne: narrowed(views.secondsPlusOne),
      scrollPlusOne: narrowed(views.scrollPlusOne),
      vitalsPlusOne: mapped(vitalNames, (vital) => narrowed(views.vitalsPlusOne[vital])),
    },
  };
  return { day, version, start: Date.parse(day) / 1000, ...columns, bytes: bytesOf(columns) };
}

/** Returns the value of a vital from its column: milliseconds, CLS without unit, in the precision of PostgreSQL's `real`. */
export const vitalValue = (vital: Vital, plusOne: number): number =>
  vital === "cls" ? Math.fround((plusOne - 1) / 1000) : plusOne - 1;

export function hasGoal({ lists }: VisitColumns, visit: number): boolean {
  const { ends } = lists.goal;
  return ends[visit]! > (visit === 0 ? 0 : ends[visit - 1]!);
}

export function mapped<Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}

/** `sessions` of visits, in ascending order. */
function firstVisits(sessions: Int32Array, shared: readonly (readonly number[])[]): Int32Array {
  const firstSession = new Map(shared.flatMap((own) => own.map((session) => [session, own[0]!])));
  const firstVisit = new Map<number, number>();
  return sessions.map((session, visit) => {
    const visitor = firstSession.get(session) ?? session;
    const known = firstVisit.get(visitor);
    if (known === undefined) firstVisit.set(visitor, visit);
    return known ?? visit;
  });
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

/**
 * The column of CLS, with NaN for missing values. Values with three decimals, as stored, become whole thousandths; others keep their
 * fraction so that they can be restored exactly.
 */
export function thousandthsPlusOne(values: Float32Array): Float64Array {
  const column = new Float64Array(values.length);
  for (let n = 0; n < values.length; n++) {
    const value = values[n]!;
    if (Number.isNaN(value)) continue;
    const rounded = Math.round(value * 1000);
    column[n] = 1 + (Math.fround(rounded / 1000) === value ? rounded : value * 1000);
  }
  return column;
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
