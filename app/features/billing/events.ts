import { z } from "zod";
import { cents, defineEvent, instant } from "#app/features/events/event-definition.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { usdCents } from "./billing.ts";

/** What the payment has in open disputes, after the event. Absent in events of earlier releases. */
const disputedCents = cents.optional();

const payment = z.object({
  paymentId: z.uuid(),
  userId: z.uuid().nullable(),
  email: z.string(),
  blueprintId: z.uuid().nullable(),
  method: z.enum(["stripe", "invoice"]),
});
/** Payments of deleted accounts have no address: consumers that need one skip them. */
const subject = ({ userId, email }: { userId: string | null; email: string }) => ({
  userId,
  email: email === forgottenAddress ? null : email,
});

export const paymentReceived = defineEvent({
  name: "payment.received",
  when: "The money of a payment arrives, by card or by invoice.",
  payload: payment.extend({ amountCents: cents }),
  subject,
  sentence: ({ amountCents, method }) =>
    `Paid ${usdCents(amountCents)} ${method === "stripe" ? "by card" : "by invoice"}.`,
});

export const paymentRefunded = defineEvent({
  name: "payment.refunded",
  when: "All or part of a payment is refunded or lost to a dispute, or such money returns. Contains the total.",
  payload: payment.extend({
    refundedCents: cents,
    disputedCents,
    /** Absent for a refund. `returned`: a refund failed, or the money of a dispute came back. */
    because: z.enum(["dispute", "returned"]).optional(),
  }),
  subject,
  sentence: ({ refundedCents, because }) =>
    because === "dispute"
      ? `A dispute was lost: ${usdCents(refundedCents)} returned in total.`
      : because === "returned"
        ? `A refund failed or a dispute was decided for the firm: ${usdCents(refundedCents)} returned in total.`
        : `Refunded ${usdCents(refundedCents)} in total.`,
});

export const paymentDisputed = defineEvent({
  name: "payment.disputed",
  when: "A client's bank disputes a payment, or the dispute is decided. Money that is lost follows as `payment.refunded`.",
  payload: payment.extend({
    disputed: z.enum(["opened", "won", "lost"]),
    amountCents: cents,
    /** What is refunded or lost of the payment by then. Absent in events of earlier releases. */
    refundedCents: cents.optional(),
    disputedCents,
    reason: z.string(),
    evidenceDueAt: instant.nullable(),
  }),
  subject,
  sentence: ({ disputed, amountCents }) =>
    disputed === "opened"
      ? `Disputed a payment of ${usdCents(amountCents)}.`
      : `The dispute about ${usdCents(amountCents)} was ${disputed}.`,
});

export const billingEvents = [paymentReceived, paymentRefunded, paymentDisputed];
