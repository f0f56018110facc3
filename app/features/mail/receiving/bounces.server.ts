import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { senderAddress } from "#app/lib/people/mailbox.ts";
import { cut } from "#app/lib/words/cut.ts";
import { scrub } from "#app/lib/words/scrub.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { mailOutcomes } from "#app/platform/metrics.server.ts";
import { mailComplained } from "../events.ts";
import { type DeliveryReport, isAboutRecipient } from "../inbound/delivery-report.ts";
import type { InboundOriginal } from "../inbound/original.ts";
import { judgeRefusal } from "../refusals/judge-refusal.ts";
import { type RefusalCause, refusalCauses } from "../refusals/refusal-causes.ts";
import { noteRefusal } from "../refusals/refused-recipients.server.ts";
import { suppress } from "../refusals/suppression.server.ts";
import { type MailEventName, type MailTrouble, message, messageEvent } from "../tables.server.ts";
import type { MailReference } from "./inbound-mail.server.ts";
import { keepOriginal } from "./originals.server.ts";
import { forwardUnread } from "./unread-reports.server.ts";

/*
 * Reports about sent mails. A report is recorded with the mail that it proves to know. It counts against the recipient only
 * if it is about the mailbox that we wrote to: the recipient may have passed a copy on, and only that copy failed. Why the
 * mail was refused is judged in refusals/judge-refusal.ts, and what follows in refusals/refused-recipients.server.ts. A
 * complaint ends every list, and only an admin can lift it. Mail outside of lists is still sent in each case: a full mailbox
 * may work again when the user needs a reset link. A report that cannot be read or belongs to no mail goes to a person.
 */

type SentMail = { id: string; to: string; kind: string; trouble: MailTrouble | null };

/** Records a report. Idempotent. Returns the number of new entries, 0 for an unknown mail. */
export async function recordNotification(
  ctx: Ctx,
  {
    reports,
    original,
    ...reference
  }: MailReference & { reports: readonly DeliveryReport[]; original?: InboundOriginal | undefined },
): Promise<{ noted: number }> {
  return inTransaction(ctx, async (tx) => {
    const mail = await findSent(tx, reference);
    if (!mail || reports.length === 0) {
      if (original) await forwardUnread(tx, original, mail ?? "unknown");
      return { noted: 0 };
    }
    if (original) await keepOriginal(tx, original, { message: mail.id, readAs: "report" });
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
  const { action, detail, verdict } = report;
  const { status, ...judged } = judgeRefusal({ status: report.status, text: detail, verdict });
  const reason = cut(scrub(status && !detail.includes(status) ? `${status} ${detail}` : detail), 500);
  const isOurs = isAboutRecipient(report, mail.to, senderDomains());
  if (action !== "failed") return isOurs && addStep(tx, mail, action === "delayed" ? "delayed" : "delivered", reason);
  if (!isOurs) return addStep(tx, mail, "copy_failed", reason);
  const { cause, kind } = report.cause ? { cause: report.cause, kind: refusalCauses[report.cause].kind } : judged;
  if (!(await addStep(tx, mail, "bounced", reason, "bounced", cause))) return false;
  mailOutcomes.inc({ outcome: "bounced" });
  await noteRefusal(tx, { mail, cause, kind, reason });
  return true;
}

/** The domains of addresses that a response may name when it is about the sender. */
function senderDomains(): string[] {
  const { MAIL_FROM, MAIL_REPLY_ADDRESS = "" } = env();
  return [MAIL_FROM, MAIL_REPLY_ADDRESS].flatMap((sender) => senderAddress(sender)?.split("@").at(-1) ?? []);
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
async function addStep(
  tx: Ctx,
  mail: SentMail,
  name: MailEventName,
  detail: string,
  trouble?: MailTrouble,
  refusal?: RefusalCause,
) {
  const [known] = await tx.db
    .select({ id: messageEvent.id })
    .from(messageEvent)
    .where(and(eq(messageEvent.message, mail.id), eq(messageEvent.name, name)))
    .limit(1);
  if (known) return false;
  await tx.db.insert(messageEvent).values({ message: mail.id, name, at: tx.now, detail });
  if (trouble)
    await tx.db
      .update(message)
      .set({ trouble, ...(refusal && { refusal }) })
      .where(eq(message.id, mail.id));
  return true;
}
