import type { Ctx } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { primaryOf, readsOf } from "#app/platform/read-pool.server.ts";
import { queryLimit } from "../reports/query-limit.server.ts";
import type { DayChunk } from "./day-chunk.ts";
import { HitCache } from "./hit-cache.ts";
import { readChunk } from "./load-chunk.server.ts";
import type { ChangedDay } from "./picked-rows.ts";
import { findStoredChunks, type StoredChunks } from "./stored-chunks.server.ts";

const defaultBytes = 256 * 1024 * 1024;
const limited = queryLimit(3);

/** The chunks of one database in this process. Beyond `maxBytes` the least recently used chunks are dropped. */
export class ChunkCache {
  maxBytes = defaultBytes;
  /** Limited to a quarter of `maxBytes`; chunks get the rest. */
  readonly hits = new HitCache();
  readonly #db: Db;
  /** Least recently used first. */
  readonly #kept = new Map<string, DayChunk>();
  readonly #loading = new Map<string, Promise<DayChunk>>();
  #bytes = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the chunks of these days, each in this version or a later one. One statement reads the stored ones. */
  getAll(days: readonly ChangedDay[]): Promise<DayChunk>[] {
    const missing = new Set(days.filter((day) => !this.#loading.has(day.day) && !this.#isKept(day)));
    const stored = findStoredChunks({ db: this.#db }, [...missing]);
    return days.map((day) => (missing.has(day) ? this.#load(day, stored) : this.get(day)));
  }

  async get(day: ChangedDay): Promise<DayChunk> {
    const kept = this.#kept.get(day.day);
    if (kept && this.#isKept(day)) {
      this.#kept.delete(day.day);
      this.#kept.set(day.day, kept);
      return kept;
    }
    const running = this.#loading.get(day.day);
    if (running) {
      const chunk = await running.catch(() => null);
      if (chunk?.version === day.version) return chunk;
    }
    // A load that starts after the version was read returns at least this version.
    const started = this.#loading.get(day.day);
    return started && started !== running ? started : this.#load(day, findStoredChunks({ db: this.#db }, [day]));
  }

  #isKept({ day, version }: ChangedDay): boolean {
    return this.#kept.get(day)?.version === version;
  }

  #load(day: ChangedDay, stored: Promise<StoredChunks>): Promise<DayChunk> {
    const loading = stored
      .then((found) => found.get(day.day) ?? limited(() => readChunk({ db: this.#db }, day)))
      .then((chunk) => {
        this.#keep(chunk);
        return chunk;
      })
      .finally(() => this.#loading.delete(day.day));
    this.#loading.set(day.day, loading);
    return loading;
  }

  #keep(chunk: DayChunk) {
    this.#drop(chunk.day);
    this.#kept.set(chunk.day, chunk);
    this.#bytes += chunk.bytes;
    const forChunks = this.maxBytes - this.hits.bytes;
    for (const day of this.#kept.keys()) {
      if (this.#bytes <= forChunks) return;
      this.#drop(day);
    }
  }

  #drop(day: string) {
    this.#bytes -= this.#kept.get(day)?.bytes ?? 0;
    this.#kept.delete(day);
  }
}

const caches = new WeakMap<Db, ChunkCache>();

/**
 * Returns the cache of this database, which a primary and its standbys share. A transaction has its own, because it sees its own changes.
 */
export function chunkCacheOf({ db }: Pick<Ctx, "db">): ChunkCache {
  const primary = primaryOf(db);
  const known = caches.get(primary) ?? new ChunkCache(readsOf(primary));
  caches.set(primary, known);
  return known;
}
