import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { scrub } from "#app/lib/scrub.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { mailOutcomes } from "#app/platform/metrics.server.ts";
import { mailBounced, mailComplained } from "./events.ts";
import type { DeliveryReport } from "./inbound-mail.server.ts";
import { bounceKind } from "./sending/bounce-kind.ts";
import { suppress } from "./suppression.server.ts";
import { type MailEventName, type MailTrouble, message, messageEvent } from "./tables.server.ts";

/*
 * What is heard of a mail after it was sent. A dead mailbox ends every list at once; a mailbox that refuses three mails in
 * a row, however softly, does so too; a complaint ends every list and is never lifted by itself. Mail that no list sends
 * goes on in each case: a reset link to a mailbox that was full last week may be the one that counts.
 */

/** Soft bounces in a row that end the lists for an address. */
const softBouncesInARow = 3;

type SentMail = { id: string; to: string; trouble: MailTrouble | null };

/**
 * Notes a delivery status notification about the mail with one of these ids. A repeat changes nothing. Answers how many
 * reports were noted: none when no such mail was sent from here.
 */
export async function recordNotification(
  ctx: Ctx,
  { messageIds, reports }: { messageIds: readonly string[]; reports: readonly DeliveryReport[] },
): Promise<{ noted: number }> {
  return inTransaction(ctx, async (tx) => {
    const mail = await findSent(tx, messageIds);
    if (!mail) return { noted: 0 };
    let noted = 0;
    for (const report of reports) if (await recordReport(tx, mail, report)) noted += 1;
    return { noted };
  });
}

/** Notes a complaint about the mail with one of these ids, and ends every list for its reader. */
export async function recordComplaint(ctx: Ctx, messageIds: readonly string[]): Promise<{ noted: number }> {
  return inTransaction(ctx, async (tx) => {
    const mail = await findSent(tx, messageIds);
    if (!mail || !(await note(tx, mail, "complained", "The reader reported it as unwanted.", "complained")))
      return { noted: 0 };
    await suppress(tx, { address: mail.to, scope: "lists", reason: "complaint" });
    await publish(tx, mailComplained, { messageId: mail.id, email: mail.to.toLowerCase() });
    return { noted: 1 };
  });
}

async function recordReport(tx: Ctx, mail: SentMail, { action, status, detail }: DeliveryReport): Promise<boolean> {
  const words = scrub(status && !detail.includes(status) ? `${status} ${detail}` : detail).slice(0, 500);
  if (action === "delayed") return note(tx, mail, "delayed", words);
  if (action !== "failed") return note(tx, mail, "delivered", words);
  if (!(await note(tx, mail, "bounced", words, "bounced"))) return false;
  mailOutcomes.inc({ outcome: "bounced" });
  const isHard = bounceKind(status) === "hard";
  const isFinal = isHard || (await hasBouncedInARow(tx, mail.to));
  const reason = isHard ? "hard-bounce" : "soft-bounces";
  if (isFinal) await suppress(tx, { address: mail.to, scope: "lists", reason, detail: words });
  await publish(tx, mailBounced, { messageId: mail.id, email: mail.to.toLowerCase(), isFinal });
  return true;
}

/** The mail that was sent with this Message-ID, or with this id as its envelope id; its row stays locked. */
async function findSent(tx: Ctx, messageIds: readonly string[]): Promise<SentMail | undefined> {
  const ids = messageIds.map((id) => /([0-9a-f]{8}-[0-9a-f-]{27})/.exec(id)?.[1]).filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  const [row] = await tx.db
    .select({ id: message.id, to: message.toAddress, trouble: message.trouble })
    .from(message)
    .where(inArray(message.id, ids))
    .for("update");
  return row;
}

/** Adds a step to the mail's history, once per name. False when it was there. */
async function note(tx: Ctx, mail: SentMail, name: MailEventName, detail: string, trouble?: MailTrouble) {
  const [known] = await tx.db
    .select({ id: messageEvent.id })
    .from(messageEvent)
    .where(and(eq(messageEvent.message, mail.id), eq(messageEvent.name, name)))
    .limit(1);
  if (known) return false;
  await tx.db.insert(messageEvent).values({ message: mail.id, name, at: tx.now, detail });
  if (trouble) await tx.db.update(message).set({ trouble }).where(eq(message.id, mail.id));
  return true;
}

async function hasBouncedInARow(tx: Ctx, address: string): Promise<boolean> {
  const latest = await tx.db
    .select({ trouble: message.trouble })
    .from(message)
    .where(and(eq(message.toAddress, address), isNotNull(message.sentAt)))
    .orderBy(desc(message.sentAt))
    .limit(softBouncesInARow);
  return latest.length === softBouncesInARow && latest.every(({ trouble }) => trouble === "bounced");
}
