import { SessionNumbers } from "./groups.ts";

/** Session, time and value (int4send, timestamptz_send, float8send). */
const hitBytes = 4 + 8 + 8;
/** PostgreSQL counts microseconds since 2000. */
const postgresEpoch = Date.UTC(2000, 0, 1) / 1000;

/** Hits in groups, of which those count that are part of a visit. */
export class ActionHits {
  /** Per session its first hit plus one, and per hit the next one of its session plus one. */
  readonly #first = new SessionNumbers();
  readonly #next: Int32Array;
  readonly #groups: Int32Array;
  /** Seconds since 1970. */
  readonly #at: Float64Array;
  readonly #values: Float64Array;
  readonly #figures: { count: number; sessions: Set<number>; valueUsd: number }[];

  /** The packed hits of each group. */
  constructor(packed: readonly Uint8Array[]) {
    const count = packed.reduce((sum, { byteLength }) => sum + byteLength / hitBytes, 0);
    this.#next = new Int32Array(count);
    this.#groups = new Int32Array(count);
    this.#at = new Float64Array(count);
    this.#values = new Float64Array(count);
    this.#figures = packed.map(() => ({ count: 0, sessions: new Set(), valueUsd: 0 }));
    let hit = 0;
    for (const [group, bytes] of packed.entries()) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let offset = 0; offset < bytes.byteLength; offset += hitBytes, hit++) {
        const session = view.getInt32(offset);
        this.#groups[hit] = group;
        this.#at[hit] = postgresEpoch + Number(view.getBigInt64(offset + 4)) / 1e6;
        this.#values[hit] = view.getFloat64(offset + 12);
        this.#next[hit] = this.#first.get(session);
        this.#first.set(session, hit + 1);
      }
    }
  }

  has(session: number): boolean {
    return this.#first.get(session) > 0;
  }

  /** Counts the hits of a session in [from, to), in seconds since 1970. */
  count(session: number, from: number, to: number): void {
    for (let hit = this.#first.get(session) - 1; hit >= 0; hit = this.#next[hit]! - 1) {
      if (this.#at[hit]! < from || this.#at[hit]! >= to) continue;
      const figures = this.#figures[this.#groups[hit]!]!;
      figures.count += 1;
      figures.sessions.add(session);
      figures.valueUsd += this.#values[hit]!;
    }
  }

  figures(group: number): { count: number; visitors: number; valueUsd: number } {
    const { count, sessions, valueUsd } = this.#figures[group]!;
    return { count, visitors: sessions.size, valueUsd };
  }
}
