import { and, count, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { ourFaults, type RefusalCause } from "./refusals/refusal-causes.ts";
import { message } from "./tables.server.ts";

/** A mail after its last attempt failed. `canRetry`: its body was kept; the bodies of secret mails are not. */
export type FailedMail = {
  id: string;
  to: string;
  subject: string;
  createdAt: Date;
  canRetry: boolean;
  /** Why a mail server refused it; null if none did. */
  refusal: RefusalCause | null;
};

/** Older failures are only in the mail list; today's page shows those that may still be worth sending. */
export const failedMailDays = 7;

/** Returns the latest `size` failed mails of the last seven days. `total` counts all of them. For admins. Refusal: not_admin. */
export async function listFailedMail(
  ctx: Ctx,
  size: number,
): Promise<Result<{ items: FailedMail[]; total: number }, NotAdmin>> {
  if (!canRead(ctx.actor, "mail")) return notAdmin();
  const since = new Date(ctx.now.getTime() - failedMailDays * dayMs);
  const rows = await ctx.db
    .select({
      item: {
        id: message.id,
        to: message.toAddress,
        subject: message.subject,
        createdAt: message.createdAt,
        canRetry: sql<boolean>`not ${message.secret}`,
        refusal: message.refusal,
      },
      total: sql<number>`count(*) over ()::int`,
    })
    .from(message)
    .where(and(eq(message.trouble, "failed"), gte(message.createdAt, since)))
    .orderBy(desc(message.id))
    .limit(size);
  return ok({ items: rows.map(({ item }) => item), total: rows[0]?.total ?? 0 });
}

/** `mails`: refused because of us in the last seven days. `cause`: the most frequent one. `latest`: the id of such a mail. */
export type OurRefusals = { mails: number; cause: RefusalCause; latest: string };

/** Finds mails that servers refused because of our address, server or content. For admins. Refusal: not_admin. */
export async function findOurRefusals(ctx: Ctx): Promise<Result<OurRefusals | null, NotAdmin>> {
  if (!canRead(ctx.actor, "mail")) return notAdmin();
  const since = new Date(ctx.now.getTime() - failedMailDays * dayMs);
  const rows = await ctx.db
    .select({
      cause: message.refusal,
      mails: count(),
      latest: sql<string>`(array_agg(${message.id} order by ${message.id} desc))[1]`,
    })
    .from(message)
    .where(
      and(
        inArray(message.trouble, ["failed", "bounced"]),
        inArray(message.refusal, [...ourFaults]),
        gte(message.createdAt, since),
      ),
    )
    .groupBy(message.refusal)
    .orderBy(desc(count()), message.refusal);
  const [most] = rows;
  if (!most?.cause) return ok(null);
  return ok({ mails: rows.reduce((sum, { mails }) => sum + mails, 0), cause: most.cause, latest: most.latest });
}
