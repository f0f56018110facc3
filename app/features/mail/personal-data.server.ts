import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { containsAddress } from "#app/platform/database/contains-address.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { env } from "#app/platform/env.server.ts";
import { deleteMailFiles } from "#app/platform/mail/mailbox.server.ts";
import { fillBody, getBody } from "./sending/shared-bodies.server.ts";
import { clickConsent, mailHit, mailOriginal, mailReply, message, messageEvent, suppression } from "./tables.server.ts";

/** Exports the mails to an address, their outcomes and its suppressions, without bodies that had codes or tokens. */
export async function exportPersonalData(ctx: Ctx, person: DataSubject): Promise<PersonalData> {
  const { email } = person;
  const rows = await ctx.db
    .select()
    .from(message)
    .where(and(eq(message.toAddress, email), isBeforeMove(person, message.createdAt)))
    .orderBy(asc(message.id));
  const ids = rows.map(({ id }) => id);
  const history =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(messageEvent)
          .where(inArray(messageEvent.message, ids))
          .orderBy(asc(messageEvent.at));
  const replies =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(mailReply)
          .where(and(inArray(mailReply.message, ids), isBeforeMove(person, mailReply.at)))
          .orderBy(asc(mailReply.at));
  const hits =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(mailHit)
          .where(and(inArray(mailHit.message, ids), isBeforeMove(person, mailHit.at)))
          .orderBy(asc(mailHit.at));
  const originals = await ctx.db
    .select()
    .from(mailOriginal)
    .where(and(eq(mailOriginal.fromAddress, email), isBeforeMove(person, mailOriginal.at)))
    .orderBy(asc(mailOriginal.at));
  const linksOf = new Map(rows.map(({ id, links }) => [id, links ?? []]));
  const mails = await Promise.all(
    rows.map(async ({ id, kind, subject, status, createdAt, sentAt, repliedAt, clickedLinks, ...row }) => {
      const { text } = row.body ? fillBody(await getBody(ctx, row.body), row.fill ?? {}) : row;
      return { id, kind, subject, text: row.secret ? "" : text, status, createdAt, sentAt, repliedAt, clickedLinks };
    }),
  );
  return {
    mails,
    mail_history: history.map(({ message, name, at, detail }) => ({ mail: message, name, at, detail })),
    mail_link_requests: hits.map(({ message, link, at, verdict }) => ({
      mail: message,
      link: link === null ? null : (linksOf.get(message)?.[link] ?? null),
      at,
      verdict,
    })),
    mail_replies: replies.map(({ message, kind, at, subject, text, isFromRecipient }) => ({
      mail: message,
      kind,
      at,
      ...(isFromRecipient ? { subject, text } : { from: "another address" }),
    })),
    mail_originals: originals.map(({ message, at, subject, content }) => ({
      ...{ mail: message, at, subject },
      content: new TextDecoder().decode(content).replaceAll("\0", ""),
    })),
    mail_click_consents: await ctx.db.select().from(clickConsent).where(consentsOf(person)),
    mail_suppressions: await ctx.db.select().from(suppression).where(suppressionsOf(person)),
  };
}

/**
 * Deletes the mails to an address, also those written to files, with the replies to them, their originals and forwarded copies; mails, replies and
 * originals of others that contain the address; its own replies to mails of others, and its suppressions.
 */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  const { email } = person;
  const names = (column: PgColumn) => containsAddress(column, email);
  await inTransaction(ctx, async (tx) => {
    const deleted = await tx.db
      .delete(message)
      .where(
        and(
          isBeforeMove(person, message.createdAt),
          or(
            eq(message.toAddress, email),
            ...[message.replyTo, message.subject, message.html, message.text, message.headers].map(names),
          ),
        ),
      )
      .returning({ id: message.id });
    await tx.db
      .delete(mailReply)
      .where(
        and(
          isBeforeMove(person, mailReply.at),
          or(eq(mailReply.fromAddress, email), ...[mailReply.subject, mailReply.text].map(names)),
        ),
      );
    await tx.db
      .delete(mailOriginal)
      .where(
        and(
          isBeforeMove(person, mailOriginal.at),
          or(eq(mailOriginal.fromAddress, email), ...[mailOriginal.subject, mailOriginal.addresses].map(names)),
        ),
      );
    await tx.db.delete(suppression).where(suppressionsOf(person));
    await tx.db.delete(clickConsent).where(consentsOf(person));
    await deleteMailFiles(
      env().DATA_DIR,
      deleted.map(({ id }) => id),
    );
  });
}

const suppressionsOf = (person: DataSubject) =>
  and(eq(suppression.address, person.email), isBeforeMove(person, suppression.at));

const consentsOf = (person: DataSubject) =>
  and(eq(clickConsent.address, person.email), isBeforeMove(person, clickConsent.givenAt));

export async function deleteMailsAbout(ctx: Pick<Ctx, "db">, kinds: readonly string[], text: string): Promise<void> {
  await ctx.db
    .delete(message)
    .where(and(inArray(message.kind, [...kinds]), sql`position(${text} in ${message.html}) > 0`));
}
