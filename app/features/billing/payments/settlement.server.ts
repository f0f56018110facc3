import { and, eq } from "drizzle-orm";
import { countPaidCall } from "#app/features/booking/agenda/paid-calls.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { unlockBlueprint, withdrawPaidUnlock } from "#app/features/full-blueprint/unlock.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { pick } from "#app/lib/program/record-of.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { billingAudit } from "../audit.ts";
import type { Addressee } from "../billing.ts";
import { factReportedMail, refundFailedMail } from "../emails/fact-reported.tsx";
import { receiptMail } from "../emails/receipt.tsx";
import { refundDueTeamMail, refundedMail } from "../emails/refunded.tsx";
import { paymentDisputed, paymentReceived, paymentRefunded } from "../events.ts";
import { type BillingDocument, currentInvoice, documentsOf, issueDocument } from "../invoices/documents.server.ts";
import { receiptFileName } from "../pdf/files.server.ts";
import { type Payment, payment, type StoredFact } from "../tables.server.ts";
import { joinFacts } from "./facts.server.ts";
import { mergeFacts, type PaymentUpdate, statusOf } from "./payment-life.ts";

type PaymentDetails = {
  paymentIntentId?: string | null;
  billTo?: Addressee;
  bankReference?: string;
  paidOn?: string;
  factKey?: string | null;
};

export const unlockDescription = (companyName: string) =>
  `Full implementation blueprint, instant unlock, one time${companyName ? `: ${companyName}` : ""}`;

/** What is paid, as it is printed. */
export const itemOf = ({ item, companyName }: Pick<Payment, "item" | "companyName">): string =>
  item || unlockDescription(companyName);

/**
 * Every change of a payment. Merges the update into the facts, under the lock of the payment's row, and triggers the
 * effects exactly once: on first receipt of the money, invoice, unlock and receipt; on every further refund, a mail and
 * a credit note for the part that is not credited yet, and after a full refund before the kickoff the withdrawal of the
 * unlock. Call it in a transaction.
 */
export async function settle(
  tx: Ctx,
  paymentId: string,
  update: PaymentUpdate,
  details: PaymentDetails = {},
): Promise<"settled" | "nothing-new"> {
  const [before] = await tx.db.select().from(payment).where(eq(payment.id, paymentId)).for("update");
  if (!before) return "nothing-new";
  const paymentIntentId = before.paymentIntentId ?? details.paymentIntentId ?? null;
  const { joined, reported } = await joinFacts(tx, { ...before, paymentIntentId }, details.factKey ?? null);
  const facts = { ...mergeFacts(before, capped(update, before.amountCents)), ...reported };
  const status = statusOf(facts, before.amountCents, reported?.lostCents ?? before.lostCents);
  const [after] = await tx.db
    .update(payment)
    .set({
      ...facts,
      status,
      paymentIntentId,
      bankReference: details.bankReference || before.bankReference,
      paidOn: before.paidOn ?? (facts.paidAt && (details.paidOn ?? companyDates().isoDay(facts.paidAt))),
    })
    .where(eq(payment.id, paymentId))
    .returning();
  if (!after) throw new Error(`Payment ${paymentId} was deleted while locked`);
  const arrived = !before.paidAt && after.paidAt !== null;
  if (arrived) await recordPayment(tx, after, details.billTo);
  const refundedNow = after.refundedCents - (arrived ? 0 : before.refundedCents);
  if (after.paidAt && refundedNow > 0) await recordRefund(tx, after, refundedNow);
  if (!arrived && before.paidAt) await recordReturn(tx, before, after);
  if (arrived && after.lostCents > 0) await publishRefunded(tx, after, "dispute");
  for (const fact of joined) await publishDispute(tx, after, fact);
  for (const { kind, objectId, amount, currency } of joined) {
    const detail = { report: kind, amount, currency, object: objectId };
    await writeAuditEntry(tx, { action: billingAudit.paymentReported, subject: after.id, detail });
  }
  for (const fact of joined)
    if (fact.kind !== "refunded" || fact.currency !== "usd")
      await queueMail(tx, factReportedMail({ payment: after, fact }));
  const changed = status !== before.status || after.refundedCents !== before.refundedCents;
  return arrived || changed || joined.some(({ kind }) => kind !== "refunded") ? "settled" : "nothing-new";
}

/** What a lost dispute, a failed refund or a returned dispute changes of a payment that had arrived before. */
async function recordReturn(tx: Ctx, before: Payment, after: Payment): Promise<void> {
  const failedCents = before.refundedCents - after.refundedCents;
  const isLost = after.status === "charged-back";
  if (isLost && before.status !== "charged-back" && after.blueprintId)
    await withdrawPaidUnlock(tx, { blueprintId: after.blueprintId, reference: after.id });
  const isPaidAgain = after.status === "paid" && before.status !== "paid" && after.surplus === null;
  const isOpenAgain = isPaidAgain && !after.item && (await open(tx, after)) === null;
  if (failedCents > 0) {
    const invoice = await reverseCredit(tx, after);
    if (isKnown(after))
      await queueMail(tx, refundFailedMail({ payment: after, amountCents: failedCents, invoice, isOpenAgain }));
  }
  if (failedCents > 0 || before.lostCents !== after.lostCents)
    await publishRefunded(tx, after, isLost ? "dispute" : "returned");
}

/** Invoices again what failed refunds had credited. Null if they credited nothing, as for a canceled invoice. */
async function reverseCredit(tx: Ctx, after: Payment): Promise<BillingDocument | null> {
  const documents = await documentsOf(tx, after.id);
  const invoice = currentInvoice(documents);
  const note = documents.findLast(({ kind }) => kind === "credit-note");
  const amountCents = after.amountCents - after.refundedCents - chargedCents(documents);
  if (!invoice || !note || after.surplus === "cancelled" || amountCents <= 0) return null;
  return issueDocument(tx, {
    kind: "invoice",
    payment: after,
    amountCents,
    billTo: invoice.billTo,
    description: `Reverses credit note ${note.number}, because the refund failed`,
  });
}

const chargedCents = (documents: readonly BillingDocument[]) =>
  documents.reduce((sum, { kind, amountCents }) => sum + (kind === "invoice" ? 1 : -1) * amountCents, 0);

const capped = (update: PaymentUpdate, amountCents: number): PaymentUpdate =>
  update.refundedCents === undefined
    ? update
    : { ...update, refundedCents: Math.min(update.refundedCents, amountCents) };

async function recordPayment(tx: Ctx, paid: Payment, billTo: Addressee | undefined): Promise<void> {
  const invoice = await invoiceOf(tx, paid, billTo);
  await publish(tx, paymentReceived, {
    paymentId: paid.id,
    ...pick(paid, ["userId", "email", "blueprintId", "method", "amountCents"]),
  });
  if (paid.status !== "paid") return;
  const surplus = await open(tx, paid);
  if (surplus) {
    await tx.db.update(payment).set({ surplus }).where(eq(payment.id, paid.id));
    await queueMail(tx, refundDueTeamMail({ payment: paid, invoice, surplus }));
  }
  const file = receiptFileName(invoice);
  if (isKnown(paid)) await queueMail(tx, receiptMail({ payment: paid, invoice, file, surplus }));
}

/** Whether the payer's account exists. A deleted account has no address for mails. */
const isKnown = ({ email }: Payment) => email !== forgottenAddress;

/** Unlocks the paid blueprint, or lets the paid call count. Returns why the payment must be refunded instead, or null. */
async function open(tx: Ctx, paid: Payment): Promise<Exclude<Payment["surplus"], "call-canceled">> {
  if (paid.canceledAt) return "cancelled";
  // A call that is paid by invoice counts already; canceled too late, it is owed.
  if (paid.item && paid.method === "invoice") return null;
  if (paid.item) return paid.bookingId && (await countPaidCall(tx, paid.bookingId)) ? null : "gone";
  if (!paid.blueprintId) return "gone";
  const { blueprintId } = paid;
  const unlocked = await unlockBlueprint(tx, { blueprintId, method: "payment", reference: paid.id });
  if (!unlocked.ok) return "gone";
  return unlocked.value.first ? null : "already-unlocked";
}

/** Withdraws the unlock after a full refund, whether or not there is anything left to credit. */
async function recordRefund(tx: Ctx, after: Payment, amountCents: number): Promise<void> {
  const all = after.status === "refunded";
  const closed =
    all && after.blueprintId !== null
      ? await withdrawPaidUnlock(tx, { blueprintId: after.blueprintId, reference: after.id })
      : null;
  const neverOpened = after.item !== "" || after.surplus === "cancelled" || after.surplus === "gone";
  const access = closed?.ok ? "closed" : neverOpened ? "none" : "kept";
  const note = await issueCreditNote(tx, after);
  if (isKnown(after)) await queueMail(tx, refundedMail({ payment: after, amountCents, note, access, all }));
  await publishRefunded(tx, after);
}

const takenOf = ({ amountCents, refundedCents, lostCents, disputedCents }: Payment) => ({
  refundedCents: Math.min(amountCents, refundedCents + lostCents),
  disputedCents,
});

const publishRefunded = (tx: Ctx, after: Payment, because?: "dispute" | "returned") =>
  publish(tx, paymentRefunded, {
    paymentId: after.id,
    userId: after.userId,
    email: after.email,
    blueprintId: after.blueprintId,
    method: after.method,
    ...takenOf(after),
    ...(because && { because }),
  });

const disputeFacts = { "dispute-opened": "opened", "dispute-won": "won", "dispute-lost": "lost" } as const;

async function publishDispute(tx: Ctx, after: Payment, fact: StoredFact): Promise<void> {
  const { kind, amount, currency, reason, dueAt } = fact;
  if (!(kind in disputeFacts)) return;
  await publish(tx, paymentDisputed, {
    paymentId: after.id,
    userId: after.userId,
    email: after.email,
    blueprintId: after.blueprintId,
    method: after.method,
    disputed: disputeFacts[kind as keyof typeof disputeFacts],
    amountCents: currency === "usd" ? amount : after.amountCents,
    ...takenOf(after),
    reason,
    evidenceDueAt: dueAt,
  });
}

/** Null if the refunded amount is already credited, as for a canceled invoice. */
async function issueCreditNote(tx: Ctx, after: Payment): Promise<BillingDocument | null> {
  const documents = await documentsOf(tx, after.id);
  const invoice = currentInvoice(documents);
  const amountCents = chargedCents(documents) - (after.amountCents - after.refundedCents);
  if (!invoice || amountCents <= 0) return null;
  return issueDocument(tx, {
    kind: "credit-note",
    payment: after,
    amountCents,
    billTo: invoice.billTo,
    description: `Refund for invoice ${invoice.number}`,
    corrects: invoice,
  });
}

/** Returns the payment's invoice: the requested one, or a new one for a card payment. */
async function invoiceOf(tx: Ctx, paid: Payment, billTo: Addressee | undefined): Promise<BillingDocument> {
  const asked = currentInvoice(await documentsOf(tx, paid.id));
  if (asked) return asked;
  return issueDocument(tx, {
    kind: "invoice",
    payment: paid,
    amountCents: paid.amountCents,
    billTo: billTo ?? { name: paid.companyName || paid.email },
    description: itemOf(paid),
  });
}

export async function findPending(
  ctx: Pick<Ctx, "db">,
  by: { blueprintId: string; method: Payment["method"] },
): Promise<Payment | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payment)
    .where(and(eq(payment.blueprintId, by.blueprintId), eq(payment.method, by.method), eq(payment.status, "open")));
  return row;
}
