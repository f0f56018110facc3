import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { type MailList, mailReply, message } from "../tables.server.ts";
import { type MailState, mailStateOf } from "./mail-states.ts";

export type MailTo = { id: string; to: string; subject: string; state: MailState; createdAt: Date };

/** Lists mails to any of these addresses before a position, newest first, at most `limit`. The caller checks the role. */
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

/** Returns those of these mails that are still stored, so that their pages can be linked. */
export async function storedMails(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: message.id })
    .from(message)
    .where(inArray(message.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** SQL expression: the id of a mail, or null if it is no longer stored. */
export const storedMailOf = (id: SQLWrapper): SQL<string | null> =>
  sql`(select ${message.id} from ${message} where ${message.id} = ${id})`;

/** SQL expression: when a person last replied to a mail, or null if no reply to it is stored. */
export const newestReplyAt = (id: SQLWrapper): SQL<Date | null> =>
  sql`(select max(${mailReply.at}) from ${mailReply} where ${mailReply.message} = ${id} and ${mailReply.kind} = 'reply')`;

/** Returns the Message-IDs of those mails that were sent or still wait to be, oldest first. */
export function outgoingMessageIds(
  ctx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<{ id: string; messageId: string }[]> {
  return ctx.db
    .select({ id: message.id, messageId: message.messageId })
    .from(message)
    .where(and(inArray(message.id, [...ids]), notInArray(message.status, ["failed", "cancelled", "suppressed"])))
    .orderBy(asc(message.createdAt), asc(message.id));
}

/** Returns when list mails were queued for these addresses after `since`; canceled and suppressed ones do not count. */
export function listListMailTimes(
  ctx: Pick<Ctx, "db">,
  { addresses, since }: { addresses: readonly string[]; since: Date },
): Promise<{ to: string; at: Date }[]> {
  return ctx.db
    .select({ to: message.toAddress, at: message.createdAt })
    .from(message)
    .where(
      and(
        inArray(message.toAddress, [...addresses]),
        isNotNull(message.list),
        gt(message.createdAt, since),
        notInArray(message.status, ["cancelled", "suppressed"]),
      ),
    );
}

/** The recipient of the newest mail of a list with this unsubscribe token. Reads the list's mails: for tokens of deleted people only. */
export async function findListRecipient(
  ctx: Pick<Ctx, "db">,
  { list, token }: { list: MailList; token: string },
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ to: message.toAddress })
    .from(message)
    .where(and(eq(message.list, list), sql`position(${token} in ${message.headers}->>'List-Unsubscribe') > 0`))
    .orderBy(desc(message.id))
    .limit(1);
  return row?.to ?? null;
}

/** SQL expression: how often scanners requested links of the mail with this id; null once the mail is deleted. */
export const scannerHitsOf = (id: SQLWrapper): SQL<number | null> =>
  sql`(select ${message.scannerHits} from ${message} where ${message.id} = ${id})`;

/** A subquery: the ids of a list's mails that can still be canceled. */
export const queuedMail = (ctx: Pick<Ctx, "db">, list: MailList) =>
  ctx.db
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.list, list), eq(message.status, "queued"), isNotNull(message.nextAttemptAt)));

/** A subquery: the ids of outreach mails that no mail server has accepted, or that were never offered to one. */
export const unsentOutreach = (ctx: Pick<Ctx, "db">) =>
  ctx.db
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        eq(message.list, "outreach"),
        or(isNotNull(message.nextAttemptAt), inArray(message.trouble, ["failed", "suppressed", "cancelled"])),
      ),
    );
