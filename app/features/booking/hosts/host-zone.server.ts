import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { host } from "../tables.server.ts";

/** Returns the IANA time zones of users who are hosts, by user id. */
export async function listHostZones(
  ctx: Pick<Ctx, "db">,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ userId: host.userId, timezone: host.timezone })
    .from(host)
    .where(and(inArray(host.userId, [...userIds]), eq(host.active, true)))
    .orderBy(asc(host.createdAt), asc(host.id));
  return new Map(rows.flatMap(({ userId, timezone }) => (userId ? [[userId, timezone] as const] : [])));
}
