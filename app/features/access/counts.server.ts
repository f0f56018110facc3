import { sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { accessCode, accessRequest, wizardGrant } from "./tables.server.ts";

export type AccessCounts = {
  waiting: number;
  /** Pending requests that only an admin can decide. */
  needPerson: number;
  openCodes: number;
  /** Users who have access to the wizard. */
  holders: number;
};

/** For admins (aal2). Refusal: not_admin. */
export async function countAccess(ctx: Ctx): Promise<Result<AccessCounts, NotAdmin>> {
  if (!canRead(ctx.actor, "access")) return notAdmin();
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const { rows } = await ctx.db.execute<AccessCounts>(sql`
    select
      (select count(*)::int from ${accessRequest} where status = 'pending') as waiting,
      (select count(*)::int from ${accessRequest} where status = 'pending' and due_at is null) as "needPerson",
      (select count(*)::int from ${accessCode}
        where used_at is null and revoked_at is null and expires_at > ${now}) as "openCodes",
      (select count(*)::int from ${wizardGrant} where revoked_at is null) as holders`);
  return ok(rows[0]!);
}
