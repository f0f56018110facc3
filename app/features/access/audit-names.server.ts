import { inArray } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { accessRequest } from "./tables.server.ts";

/** The email of access requests by id, for the audit log. Missing ids are left out. */
export async function nameRequests(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: accessRequest.id, email: accessRequest.email })
    .from(accessRequest)
    .where(inArray(accessRequest.id, [...ids]));
  return new Map(rows.map(({ id, email }) => [id, email]));
}
