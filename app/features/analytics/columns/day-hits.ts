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

/** Hits as a store returns them: the number of the group in `groups`, microseconds since 1970, and the value or 0. */
export type HitColumns<Group> = {
  groups: readonly Group[];
  group: Int32Array;
  session: Int32Array;
  micros: Float64Array;
  value: Float64Array;
};

const hitsPerSlice = 20_000;

export class SessionHits {
  /** The last hit plus one per session, and the previous hit plus one per hit. */
  readonly #last = new SessionNumbers();
  readonly #previous: Int32Array;
  readonly #groups: Int32Array;
  /** Microseconds since 1970. */
  readonly #micros: Float64Array;
  readonly #values: Float64Array;

  private constructor({ group, micros, value }: Pick<HitColumns<string>, "group" | "micros" | "value">) {
    this.#previous = new Int32Array(group.length);
    this.#groups = group;
    this.#micros = micros;
    this.#values = value;
  }

  static async of({ groups, ...hits }: HitColumns<string>, numberOf: (group: string) => number): Promise<SessionHits> {
    const numbers = groups.map(numberOf);
    const found = new SessionHits({ ...hits, group: hits.group.map((group) => numbers[group]!) });
    for (let hit = 0; hit < hits.session.length; hit++) {
      if (hit % hitsPerSlice === 0) await timeSlice();
      found.#link(hit, hits.session[hit]!);
    }
    return found;
  }

  #link(hit: number, session: number) {
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
