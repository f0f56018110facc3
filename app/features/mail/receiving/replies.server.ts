import { and, eq, inArray, ne } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import { mailboxOf, senderAddress } from "#app/lib/people/mailbox.ts";
import { oneLine } from "#app/lib/text.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { forwardedReplyMail } from "../emails/forwarded-reply.tsx";
import { mailReplied } from "../events.ts";
import { type ReplyKind, subjectOnly, withoutTags } from "../inbound/automatic-replies.ts";
import { textOfHtml } from "../inbound/html-text.ts";
import { maxReplyText, replyText, shortReply } from "../inbound/reply-text.ts";
import { queueMail } from "../mail.server.ts";
import { fillBody, getBody } from "../sending/shared-bodies.server.ts";
import { mailReply, message, messageEvent } from "../tables.server.ts";
import { type InboundReply, orEnded } from "./inbound-mail.server.ts";
import { keepOriginal } from "./originals.server.ts";

/*
 * Replies to our mails. A reply belongs to the mail that its recipient address names (reply-address.server.ts),
 * otherwise to the nearest one in its references. Only a person's reply sets `replied_at` and publishes `mail.replied`;
 * absence notices, other automatic replies, calendar responses and mail from colleagues are stored with their kind.
 */

/** `kind` is null if it replies to none of our mails; nothing is stored then. `noted` is 0 for a repeated delivery. */
export type RecordedReply = { kind: ReplyKind | null; noted: number };

/** Stores a reply once. `admins`: the addresses of admins, lower case. */
export async function recordReply(
  ctx: Ctx,
  reply: InboundReply,
  admins: ReadonlySet<string> = new Set(),
): Promise<RecordedReply> {
  const answered = await findAnswered(ctx, reply);
  const text = await ownText(reply.text, answered);
  return inTransaction(ctx, async (tx) => {
    const mail = answered && (await lockMail(tx, answered));
    if (!mail) return forwardOrphan(tx, reply, text);
    const { inboundKey, from, fromName = null, subject, original } = reply;
    const isFromRecipient = from !== null && mailboxOf(from) === mailboxOf(mail.to.toLowerCase());
    const { kind, reason } = judge(reply, mail, !isFromRecipient && isColleague(from, admins));
    const [stored] = await tx.db
      .insert(mailReply)
      .values({
        message: mail.id,
        inboundKey,
        kind: kind === "calendar" ? "automatic" : kind,
        calendarResponse: reply.calendarResponse ?? null,
        reason,
        fromAddress: from,
        fromName,
        isFromRecipient,
        matchedBy: mail.matchedBy,
        subject,
        text,
        at: tx.now,
      })
      .onConflictDoNothing()
      .returning({ id: mailReply.id });
    if (!stored) return { kind, noted: 0 };
    if (original) await keepOriginal(tx, original, { message: mail.id, readAs: "reply" });
    if (kind === "colleague" || kind === "calendar") return { kind, noted: 1 };
    const name = kind === "reply" ? "replied" : "auto_replied";
    await tx.db.insert(messageEvent).values({ message: mail.id, name, at: tx.now, detail: reason });
    if (kind !== "reply") return { kind, noted: 1 };
    await tx.db
      .update(message)
      .set({ repliedAt: mail.repliedAt ?? tx.now })
      .where(eq(message.id, mail.id));
    await publish(tx, mailReplied, {
      messageId: mail.id,
      email: mail.to.toLowerCase(),
      kind: mail.kind,
      isFromRecipient,
      matchedBy: mail.matchedBy,
      replyId: stored.id,
    });
    return { kind, noted: 1 };
  });
}

/** With the subject that we sent, a subject proves nothing: some programs reply without "Re:". */
function judge(
  reply: InboundReply,
  mail: Pick<AnsweredMail, "subject">,
  isColleagues: boolean,
): Pick<InboundReply, "kind" | "reason"> {
  const isOurSubject = reply.reason === subjectOnly && isSameSubject(reply.subject, mail.subject);
  const { kind, reason } = isOurSubject ? { kind: "reply" as const, reason: null } : reply;
  return kind === "reply" && isColleagues
    ? { kind: "colleague", reason: "It comes from an address of the firm." }
    : { kind, reason };
}

const isSameSubject = (reply: string, sent: string) =>
  [reply, withoutTags(reply)].some((subject) => subject.toLowerCase() === oneLine(sent).toLowerCase());

/** A colleague's mail in a thread is not the recipient's reply. */
function isColleague(from: string | null, admins: ReadonlySet<string>): boolean {
  if (!from) return false;
  const { MAIL_FROM, CONTACT_EMAIL } = env();
  const own = [senderAddress(MAIL_FROM) ?? "", CONTACT_EMAIL.toLowerCase()];
  const domain = companyDomainOf(from);
  return own.includes(from) || admins.has(from) || (domain !== null && own.map(companyDomainOf).includes(domain));
}

/**
 * Forwards a person's reply to a deleted mail to the firm, because no one else would see it: each reply once and at
 * most twenty a day per mail. Stores nothing about it except the counts.
 */
async function forwardOrphan(tx: Ctx, reply: InboundReply, text: string): Promise<RecordedReply> {
  const { kind, inboundKey, namedMessages, from, fromName = null, subject } = reply;
  const [named] = namedMessages;
  if (kind !== "reply" || named === undefined) return { kind: null, noted: 0 };
  if (!(await countUse(tx, "orphan-reply", inboundKey)).allowed) return { kind, noted: 0 };
  if (!(await countUse(tx, "orphan-replies", named)).allowed) return { kind, noted: 0 };
  const content = { from, fromName, subject, text, rest: null, about: null };
  await queueMail(tx, forwardedReplyMail({ to: env().CONTACT_EMAIL, ...content }));
  return { kind, noted: 1 };
}

/** Characters of a forwarded reply; the page of the mail has all of it. */
const maxForwardedText = 5000;

/** Further replies to one mail are only stored, so that no one can flood the firm through one address. */
export const maxForwarded = 20;

/** Queues a stored reply for `to` or CONTACT_EMAIL; does nothing after `maxForwarded` replies to its mail. */
export async function forwardReply(tx: Ctx, replyId: string, { to, about }: Forwarding): Promise<void> {
  const [reply] = await tx.db.select().from(mailReply).where(eq(mailReply.id, replyId));
  if (!reply) return;
  const before = await tx.db
    .select({ id: mailReply.id })
    .from(mailReply)
    .where(and(eq(mailReply.message, reply.message), ne(mailReply.id, replyId)))
    .limit(maxForwarded);
  if (before.length >= maxForwarded) return;
  const { fromAddress: from, fromName, subject } = reply;
  const { SITE_URL, CONTACT_EMAIL } = env();
  const text = shortReply(reply.text, maxForwardedText);
  const rest = text === reply.text ? null : { href: `${SITE_URL}/admin/mail/${reply.message}` };
  const page = about === null ? null : { href: SITE_URL + about };
  const copy = forwardedReplyMail({ to: to ?? CONTACT_EMAIL, from, fromName, subject, text, rest, about: page });
  const forwardedMail = { ...copy, regarding: reply.message };
  await queueMail(tx, forwardedMail);
}

type Forwarding = { to: string | null; about: string | null };

type AnsweredMail = {
  id: string;
  to: string;
  kind: string;
  subject: string;
  matchedBy: "address" | "references";
  html: string;
  text: string;
};

async function findAnswered(ctx: Ctx, { namedMessages, referredIds }: InboundReply): Promise<AnsweredMail | undefined> {
  for (const [matchedBy, ids] of [
    ["address", namedMessages],
    ["references", referredIds],
  ] as const) {
    if (ids.length === 0) continue;
    const rows = await ctx.db
      .select({
        ...{ id: message.id, to: message.toAddress, kind: message.kind, subject: message.subject },
        ...{ html: message.html, text: message.text, body: message.body, fill: message.fill },
      })
      .from(message)
      .where(inArray(message.id, [...ids]));
    const nearest = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])[0];
    if (!nearest) continue;
    const { body, fill, ...mail } = nearest;
    return { ...mail, ...(body ? fillBody(await getBody(ctx, body), fill ?? {}) : {}), matchedBy };
  }
  return undefined;
}

/** Undefined if the mail was deleted meanwhile. */
async function lockMail(tx: Ctx, mail: AnsweredMail) {
  const [row] = await tx.db
    .select({ repliedAt: message.repliedAt })
    .from(message)
    .where(eq(message.id, mail.id))
    .for("update");
  return row && { ...mail, ...row };
}

type Comparison = { body: string; sent: { text: string; html: string } | null };

export const replyTextTask = defineThreadTask({
  name: "mail.reply-text",
  lane: "mail",
  run: async ({ body, sent }: Comparison) => replyText(body, sent ? [sent.text, textOfHtml(sent.html)] : []),
});

/**
 * What the person wrote, found outside the serving process by comparing the reply with the mail (its text and that of
 * its HTML; a reply can quote either). A reply that ends its reader is kept whole.
 */
const ownText = async (body: string, sent: Comparison["sent"] = null): Promise<string> =>
  (await orEnded(runInThread(replyTextTask, { body, sent: sent && { text: sent.text, html: sent.html } }))) ??
  shortReply(body, maxReplyText);
