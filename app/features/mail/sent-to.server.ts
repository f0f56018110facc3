import { and, desc, inArray, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { type MailState, mailStateOf } from "./mail-states.ts";
import { message } from "./tables.server.ts";

export type MailTo = { id: string; to: string; subject: string; state: MailState; createdAt: Date };

/** Mails to any of these addresses that were written before a place, newest first, at most `limit`. The caller checks the role. */
export async function listMailTo(
  ctx: Pick<Ctx, "db">,
  query: { addresses: readonly string[]; before: { at: Date; id: string } | null; limit: number },
): Promise<MailTo[]> {
  const { addresses, before, limit } = query;
  if (addresses.length === 0) return [];
  const { id, toAddress, subject, status, trouble, providerResponse, createdAt } = message;
  const rows = await ctx.db
    .select({ id, to: toAddress, subject, status, trouble, providerResponse, createdAt })
    .from(message)
    .where(
      and(
        inArray(toAddress, [...addresses]),
        before ? sql`(${createdAt}, ${id}) < (${before.at}, ${before.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(({ id, to, subject, createdAt, ...row }) => ({
    id,
    to,
    subject,
    createdAt,
    state: mailStateOf(row),
  }));
}
