import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { scrub } from "#app/lib/scrub.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { mailOutcomes } from "#app/platform/metrics.server.ts";
import { mailBounced, mailComplained } from "./events.ts";
import type { DeliveryReport, MailReference } from "./inbound-mail.server.ts";
import { softBouncesInARow } from "./mail-states.ts";
import { bounceKind } from "./sending/bounce-kind.ts";
import { suppress } from "./suppression.server.ts";
import { type MailEventName, type MailTrouble, message, messageEvent } from "./tables.server.ts";

/*
 * Reports about sent mails. A hard bounce ends every list for the address, and so do three bounces in a row, hard or
 * soft; a complaint ends every list, and only an admin can lift it. Mail outside of lists is still sent in each case: a
 * full mailbox may work again when the user needs a reset link.
 */

type SentMail = { id: string; to: string; kind: string; trouble: MailTrouble | null };

/** Records a delivery status notification. Idempotent. Returns the number of new reports, 0 for unknown mail. */
export async function recordNotification(
  ctx: Ctx,
  { reports, ...reference }: MailReference & { reports: readonly DeliveryReport[] },
): Promise<{ noted: number }> {
  return inTransaction(ctx, async (tx) => {
    const mail = await findSent(tx, reference);
    if (!mail) return { noted: 0 };
    let noted = 0;
    for (const report of reports) if (await recordReport(tx, mail, report)) noted += 1;
    return { noted };
  });
}

export async function recordComplaint(ctx: Ctx, reference: MailReference): Promise<{ noted: number }> {
  return inTransaction(ctx, async (tx) => {
    const mail = await findSent(tx, reference);
    if (!mail || !(await addStep(tx, mail, "complained", "The reader reported it as unwanted.", "complained")))
      return { noted: 0 };
    await suppress(tx, { address: mail.to, scope: "lists", reason: "complaint" });
    await publish(tx, mailComplained, { messageId: mail.id, email: mail.to.toLowerCase(), kind: mail.kind });
    return { noted: 1 };
  });
}

async function recordReport(tx: Ctx, mail: SentMail, report: DeliveryReport): Promise<boolean> {
  const { action, status, detail, isPermanent = false } = report;
  const explanation = scrub(status && !detail.includes(status) ? `${status} ${detail}` : detail).slice(0, 500);
  if (action === "delayed") return addStep(tx, mail, "delayed", explanation);
  if (action !== "failed") return addStep(tx, mail, "delivered", explanation);
  if (!(await addStep(tx, mail, "bounced", explanation, "bounced"))) return false;
  mailOutcomes.inc({ outcome: "bounced" });
  const isHard = status === null ? isPermanent : bounceKind(status) === "hard";
  const isFinal = isHard || (await hasBouncedInARow(tx, mail.to));
  const reason = isHard ? "hard-bounce" : "soft-bounces";
  if (isFinal) await suppress(tx, { address: mail.to, scope: "lists", reason, detail: explanation });
  await publish(tx, mailBounced, {
    messageId: mail.id,
    email: mail.to.toLowerCase(),
    kind: mail.kind,
    isFinal,
    bounce: isHard ? "hard" : "soft",
    reason: explanation,
  });
  return true;
}

/** Finds the mail by its ids, otherwise by recipient and the provider's response; locks its row. */
async function findSent(tx: Ctx, { messageIds, accepted }: MailReference): Promise<SentMail | undefined> {
  const find = (condition: SQL | undefined) =>
    tx.db
      .select({ id: message.id, to: message.toAddress, kind: message.kind, trouble: message.trouble })
      .from(message)
      .where(condition)
      .limit(1)
      .for("update");
  const [row] = messageIds.length > 0 ? await find(inArray(message.id, [...messageIds])) : [];
  if (row || !accepted) return row;
  const { answer, to } = accepted;
  const [answered] = await find(
    and(eq(message.toAddress, to), sql`position(${answer} in ${message.providerResponse}) > 0`),
  );
  return answered;
}

/** Adds a step to a mail's history, once per name. Returns false if it already existed. */
async function addStep(tx: Ctx, mail: SentMail, name: MailEventName, detail: string, trouble?: MailTrouble) {
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
