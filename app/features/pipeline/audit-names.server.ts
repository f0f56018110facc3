import { inArray } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { prospect } from "./tables.server.ts";

/** The company, name or email of prospects by id, for the audit log. Missing ids are left out. */
export async function nameProspects(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: prospect.id, company: prospect.company, name: prospect.name, email: prospect.email })
    .from(prospect)
    .where(inArray(prospect.id, [...ids]));
  return new Map(rows.map(({ id, company, name, email }) => [id, company || name || email]));
}
