import { count } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { type MailStatus, message } from "../tables.server.ts";

export async function countMessages(ctx: Pick<Ctx, "db">): Promise<Record<MailStatus, number>> {
  const rows = await ctx.db.select({ status: message.status, total: count() }).from(message).groupBy(message.status);
  const counts: Record<MailStatus, number> = {
    queued: 0,
    sending: 0,
    sent: 0,
    failed: 0,
    suppressed: 0,
    cancelled: 0,
  };
  for (const { status, total } of rows) counts[status] = total;
  return counts;
}
