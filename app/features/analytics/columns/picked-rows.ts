import { daySeconds } from "#app/lib/durations.ts";
import type { IdFilter } from "../reports/report-sql.ts";
import { type DayChunk, isListDimension, type ListDimension } from "./day-chunk.ts";

/** The rows that a report counts: seconds since 1970, the end excluded; rejected rows only of accepted rules. */
export type RowScope = { from: number; to: number; acceptedRules: readonly number[]; filters: readonly IdFilter[] };

/** A day with visits or views. `lastAt`: an upper limit of its visits' ends and the times of their views. */
export type ChangedDay = { day: string; version: string; lastAt: string };

/** A refund of the period, with the session of the visit that bought. `at`, `firstAt` (of the session): ISO. */
export type StoredRefund = { sessionId: number; firstAt: string; at: string; usd: number };

/** The chunks that a report needs, oldest first, and the rows selected in them. */
export type ScopeChunks = {
  days: readonly ChangedDay[];
  hasImportedDays: boolean;
  refunds: readonly StoredRefund[];
  rows: RowPicker;
  each(use: (chunk: DayChunk) => void): Promise<void>;
};

/** Selects a scope's rows in chunks: 1 for a row that counts. Each selection is computed once. */
export class RowPicker {
  readonly #scope: RowScope;
  readonly #isCounted = new Uint8Array(0x8000);
  readonly #visits = new WeakMap<DayChunk, Uint8Array>();
  readonly #visitsAtAnyTime = new WeakMap<DayChunk, Uint8Array>();
  readonly #views = new WeakMap<DayChunk, Uint8Array>();
  readonly #filters: readonly { filter: IdFilter; isListed: Uint8Array }[];

  constructor(scope: RowScope) {
    this.#scope = scope;
    for (const rule of [0, ...scope.acceptedRules]) this.#isCounted[rule] = 1;
    this.#filters = scope.filters.map((filter) => {
      const isListed = new Uint8Array(filter.ids.reduce((most, id) => Math.max(most, id), 0) + 1);
      for (const id of filter.ids) isListed[id] = 1;
      if (filter.hasNone) isListed[0] = 1;
      return { filter, isListed };
    });
  }

  visits(chunk: DayChunk): Uint8Array {
    return once(this.#visits, chunk, () => {
      const { from, to } = this.secondsOf(chunk);
      const all = this.visitsAtAnyTime(chunk);
      if (from <= 0 && to >= daySeconds) return all;
      const { at } = chunk.visits;
      return all.map((isPicked, n) => (isPicked === 1 && at[n]! >= from && at[n]! < to ? 1 : 0));
    });
  }

  /** Visits that pass the filters, regardless of their start. */
  visitsAtAnyTime(chunk: DayChunk): Uint8Array {
    return once(this.#visitsAtAnyTime, chunk, () => {
      const picked = this.#filtered(chunk);
      const { rule } = chunk.visits;
      const isCounted = this.#isCounted;
      for (let n = 0; n < picked.length; n++) if (isCounted[rule[n]!] !== 1) picked[n] = 0;
      return picked;
    });
  }

  /** Views in the period; with filters only those of matching visits, regardless of their start. */
  views(chunk: DayChunk): Uint8Array {
    return once(this.#views, chunk, () => {
      const { count, micros, rule, visit } = chunk.views;
      const isCounted = this.#isCounted;
      const { from, to } = this.secondsOf(chunk);
      const [first, end] = [from * 1e6, to * 1e6];
      const picked = new Uint8Array(count);
      const visits = this.#filters.length > 0 ? this.#filtered(chunk) : null;
      for (let n = 0; n < count; n++)
        if (visits === null || (visit[n]! > 0 && visits[visit[n]! - 1] === 1))
          picked[n] = micros[n]! >= first && micros[n]! < end ? isCounted[rule[n]!]! : 0;
      return picked;
    });
  }

  /** The period in seconds since the start of the chunk's day, the end excluded. */
  secondsOf({ start }: DayChunk): { from: number; to: number } {
    return { from: this.#scope.from - start, to: this.#scope.to - start };
  }

  #filtered({ visits }: DayChunk): Uint8Array {
    const picked = new Uint8Array(visits.count).fill(1);
    for (const { filter, isListed } of this.#filters) {
      const wanted = filter.isExcluded ? 0 : 1;
      if (isListDimension(filter.dimension)) {
        keepLists(picked, visits.lists[filter.dimension], isListed, wanted);
      } else {
        const ids = visits.facts[filter.dimension];
        for (let n = 0; n < picked.length; n++) {
          const id = ids[n]!;
          if ((id < isListed.length ? isListed[id] : 0) !== wanted) picked[n] = 0;
        }
      }
    }
    return picked;
  }
}

/** `isListed[0]`: whether an empty list matches. */
function keepLists(
  picked: Uint8Array,
  { ends, ids }: DayChunk["visits"]["lists"][ListDimension],
  isListed: Uint8Array,
  wanted: number,
) {
  let from = 0;
  for (let n = 0; n < picked.length; n++) {
    const to = ends[n]!;
    let matches: number = from === to ? isListed[0]! : 0;
    for (let m = from; m < to && matches === 0; m++) {
      const id = ids[m]!;
      if (id < isListed.length) matches = isListed[id]!;
    }
    if (matches !== wanted) picked[n] = 0;
    from = to;
  }
}

function once(known: WeakMap<DayChunk, Uint8Array>, chunk: DayChunk, pick: () => Uint8Array): Uint8Array {
  const picked = known.get(chunk) ?? pick();
  known.set(chunk, picked);
  return picked;
}
