import type { Ctx } from "#app/platform/context.server.ts";
import { primaryOf } from "#app/platform/read-pool.server.ts";
import { chunkCacheOf } from "./chunk-cache.server.ts";
import type { DayChunk } from "./day-chunk.ts";
import { type DayHits, type HitColumns, SessionHits } from "./day-hits.ts";
import { keepDay } from "./hit-cache.ts";
import type { ScopeChunks } from "./picked-rows.ts";

/**
 * Hits that a report counts. `key` identifies the selection. `read` returns all hits with a session between two times (ISO), inclusive,
 * by group.
 */
export type HitSelection = {
  key: string;
  read(ctx: Pick<Ctx, "db">, from: string, to: string): Promise<HitColumns<string>>;
};

const noHits: HitColumns<string> = {
  ...{ groups: [], group: new Int32Array(0), session: new Int32Array(0) },
  ...{ micros: new Float64Array(0), value: new Float64Array(0) },
};

export type OpenedHits = {
  groups: readonly string[];
  of(chunk: DayChunk): DayHits;
};

/**
 * Returns the hits of a selection in the visits of these chunks. Days are cached under the version of their chunk: visits are derived
 * from hits, so new and deleted hits of a visit change the version of its day. One statement reads the missing days; it starts after
 * their versions were read, so it finds every hit of these versions. It reads the primary, because statements are spread over the
 * standbys, and one of them may be behind the versions of another.
 */
export async function openHits(
  ctx: Pick<Ctx, "db">,
  { days }: Pick<ScopeChunks, "days">,
  selection: HitSelection,
): Promise<OpenedHits> {
  const { hits: cache, maxBytes } = chunkCacheOf(ctx);
  const keep = () => cache.keep(selection.key, selected, maxBytes / 4);
  const selected = cache.get(selection.key);
  keep();
  const missing = new Map(days.flatMap(({ day, version }) => (isKnown(day, version) ? [] : [[day, version] as const])));
  function isKnown(day: string, version: string) {
    return selected.days.get(day)?.version === version;
  }
  const read =
    missing.size === 0
      ? noHits
      : await selection.read({ db: primaryOf(ctx.db) }, ...spanOf(days.filter(({ day }) => missing.has(day))));
  const found = await SessionHits.of(read, (group) => selected.numberOf(group));
  return {
    groups: selected.groups,
    of(chunk) {
      const known = selected.days.get(chunk.day);
      if (known && (known.version === chunk.version || !missing.has(chunk.day))) return known;
      const hits = found.of(chunk);
      // Hits of a later version may be incomplete.
      if (missing.get(chunk.day) === chunk.version) {
        keepDay(selected, chunk.day, hits);
        keep();
      }
      return hits;
    },
  };
}

function spanOf(days: ScopeChunks["days"]): [from: string, to: string] {
  const last = Math.max(...days.map(({ lastAt }) => Date.parse(lastAt)));
  return [`${days[0]!.day}T00:00:00Z`, new Date(last + 1).toISOString()];
}
