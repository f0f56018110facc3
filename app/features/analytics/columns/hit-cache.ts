import { bytesOf } from "./day-chunk.ts";
import type { DayHits } from "./day-hits.ts";

export class SelectedHits {
  readonly groups: string[] = [];
  readonly days = new Map<string, DayHits>();
  bytes = 0;
  readonly #numbers = new Map<string, number>();

  numberOf(group: string): number {
    const known = this.#numbers.get(group);
    if (known !== undefined) return known;
    this.#numbers.set(group, this.groups.length);
    this.bytes += bytesPerGroup + 2 * group.length;
    return this.groups.push(group) - 1;
  }
}

const bytesPerGroup = 100;
const bytesPerDay = 500;

/** Caches hits of selections by day. Beyond the limit the least recently used selections are dropped. */
export class HitCache {
  /** Least recently used first. */
  readonly #kept = new Map<string, SelectedHits>();

  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#kept.values()) sum += bytes;
    return sum;
  }

  /** Returns the cached hits of a selection; call `keep` after adding to them. */
  get(key: string): SelectedHits {
    return this.#kept.get(key) ?? new SelectedHits();
  }

  keep(key: string, selected: SelectedHits, maxBytes: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, selected);
    let { bytes } = this;
    for (const [oldest, { bytes: own }] of this.#kept) {
      if (bytes <= maxBytes) return;
      this.#kept.delete(oldest);
      bytes -= own;
    }
  }
}

export function keepDay(selected: SelectedHits, day: string, hits: DayHits): void {
  const before = selected.days.get(day);
  selected.bytes += bytesOf(hits) - (before ? bytesOf(before) : -bytesPerDay);
  selected.days.set(day, hits);
}
