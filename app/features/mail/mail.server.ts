import { and, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { ReactElement } from "react";
import { asciiDomain } from "#app/lib/people/canonical-address.ts";
import { isEmailAddress } from "#app/lib/people/email-address.ts";
import { senderAddress } from "#app/lib/people/mailbox.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueue, jobsAreOpen } from "#app/platform/queues/jobs.server.ts";
import { linksOf } from "./clicks/wrapped-links.ts";
import { renderMail } from "./frame/rendering.server.ts";
import { deliverMailJob } from "./jobs.server.ts";
import { signedId } from "./receiving/own-ids.server.ts";
import { replyAddressOf } from "./receiving/reply-address.server.ts";
import type { StoredAttachment } from "./sending/drawn-attachments.server.ts";
import { storeMails } from "./sending/stored-mails.server.ts";
import { type MailList, message, messageEvent } from "./tables.server.ts";

/*
 * Mail. Every mail of the product is first a row in the outbox (`message`), written in the transaction of the action that
 * causes it: an action that rolls back sends nothing, and an unreachable mail server loses no mail and fails no request.
 *
 * Life of a row: queued -> sending (a worker owns it until `locked_until`) -> sent, or queued again with a longer delay, or
 * failed; suppressed or canceled before it was ever sent. `message_event` records every step, including reports after sending
 * (receiving/bounces.server.ts). Delivery is in sending/delivery.server.ts, started by a job and every minute. Events: mail.bounced,
 * mail.complained, mail.replied, mail.clicked.
 *
 * Mail of a list (`list`) must have an unsubscribe header (sending/list-headers.ts), has a lower priority than mail that a user waits
 * for, and is stopped by a suppression (refusals/suppression.server.ts). Suppressions do not affect other mail. Many mails with one
 * body are a batch (sending/batches.server.ts).
 *
 * Invariants: one row is one mail to one address; its Message-ID and Date are fixed here, so a retry after a crash is
 * recognizably the same mail; a row is sent by one worker at a time; bodies with a code or a token are emptied once the mail
 * has been sent (`secret: true`).
 *
 * Prevents header injection: a line break or other control character in address, subject, header or file name is refused
 * here, before anything is stored, and again by the mailer.
 */

export type MailDraft = {
  kind: string;
  to: string;
  subject: string;
  body: ReactElement;
  replyTo?: string;
  attachments?: StoredAttachment[];
  headers?: Record<string, string>;
  /** The body contains a code or a token: it is emptied after sending. */
  secret?: boolean;
  /** Delays delivery by this much, to the next minute; until then `withdrawMail` can cancel the mail. */
  holdSeconds?: number;
  /** Replies go to an address of this mail alone (reply-address.server.ts), if the operator has configured one. */
  acceptsReplies?: boolean;
  /** Wraps links to count clicks. Only outreach with consent, and never the unsubscribe link. */
  trackClicks?: boolean;
  /** The mail that this one is about: erased and deleted with it. */
  regarding?: string;
  /** The list that sends it: then `List-Unsubscribe` is required among its headers. */
  list?: MailList;
};

/** Thrown for a mail that must not be queued; the message has the reason. Schemas of the input prevent it. */
export class UnsafeMail extends Error {}

/**
 * Writes one mail to the outbox inside the caller's transaction and wakes delivery after it commits.
 * Throws UnsafeMail for a control character in an address, subject, header or file name, and for more than one recipient.
 */
export async function queueMail(ctx: Ctx, draft: MailDraft): Promise<{ id: string }> {
  const [id = ""] = await queueMails(ctx, [draft]);
  return { id };
}

/** Queues several mails, such as to both sides of a call: all or, if one throws UnsafeMail, none. Returns their ids in order. */
export async function queueMails(ctx: Ctx, drafts: readonly MailDraft[]): Promise<string[]> {
  for (const draft of drafts) checkDraft(draft);
  const rows = await Promise.all(drafts.map((draft) => rowOf(draft, ctx.now)));
  await inTransaction(ctx, async (tx) => {
    await storeMails(tx, rows);
    await wakeDelivery(tx);
  });
  return rows.map(({ id }) => id);
}

async function rowOf(draft: MailDraft, now: Date) {
  const id = newId();
  const { html, text } = renderMail(draft.body);
  return {
    id,
    kind: draft.kind,
    toAddress: draft.to,
    subject: draft.subject,
    html,
    text,
    headers: draft.headers ?? {},
    attachments: draft.attachments ?? [],
    replyTo: (draft.acceptsReplies ? replyAddressOf(id) : null) ?? draft.replyTo ?? null,
    secret: draft.secret ?? false,
    list: draft.list ?? null,
    regarding: draft.regarding ?? null,
    links: draft.trackClicks ? trackedLinks(html, draft.headers ?? {}) : null,
    messageId: messageIdOf(id),
    nextAttemptAt: new Date(now.getTime() + (draft.holdSeconds ?? 0) * 1000),
    createdAt: now,
  };
}

/**
 * Cancels the mail of this kind that was queued for this address at this time. Returns false if it was sent, is being
 * sent or was attempted. Call it in the transaction that reverts the reason for the mail.
 */
export async function withdrawMail(
  tx: Ctx,
  { kind, to, queuedAt }: { kind: string; to: string; queuedAt: Date },
): Promise<boolean> {
  const isIt = and(eq(message.toAddress, to), eq(message.kind, kind), eq(message.createdAt, queuedAt));
  return (await withdraw(tx, and(isIt, eq(message.attempts, 0)))) > 0;
}

/**
 * Cancels mails of these kinds to these addresses, queued at one of these times, that wait for their time or for another attempt. For
 * news that newer news replaces: a mail server that accepts mail again would deliver both, perhaps the older last. Mails that are due
 * are sent. Call it in the transaction of the newer news.
 */
export async function withdrawWaiting(
  tx: Ctx,
  { kinds, to, queuedAt }: { kinds: readonly string[]; to: readonly string[]; queuedAt: readonly Date[] },
): Promise<void> {
  await withdraw(
    tx,
    and(
      inArray(message.toAddress, [...to]),
      inArray(message.kind, [...kinds]),
      inArray(message.createdAt, [...queuedAt]),
      gt(message.nextAttemptAt, tx.now),
    ),
  );
}

async function withdraw(tx: Ctx, which: SQL | undefined): Promise<number> {
  const canceled = await tx.db
    .update(message)
    .set({ status: "cancelled", trouble: "cancelled", nextAttemptAt: null })
    .where(and(which, eq(message.status, "queued")))
    .returning({ id: message.id });
  if (canceled.length > 0)
    await tx.db
      .insert(messageEvent)
      .values(canceled.map(({ id }) => ({ message: id, name: "cancelled" as const, at: tx.now })));
  return canceled.length;
}

/** Only a wake-up: without an open queue (a test, a command) the minutely delivery finds the row. */
export async function wakeDelivery(ctx: Ctx): Promise<void> {
  if (jobsAreOpen()) await enqueue(ctx, deliverMailJob, {});
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controlCharacter = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/;
/** Headers that only the mailer may set; a second copy could redirect or forge the mail. */
const ownHeaders = /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|mime-version|content-.*)$/i;

export function checkDraft(draft: Omit<MailDraft, "body">) {
  for (const address of [draft.to, draft.replyTo ?? draft.to])
    if (!isEmailAddress(address)) throw new UnsafeMail(`A ${draft.kind} mail needs exactly one plain email address.`);
  if (draft.list && !draft.headers?.["List-Unsubscribe"])
    throw new UnsafeMail(`A ${draft.kind} mail of a list needs an unsubscribe header.`);
  if (draft.trackClicks && (draft.list !== "outreach" || draft.secret))
    throw new UnsafeMail(`Clicks are counted in mails of outreach only, not in a ${draft.kind} mail.`);
  if (!draft.subject.trim()) throw new UnsafeMail(`A ${draft.kind} mail needs a subject.`);
  const oneLine = [
    draft.kind,
    draft.subject,
    ...(draft.attachments ?? []).flatMap((file) => [file.filename, file.contentType]),
  ];
  for (const [name, value] of Object.entries(draft.headers ?? {})) {
    if (!/^[\w-]+$/.test(name) || ownHeaders.test(name))
      throw new UnsafeMail(`A ${draft.kind} mail may not set the header ${JSON.stringify(name)}.`);
    oneLine.push(value);
  }
  if (oneLine.some((text) => controlCharacter.test(text)))
    throw new UnsafeMail(`A ${draft.kind} mail has a line break or control character where one line is needed.`);
}

export function trackedLinks(html: string, headers: Record<string, string>): string[] {
  const wayOut = headers["List-Unsubscribe"] ?? "";
  const { origin } = new URL(env().SITE_URL);
  return linksOf(
    html,
    (url) => wayOut.includes(`<${url.href}>`) || (url.origin === origin && /^\/(unsubscribe|l)\//.test(url.pathname)),
  );
}

/** With angle brackets, of the sender's own domain: the part after @ of MAIL_FROM. */
export const messageIdOf = (id: string) => `<${signedId(id)}@${senderDomain()}>`;

const senderDomain = () => asciiDomain(senderAddress(env().MAIL_FROM)?.split("@").at(-1) ?? "localhost");
