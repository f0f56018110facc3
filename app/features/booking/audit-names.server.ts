import { inArray } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { host } from "./tables.server.ts";

/** The names of hosts by id, for the audit log. Missing ids are left out. */
export async function nameHosts(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: host.id, name: host.name })
    .from(host)
    .where(inArray(host.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
