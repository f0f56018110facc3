import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { checkDraft, messageIdOf, trackedLinks, UnsafeMail, wakeDelivery } from "../mail.server.ts";
import { replyAddressOf } from "../receiving/reply-address.server.ts";
import { type MailList, type MailTrouble, message, messageEvent } from "../tables.server.ts";
import { fillBody, getBody } from "./shared-bodies.server.ts";
import { type MailRow, storeMails } from "./stored-mails.server.ts";

/* Batches: many mails with one shared body. Adds them to the outbox, withdraws them and counts their outcomes. */

/** `subject` replaces the batch's for this recipient. */
export type BatchMail = { to: string; subject?: string; headers: Record<string, string>; fill: Record<string, string> };

/** `list`: null for mail that no unsubscribing stops. */
type Batch = { body: string; kind: string; list: MailList | null; subject: string; replyTo: string } & BatchOptions;

type BatchOptions = {
  /** Each mail gets its own reply address, like `acceptsReplies` of a single mail. */
  acceptsReplies?: boolean;
  /** Recipients, in lower case, who consented to counted clicks. Only for outreach. */
  countClicksOf?: ReadonlySet<string>;
};

/**
 * Writes mails of one batch to the outbox inside the caller's transaction, in a constant number of statements, and
 * wakes delivery. Returns their ids in the given order. Throws UnsafeMail like `queueMail`, before anything is stored.
 */
export async function queueBatch(ctx: Ctx, batch: Batch, mails: readonly BatchMail[]): Promise<string[]> {
  const [ids = []] = await queueBatches(ctx, [{ batch, mails }]);
  return ids;
}

/** Like `queueBatch` for several batches, in as few statements as for one; returns the ids per batch. */
export async function queueBatches(
  ctx: Ctx,
  batches: readonly { batch: Batch; mails: readonly BatchMail[] }[],
): Promise<string[][]> {
  const rows: MailRow[][] = [];
  for (const { batch, mails } of batches) rows.push(await rowsOf(ctx, batch, mails));
  const all = rows.flat();
  if (all.length > 0) {
    await storeMails(ctx, all);
    await wakeDelivery(ctx);
  }
  return rows.map((ofBatch) => ofBatch.map(({ id }) => id));
}

/** The rows to store: empty bodies, reply addresses, and the links of consenting recipients. */
async function rowsOf(ctx: Ctx, batch: Batch, mails: readonly BatchMail[]): Promise<MailRow[]> {
  const { body, kind, list, replyTo, acceptsReplies, countClicksOf } = batch;
  if (countClicksOf && list !== "outreach") throw new UnsafeMail("Clicks are counted in mails of outreach only.");
  const shared = countClicksOf && (await getBody(ctx, body));
  return mails.map(({ to, subject = batch.subject, headers, fill }) => {
    checkDraft({ kind, subject, replyTo, to, headers, ...(list && { list }) });
    const id = newId();
    const isCounted = shared && countClicksOf.has(to.toLowerCase());
    return {
      ...{ id, kind, list, subject, body, fill, headers, toAddress: to, html: "", text: "" },
      replyTo: (acceptsReplies ? replyAddressOf(id) : null) ?? replyTo,
      links: isCounted ? trackedLinks(fillBody(shared, fill).html, headers) : null,
      ...{ messageId: messageIdOf(id), nextAttemptAt: ctx.now, createdAt: ctx.now },
    };
  });
}

/** Deletes unsent mail as if it had never been queued; returns the ids. */
export async function withdrawBatch(ctx: Ctx, body: string): Promise<string[]> {
  const deleted = await ctx.db
    .delete(message)
    .where(and(eq(message.body, body), eq(message.status, "queued"), eq(message.attempts, 0)))
    .returning({ id: message.id });
  return deleted.map(({ id }) => id);
}

/** For a query: whether mail of the batch is unsent, including mail waiting for a retry. */
export const hasUnsent = (body: AnyPgColumn) =>
  sql`exists (select from ${message} where ${message.body} = ${body} and ${message.status} = 'queued')`;

/** Cancels all unsent mail of the batch, including mail waiting for a retry; returns how many. */
export async function cancelBatch(ctx: Ctx, body: string): Promise<number> {
  return cancel(ctx, eq(message.body, body));
}

async function cancel(ctx: Ctx, which: SQL): Promise<number> {
  const ended = await ctx.db
    .update(message)
    .set({ status: "cancelled", trouble: "cancelled", nextAttemptAt: null })
    .where(and(which, eq(message.status, "queued")))
    .returning({ id: message.id });
  if (ended.length > 0)
    await ctx.db
      .insert(messageEvent)
      .values(ended.map(({ id }) => ({ message: id, name: "cancelled" as const, at: ctx.now })));
  return ended.length;
}

/** Cancels these mails if unsent; returns how many. Call it in the transaction that removes the reason for them. */
export async function cancelMails(tx: Ctx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return cancel(tx, inArray(message.id, [...ids]));
}

/** `waiting`: never offered to a server. `retrying`: attempted. `sent` includes mail that bounced later. */
export type BatchFigures = { waiting: number; sending: number; retrying: number; sent: number } & Record<
  MailTrouble,
  number
>;

export async function countBatch(ctx: Pick<Ctx, "db">, body: string): Promise<BatchFigures> {
  const when = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const trouble = (name: MailTrouble) => when(sql`${message.trouble} = ${name}`);
  const [row] = await ctx.db
    .select({
      waiting: when(sql`${message.status} = 'queued' and ${message.attempts} = 0`),
      retrying: when(sql`${message.status} = 'queued' and ${message.attempts} > 0`),
      sending: when(sql`${message.status} = 'sending'`),
      sent: when(sql`${message.status} = 'sent'`),
      failed: trouble("failed"),
      suppressed: trouble("suppressed"),
      cancelled: trouble("cancelled"),
      bounced: trouble("bounced"),
      complained: trouble("complained"),
    })
    .from(message)
    .where(eq(message.body, body));
  return row!;
}

export async function countBounced(ctx: Pick<Ctx, "db">, bodies: readonly string[]): Promise<Map<string, number>> {
  if (bodies.length === 0) return new Map();
  const rows = await ctx.db
    .select({ body: message.body, bounced: count() })
    .from(message)
    .where(and(inArray(message.body, [...bodies]), eq(message.trouble, "bounced")))
    .groupBy(message.body);
  return new Map(rows.map(({ body, bounced }) => [body!, bounced]));
}
