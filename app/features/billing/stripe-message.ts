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

const Charge = z.looseObject({ metadata, payment_intent: reference, amount_refunded: cents });
const Dispute = z.looseObject({ payment_intent: reference });

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
const used = new Set<string>([...sessionTypes, "charge.refunded", "charge.dispute.created"]);

export const StripeMessage = z.union([
  message(sessionTypes, Session),
  message(["charge.refunded"], Charge),
  message(["charge.dispute.created"], Dispute),
  z.looseObject({ ...envelope, type: text({ min: 1, max: 255 }).refine((type) => !used.has(type)) }),
]);
