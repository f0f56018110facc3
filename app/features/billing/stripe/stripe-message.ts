import { z } from "zod";
import { text } from "#app/lib/text.ts";

/*
 * The fields of Stripe's events that a payment needs. A signed event of another shape is refused. Unknown fields and
 * event types are accepted, so that additions by Stripe break nothing.
 */

const anyText = text({ max: 5000, shape: "lines" });
const optionalText = anyText.nullish();
/** Cents, limited to a 32-bit column. */
const cents = z.number().int().min(0).max(2_147_483_647);
const reference = z.union([anyText, z.looseObject({ id: anyText })]).nullish();
const metadata = z.looseObject({ payment_id: optionalText }).nullish();

const Session = z.looseObject({
  client_reference_id: optionalText,
  metadata,
  payment_status: anyText,
  status: optionalText,
  amount_total: z.number().nullish(),
  currency: optionalText,
  currency_conversion: z.looseObject({ source_currency: anyText, amount_total: z.number() }).nullish(),
  payment_intent: reference,
  customer_details: z
    .looseObject({
      name: optionalText,
      business_name: optionalText,
      tax_ids: z.array(z.looseObject({ value: optionalText })).nullish(),
      address: z
        .looseObject({
          line1: optionalText,
          line2: optionalText,
          postal_code: optionalText,
          city: optionalText,
          state: optionalText,
          country: optionalText,
        })
        .nullish(),
    })
    .nullish(),
});

/** Stripe always sends these; older fixtures of ours do not. */
const currency = text({ min: 3, max: 3 }).nullish();
const Charge = z.looseObject({
  id: optionalText,
  metadata,
  payment_intent: reference,
  amount_refunded: cents,
  currency,
});
const Dispute = z.looseObject({
  id: optionalText,
  payment_intent: reference,
  amount: cents.nullish(),
  currency,
  reason: optionalText,
  status: optionalText,
  evidence_details: z.looseObject({ due_by: z.number().int().min(0).max(7_258_118_399).nullish() }).nullish(),
});
const Refund = z.looseObject({
  id: anyText,
  payment_intent: reference,
  amount: cents,
  currency,
  status: optionalText,
  failure_reason: optionalText,
});

const envelope = {
  id: text({ min: 1, max: 255 }),
  /** Unix time in seconds, up to the year 2199. */
  created: z.number().int().min(0).max(7_258_118_399),
};
const message = <const Type extends readonly string[], Schema extends z.ZodType>(types: Type, object: Schema) =>
  z.looseObject({ ...envelope, type: z.enum(types), data: z.looseObject({ object }) });

const sessionTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.expired",
  "checkout.session.async_payment_failed",
] as const;
const disputeTypes = [
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
] as const;
const refundTypes = ["refund.failed", "refund.updated", "charge.refund.updated"] as const;
const used = new Set<string>([...sessionTypes, "charge.refunded", ...disputeTypes, ...refundTypes]);

export const StripeMessage = z.union([
  message(sessionTypes, Session),
  message(["charge.refunded"], Charge),
  message(disputeTypes, Dispute),
  message(refundTypes, Refund),
  z.looseObject({ ...envelope, type: text({ min: 1, max: 255 }).refine((type) => !used.has(type)) }),
]);
