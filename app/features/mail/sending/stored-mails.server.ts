import { sql } from "drizzle-orm";
import { isAsciiAddress } from "#app/lib/people/email-address.ts";
import { searchFold } from "#app/lib/search/search-fold.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { message, messageEvent, messageSearch } from "../tables.server.ts";

export type MailRow = typeof message.$inferInsert & { id: string };

/**
 * Writes mails to the outbox: the rows, the first step of their history, and their search words. The only code that inserts
 * there. A Reply-To that needs SMTPUTF8 is left out of a mail to an ASCII address, which a server may refuse because of it; replies
 * then go to the sender. One statement with one parameter for any number: a batch of sequences would otherwise spend most of its time on
 * building statements.
 */
export async function storeMails(tx: Ctx, mails: readonly MailRow[]): Promise<void> {
  const rows = mails.map((mail) => ({
    ...mail,
    replyTo: mail.replyTo && (isAsciiAddress(mail.replyTo) || !isAsciiAddress(mail.toAddress)) ? mail.replyTo : null,
    eventId: newId(),
    words: searchFold(`${mail.toAddress} ${mail.subject}`),
  }));
  await tx.db.execute(sql`
    with mail as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(
        id uuid, kind text, "toAddress" text, subject text, html text, "text" text, body uuid, fill jsonb, list text,
        headers jsonb, attachments jsonb, "replyTo" text, secret boolean, "messageId" text, "nextAttemptAt" timestamptz,
        links jsonb, regarding uuid, "createdAt" timestamptz, "eventId" uuid, words text)
    ), stored as (
      insert into ${message} (id, kind, to_address, subject, html, text, body, fill, list, headers, attachments, reply_to, secret,
        message_id, next_attempt_at, links, regarding, created_at)
      select id, kind, "toAddress", subject, html, "text", body, fill, list, coalesce(headers, '{}'), coalesce(attachments, '[]'),
        "replyTo", coalesce(secret, false), "messageId", "nextAttemptAt", links, regarding, "createdAt"
      from mail
    ), history as (
      insert into ${messageEvent} (id, message, name, at)
      select "eventId", id, 'queued', ${tx.now.toISOString()}::timestamptz from mail
    )
    insert into ${messageSearch} (message, text) select id, words from mail`);
}
