import { z } from "zod";
import { cents, defineEvent } from "#app/features/events/event-definition.ts";
import { forgottenAddress } from "#app/lib/forgotten-address.ts";
import { usdCents } from "./billing.ts";

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
  version: 1,
  when: "The money of a payment arrives, by card or by invoice.",
  payload: payment.extend({ amountCents: cents }),
  subject,
  sentence: ({ amountCents, method }) =>
    `Paid ${usdCents(amountCents)} ${method === "stripe" ? "by card" : "by invoice"}.`,
});

export const paymentRefunded = defineEvent({
  name: "payment.refunded",
  version: 1,
  when: "All or part of a payment is refunded.",
  payload: payment.extend({
    refundedCents: cents,
  }),
  subject,
  sentence: ({ refundedCents }) => `Refunded ${usdCents(refundedCents)} in total.`,
});

export const billingEvents = [paymentReceived, paymentRefunded];
