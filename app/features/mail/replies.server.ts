import { asc, eq, inArray } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { mailboxOf } from "#app/lib/mailbox.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { mailReplied } from "./events.ts";
import type { ReplyKind } from "./inbound/automatic-replies.ts";
import type { InboundReply } from "./inbound-mail.server.ts";
import { ownIdsIn } from "./own-ids.ts";
import { mailReply, message, messageEvent } from "./tables.server.ts";

/*
 * Replies to our mails. A reply belongs to the mail that its recipient address names (reply-address.server.ts), else to the
 * nearest one among its references. Only a person's reply sets `replied_at` and publishes `mail.replied`; absence notices
 * and other automatic replies are stored as such.
 */

/** `kind` is null when it replies to no mail of ours; nothing is stored then. `noted` is 0 for a repeated delivery. */
export type RecordedReply = { kind: ReplyKind | null; noted: number };

/** Stores a reply once. */
export async function recordReply(ctx: Ctx, reply: InboundReply): Promise<RecordedReply> {
  return inTransaction(ctx, async (tx) => {
    const mail = await findAnswered(tx, reply);
    if (!mail) return { kind: null, noted: 0 };
    const { inboundKey, kind, reason, from, subject, text } = reply;
    const isFromRecipient = from !== null && mailboxOf(from) === mailboxOf(mail.to.toLowerCase());
    const stored = await tx.db
      .insert(mailReply)
      .values({
        message: mail.id,
        inboundKey,
        kind,
        reason,
        fromAddress: from,
        isFromRecipient,
        matchedBy: mail.matchedBy,
        subject,
        text,
        at: tx.now,
      })
      .onConflictDoNothing()
      .returning({ id: mailReply.id });
    if (stored.length === 0) return { kind, noted: 0 };
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
    });
    return { kind, noted: 1 };
  });
}

type AnsweredMail = {
  id: string;
  to: string;
  kind: string;
  repliedAt: Date | null;
  matchedBy: "address" | "references";
};

/** The mail that a reply answers; its row stays locked. */
async function findAnswered(tx: Ctx, { namedMessages, referredIds }: InboundReply): Promise<AnsweredMail | undefined> {
  for (const [matchedBy, ids] of [
    ["address", namedMessages],
    ["references", ownIdsIn(referredIds)],
  ] as const) {
    if (ids.length === 0) continue;
    const rows = await tx.db
      .select({ id: message.id, to: message.toAddress, kind: message.kind, repliedAt: message.repliedAt })
      .from(message)
      .where(inArray(message.id, [...ids]))
      .orderBy(asc(message.id))
      .for("update");
    const nearest = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])[0];
    if (nearest) return { ...nearest, matchedBy };
  }
  return undefined;
}
