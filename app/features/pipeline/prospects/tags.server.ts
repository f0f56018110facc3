import { sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { prospect } from "../tables.server.ts";

const maxProspects = 2000;
const maxTags = 100;

/**
 * Lists the tags in use, by name: those of the 2,000 tagged prospects with the highest score, at most 100. For admins (aal2). Refusal:
 * not_admin.
 */
export async function listTags(ctx: Ctx): Promise<Result<string[], NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const { rows } = await ctx.db.execute<{ tag: string }>(sql`
    select distinct unnest(tags) as tag
    from (
      select ${prospect.tags} as tags from ${prospect}
      where ${prospect.mergedInto} is null and ${prospect.tags} <> '{}'
      order by ${prospect.score} desc, ${prospect.id} desc limit ${maxProspects}
    ) as tagged
    order by tag limit ${maxTags}`);
  return ok(rows.map(({ tag }) => tag));
}
