import { inArray } from "drizzle-orm";
import { RecentMap } from "#app/features/analytics/collecting/recent-map.ts";
import { analyticsTerm } from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";

const maxCached = 50_000;
const known = new WeakMap<Db, RecentMap<number, string>>();

/** Returns the texts of these terms. Terms never change, so they are cached; unknown ids are skipped. */
export async function termNames({ db }: Pick<Ctx, "db">, ids: Iterable<number>): Promise<Map<number, string>> {
  const cached = known.get(db) ?? new RecentMap<number, string>(maxCached);
  known.set(db, cached);
  const names = new Map<number, string>();
  const missing = new Set<number>();
  for (const id of ids) {
    const name = cached.get(id);
    if (name === undefined) missing.add(id);
    else names.set(id, name);
  }
  missing.delete(0);
  if (missing.size === 0) return names;
  const rows = await db
    .select()
    .from(analyticsTerm)
    .where(inArray(analyticsTerm.id, [...missing]));
  for (const { id, text } of rows) {
    cached.set(id, text);
    names.set(id, text);
  }
  return names;
}
