import { and, inArray, isNotNull } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { type MailStatus, type MailTrouble, message } from "../tables.server.ts";

export type MailOutcome = {
  messageId: string;
  status: MailStatus;
  sentAt: Date | null;
  trouble: MailTrouble | null;
  repliedAt: Date | null;
  humanClicks: number;
  scannerHits: number;
};

/** Returns the outcomes of these mails by id. Deleted mails are missing. One statement. */
export async function outcomesOf(
  ctx: Pick<Ctx, "db">,
  messageIds: readonly string[],
): Promise<Map<string, MailOutcome>> {
  if (messageIds.length === 0) return new Map();
  const { id, status, sentAt, trouble, repliedAt, clickedLinks, scannerHits } = message;
  const rows = await ctx.db
    .select({ messageId: id, status, sentAt, trouble, repliedAt, clickedLinks, scannerHits })
    .from(message)
    .where(inArray(id, [...messageIds]));
  return new Map(rows.map(({ clickedLinks, ...row }) => [row.messageId, { ...row, humanClicks: clickedLinks.length }]));
}

/** Whether a person has replied to one of these mails. Inside a transaction it sees every reply committed before. */
export async function hasReplied(ctx: Pick<Ctx, "db">, messageIds: readonly string[]): Promise<boolean> {
  if (messageIds.length === 0) return false;
  const rows = await ctx.db
    .select({ id: message.id })
    .from(message)
    .where(and(inArray(message.id, [...messageIds]), isNotNull(message.repliedAt)))
    .limit(1);
  return rows.length > 0;
}
