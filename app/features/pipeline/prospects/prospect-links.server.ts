import { eq, inArray } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { prospect, prospectAddress } from "../tables.server.ts";

/** Returns the prospects with these addresses, by address. For admins (aal2); an empty result for others. */
export async function findProspectsByEmail(
  ctx: Ctx,
  emails: readonly string[],
): Promise<Map<string, { id: string; label: string }>> {
  if (!canRead(ctx.actor, "pipeline") || emails.length === 0) return new Map();
  const rows = await ctx.db
    .select({ email: prospectAddress.email, id: prospect.id, name: prospect.name, main: prospect.email })
    .from(prospectAddress)
    .innerJoin(prospect, eq(prospect.id, prospectAddress.prospectId))
    .where(inArray(prospectAddress.email, [...emails]));
  return new Map(rows.map(({ email, id, name, main }) => [email, { id, label: name ?? main }]));
}
