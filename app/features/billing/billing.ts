import { z } from "zod";
import { prices } from "#app/features/content/prices.ts";
import { dayMs } from "#app/lib/durations.ts";
import { exactUsd } from "#app/lib/money.ts";
import { offeredCalls } from "#app/lib/offered-calls.ts";
import { text } from "#app/lib/text.ts";
import { isCountry } from "./invoices/countries.ts";

/* Price, billing address, and labels of the payment states. Browser-safe. */

/** The price of the full blueprint now, in cents. What was ordered keeps its own amount. */
export const unlockCents = (): number => prices.unlockUsd * 100;

/** `usdCents(49900)` is "$499.00". */
export const usdCents = (cents: number): string => exactUsd(cents / 100);

export type PaymentMethod = "stripe" | "invoice";

export const paymentStatuses = [
  "open",
  "processing",
  "paid",
  "refunded",
  "charged-back",
  "cancelled",
  "failed",
  "expired",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const statusLabels: Record<PaymentStatus, string> = {
  open: "Open",
  processing: "Processing",
  paid: "Paid",
  refunded: "Refunded",
  "charged-back": "Charged back",
  cancelled: "Canceled",
  failed: "Failed",
  expired: "Expired",
};

export const methodLabels: Record<PaymentMethod, string> = { stripe: "Stripe (card or bank)", invoice: "Invoice" };

/** How the money arrived. Only bank debits are in processing before they are paid. */
export const paidBy = (payment: {
  method: PaymentMethod;
  processingAt: Date | null;
  paymentIntentId: string | null;
}) =>
  payment.method === "invoice" && !payment.paymentIntentId
    ? "bank transfer"
    : payment.processingAt
      ? "bank debit"
      : "card";

export const dueDays = 14;

export const reminderDays = [7, 14] as const;
export type ReminderDays = (typeof reminderDays)[number];

export const noInvoicesText = (contactEmail: string): string =>
  `We cannot issue invoices yet. Write to ${contactEmail}${offeredCalls().unlock.isOffered ? ", or unlock the blueprint with a strategy call" : ""}.`;

const line = (what: string, max: number) => text({ max, tooLong: `${what}: use at most ${max} characters.` });
const needed = (what: string, max: number, required: string) =>
  text({ max, required, tooLong: `${what}: use at most ${max} characters.` });

export const BillTo = z.object({
  name: needed(
    "Company or full name",
    200,
    "Enter the company, or your full name, as it should appear on the invoice.",
  ),
  attention: line("For the attention of", 200).default(""),
  street: needed("Street address", 200, "Enter the street address."),
  extra: line("Floor, suite or building", 200).default(""),
  postalCode: line("ZIP or postal code", 20).default(""),
  city: needed("City", 100, "Enter the city."),
  region: line("State or region", 100).default(""),
  country: z.string({ error: "Choose the country." }).refine(isCountry, { error: "Choose the country." }),
  taxId: line("Tax ID", 40).default(""),
  purchaseOrder: line("Your reference", 60).default(""),
});
export type BillTo = z.infer<typeof BillTo>;

/** The addressee on an issued document: a completed form, or the known part. */
export type Addressee = Pick<BillTo, "name"> & Partial<BillTo>;

export function addressLines(to: Addressee, countryName: (code: string) => string): string[] {
  const town = [to.city, to.region].filter(Boolean).join(", ");
  return [
    to.name,
    to.attention && `Attn. ${to.attention}`,
    to.street,
    to.extra,
    [town, to.postalCode].filter(Boolean).join(" "),
    to.country && countryName(to.country),
  ].filter((text): text is string => Boolean(text));
}

/** `payment` is by card if cards are accepted, otherwise by invoice; `billTo` is for the invoice. */
export const UnlockRequest = z.object({
  method: z.enum(["payment", "invoice", "call"], { error: "Method: choose payment, invoice or call." }),
  billTo: BillTo.optional(),
});
export type UnlockRequest = z.infer<typeof UnlockRequest>;

export const InvoicePayment = z.object({
  reference: line("Reference", 120).default(""),
  /** Default: today. */
  paidOn: z.iso.date({ error: "Paid on: choose a day." }).optional(),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

export const Cancellation = z.object({
  reason: needed("Reason", 200, "Enter a reason: it is printed on the credit note."),
});

/** Whole days after the due day (ISO dates); 0 until then and without a due day. */
export const daysLate = (dueOn: string | null, today: string): number =>
  dueOn === null ? 0 : Math.max(0, (Date.parse(today) - Date.parse(dueOn)) / dayMs);
