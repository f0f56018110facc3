import { sql } from "drizzle-orm";
import { accountIdWith } from "#app/features/accounts/profile/people.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { accessBlock, accessCode, accessRequest } from "../tables.server.ts";

export type AccessState = {
  email: string;
  /** Has a code that can be redeemed now. */
  hasValidCode: boolean;
  /** An admin declined the latest decided request, and no code was issued since. */
  isDeclined: boolean;
  isBlocked: boolean;
};

/** Returns the access state of each address (lower case), also without any request. One statement. */
export async function listAccessStates(
  ctx: Pick<Ctx, "db" | "now">,
  emails: readonly string[],
): Promise<AccessState[]> {
  if (emails.length === 0) return [];
  const now = ctx.now.toISOString();
  const { rows } = await ctx.db.execute<AccessState>(sql`
    select asked.email,
      exists (
        select 1 from ${accessCode} code
        where code.email = asked.email and code.used_at is null and code.revoked_at is null
          and code.expires_at > ${now}::timestamptz
      ) as "hasValidCode",
      coalesce((
        select latest.status = 'declined' and not exists (
          select 1 from ${accessCode} code where code.email = asked.email and code.issued_at > latest.decided_at)
        from ${accessRequest} latest
        where latest.email = asked.email and latest.status <> 'pending'
        order by latest.decided_at desc, latest.id desc
        limit 1
      ), false) as "isDeclined",
      exists (
        select 1 from ${accessBlock} block
        where block.lifted_at is null
          and (block.email = asked.email
            or block.user_id = ${accountIdWith(sql`asked.email`)})
      ) as "isBlocked"
    from jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb) asked(email)`);
  return rows;
}
