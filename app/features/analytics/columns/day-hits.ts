import { type Column, type DayChunk, narrowed } from "./day-chunk.ts";
import { SessionNumbers } from "./groups.ts";
import { timeSlice } from "./time-slices.ts";

export type DayHits = Readonly<{
  version: string;
  session: Column;
  /** Microseconds since the start of the chunk's day. */
  micros: Column;
  group: Column;
  value: Column;
}>;

/** Hits of one group: session, time and value (int4send, timestamptz_send, float8send). */
export type PackedHits = { group: string; hits: Uint8Array };

const hitBytes = 4 + 8 + 8;
const hitsPerSlice = 20_000;
/** PostgreSQL counts microseconds since 2000. */
const postgresEpoch = Date.UTC(2000, 0, 1) * 1000;

export class SessionHits {
  /** The last hit plus one per session, and the previous hit plus one per hit. */
  readonly #last = new SessionNumbers();
  readonly #previous: Int32Array;
  readonly #groups: Int32Array;
  /** Microseconds since 1970. */
  readonly #micros: Float64Array;
  readonly #values: Float64Array;

  private constructor(count: number) {
    this.#previous = new Int32Array(count);
    this.#groups = new Int32Array(count);
    this.#micros = new Float64Array(count);
    this.#values = new Float64Array(count);
  }

  static async unpack(packed: readonly PackedHits[], numberOf: (group: string) => number): Promise<SessionHits> {
    const unpacked = new SessionHits(packed.reduce((sum, { hits }) => sum + hits.byteLength / hitBytes, 0));
    let hit = 0;
    for (const { group, hits } of packed) {
      const number = numberOf(group);
      const view = new DataView(hits.buffer, hits.byteOffset, hits.byteLength);
      for (let offset = 0; offset < hits.byteLength; offset += hitBytes, hit++) {
        if (hit % hitsPerSlice === 0) await timeSlice();
        unpacked.#set(hit, number, view, offset);
      }
    }
    return unpacked;
  }

  #set(hit: number, group: number, view: DataView, offset: number) {
    const session = view.getInt32(offset);
    this.#groups[hit] = group;
    this.#micros[hit] = postgresEpoch + view.getInt32(offset + 4) * 2 ** 32 + view.getUint32(offset + 8);
    this.#values[hit] = view.getFloat64(offset + 12);
    this.#previous[hit] = this.#last.get(session);
    this.#last.set(session, hit + 1);
  }

  of({ version, start, visits }: DayChunk): DayHits {
    const { count, session, at, seconds } = visits;
    const found: number[] = [];
    const sessions: number[] = [];
    for (let visit = 0; visit < count; visit++) {
      const last = this.#last.get(session[visit]!);
      if (last === 0) continue;
      const from = (start + at[visit]!) * 1e6;
      const to = from + (seconds[visit]! + 2) * 1e6;
      for (let hit = last - 1; hit >= 0; hit = this.#previous[hit]! - 1) {
        if (this.#micros[hit]! < from || this.#micros[hit]! >= to) continue;
        found.push(hit);
        sessions.push(session[visit]!);
      }
    }
    const column = (of: (hit: number) => number) => narrowed(Float64Array.from(found, of));
    return {
      version,
      session: narrowed(Int32Array.from(sessions)),
      micros: column((hit) => this.#micros[hit]! - start * 1e6),
      group: column((hit) => this.#groups[hit]!),
      value: column((hit) => this.#values[hit]!),
    };
  }
}

/**
 * Calls `use` with every hit and its visit. Visits have whole seconds, so the last hit can be almost two seconds after the visit's
 * start plus duration. Hits that belong to no visit in this version of the chunk are skipped.
 */
export function eachHit({ visits }: DayChunk, hits: DayHits, use: (hit: number, visit: number) => void): void {
  const { count, session, at, seconds } = visits;
  let visit = 0;
  for (let hit = 0; hit < hits.session.length; hit++) {
    const own = hits.session[hit]!;
    const second = Math.floor(hits.micros[hit]! / 1e6);
    while (
      visit < count &&
      (session[visit]! < own || (session[visit] === own && at[visit]! + seconds[visit]! + 1 < second))
    )
      visit += 1;
    if (visit < count && session[visit] === own && at[visit]! <= second) use(hit, visit);
  }
}
