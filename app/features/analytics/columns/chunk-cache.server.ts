import type { Ctx } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { DayChunk } from "./day-chunk.ts";
import { HitCache } from "./hit-cache.ts";
import { loadChunk } from "./load-chunk.server.ts";
import type { ChangedDay } from "./picked-rows.ts";

const defaultBytes = 256 * 1024 * 1024;

/** The chunks of one database in this process. Beyond `maxBytes` those that were used longest ago are dropped. */
export class ChunkCache {
  maxBytes = defaultBytes;
  /** At most a quarter of the limit; chunks get the rest. */
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

  /** The chunk of a day in this version or a later one. */
  async get(day: ChangedDay): Promise<DayChunk> {
    const kept = this.#kept.get(day.day);
    if (kept?.version === day.version) {
      this.#kept.delete(day.day);
      this.#kept.set(day.day, kept);
      return kept;
    }
    const running = this.#loading.get(day.day);
    if (running) {
      const chunk = await running.catch(() => null);
      if (chunk?.version === day.version) return chunk;
    }
    // A load that begins after the version was read returns at least this version.
    const begun = this.#loading.get(day.day);
    return begun && begun !== running ? begun : this.#load(day);
  }

  #load(day: ChangedDay): Promise<DayChunk> {
    const loading = loadChunk({ db: this.#db }, day)
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

/** The cache of this database. A transaction has its own, because it sees its own changes. */
export function chunkCacheOf({ db }: Pick<Ctx, "db">): ChunkCache {
  const known = caches.get(db) ?? new ChunkCache(db);
  caches.set(db, known);
  return known;
}
