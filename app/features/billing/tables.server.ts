import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#app/features/accounts/tables.server.ts";
import { booking } from "#app/features/booking/tables.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { instant, oneOf, partOf } from "#app/platform/database/columns.server.ts";
import type { Addressee, PaymentMethod, PaymentStatus, ReminderDays } from "./billing.ts";
import { type CheckKind, type FactKind, factKinds } from "./payments/payment-facts.ts";

/** One attempt to pay for one full blueprint or one call. Kept after its account, blueprint and call are deleted. */
export const payment = pgTable(
  "payment",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid("user_id").references(() => user.id, { onDelete: "set null" }),
    blueprintId: uuid("blueprint_id").references(() => blueprint.id, { onDelete: "set null" }),
    /** The paid call; null: a blueprint is paid. */
    bookingId: uuid("booking_id").references(() => booking.id, { onDelete: "set null" }),
    /** What is paid, as it is printed; empty: the full blueprint. */
    item: text().notNull().default(""),
    method: text().$type<PaymentMethod>().notNull(),
    /** Derived from the facts below (payment-life.ts) and stored for lists. */
    status: text().$type<PaymentStatus>().notNull().default("open"),
    amountCents: integer("amount_cents").notNull(),
    email: text().notNull(),
    companyName: text("company_name").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    processingAt: instant("processing_at"),
    paidAt: instant("paid_at"),
    /** The day of payment, in the firm's zone at that time. Null for payments of older releases. */
    paidOn: date("paid_on"),
    failedAt: instant("failed_at"),
    expiredAt: instant("expired_at"),
    canceledAt: instant("canceled_at"),
    /** The columns up to `check_by` follow from `payment_fact`. */
    disputedAt: instant("disputed_at"),
    /** In open disputes: it may be lost, so it does not count as received. */
    disputedCents: integer("disputed_cents").notNull().default(0),
    lostCents: integer("lost_cents").notNull().default(0),
    lostAt: instant("lost_at"),
    toCheck: text("to_check").$type<CheckKind>(),
    checkBy: instant("check_by"),
    refundedCents: integer("refunded_cents").notNull().default(0),
    refundedAt: instant("refunded_at"),
    /** Paid, although the blueprint was already unlocked or deleted or the invoice canceled, or for a call that was canceled later: due for refund. */
    surplus: text().$type<"already-unlocked" | "gone" | "cancelled" | "call-canceled">(),
    bankReference: text("bank_reference").notNull().default(""),
    checkoutSessionId: text("checkout_session_id").unique(),
    checkoutUrl: text("checkout_url"),
    checkoutExpiresAt: instant("checkout_expires_at"),
    paymentIntentId: text("payment_intent_id").unique(),
  },
  (table) => [
    index("payment_user").on(table.userId),
    index("payment_blueprint").on(table.blueprintId),
    index("payment_booking").on(table.bookingId),
    index("payment_created").on(table.createdAt),
    uniqueIndex("payment_one_open_invoice")
      .on(table.blueprintId)
      .where(sql`${table.method} = 'invoice' and ${table.status} = 'open'`),
    check("payment_method", sql`${table.method} in ('stripe', 'invoice')`),
    check(
      "payment_status",
      sql`${table.status} in ('open', 'processing', 'paid', 'refunded', 'charged-back', 'cancelled', 'failed', 'expired')`,
    ),
    check("payment_amount", sql`${table.amountCents} > 0`),
    check("payment_refund", sql`${table.refundedCents} between 0 and ${table.amountCents}`),
    check("payment_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

/** What Stripe reports about a payment; see payment-facts.ts. */
export const paymentFact = pgTable(
  "payment_fact",
  {
    key: text().primaryKey(),
    /** Null until the payment of the intent is known. */
    paymentId: uuid("payment_id").references(() => payment.id, { onDelete: "cascade" }),
    paymentIntentId: text("payment_intent_id"),
    kind: text().$type<FactKind>().notNull(),
    objectId: text("object_id").notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    reason: text().notNull().default(""),
    dueAt: instant("due_at"),
    occurredAt: instant("occurred_at").notNull(),
    checkedAt: instant("checked_at"),
  },
  (table) => [
    index("payment_fact_payment").on(table.paymentId),
    index("payment_fact_waiting").on(table.paymentIntentId).where(sql`${table.paymentId} is null`),
    check("payment_fact_kind", sql`${table.kind} in (${oneOf(factKinds)})`),
  ],
);

export type StoredFact = typeof paymentFact.$inferSelect;

export type BillingDocumentKind = "invoice" | "credit-note";

/** Locked from assigning a number until its document is stored. */
export const documentSeries = pgTable("document_series", {
  series: text().primaryKey(),
  last: integer().notNull(),
});

/** Never changed: an invoice is corrected by a credit note and another invoice. */
export const billingDocument = pgTable(
  "billing_document",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    kind: text().$type<BillingDocumentKind>().notNull(),
    series: text()
      .notNull()
      .references(() => documentSeries.series),
    /** 1, 2, 3 … within its series, without gaps. */
    serial: integer().notNull(),
    number: text().notNull().unique(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payment.id),
    /** On a credit note: the invoice that it corrects. */
    correctsId: uuid("corrects_id"),
    amountCents: integer("amount_cents").notNull(),
    billTo: jsonb("bill_to").$type<Addressee>().notNull(),
    /** The firm's name and address at that time, one line each. */
    seller: jsonb().$type<string[]>().notNull(),
    /** The tax that is not charged, and the reason, as set at that time. */
    taxNote: text("tax_note").notNull().default("Sales tax"),
    description: text().notNull(),
    issuedAt: instant("issued_at").notNull(),
    /** The end of the due day; documents of older releases: 14 days after the issue. */
    dueAt: instant("due_at"),
    /** As printed, in the firm's zone when it was issued. Null for documents of older releases. */
    issuedOn: date("issued_on"),
    dueOn: date("due_on"),
  },
  (table) => [
    unique("billing_document_serial").on(table.series, table.serial),
    index("billing_document_payment").on(table.paymentId),
    foreignKey({ name: "billing_document_corrects", columns: [table.correctsId], foreignColumns: [table.id] }),
    index("billing_document_corrected").on(table.correctsId),
    check("billing_document_kind", sql`${table.kind} in ('invoice', 'credit-note')`),
    check(
      "billing_document_corrects_another",
      sql`(${table.kind} = 'credit-note') = (${table.correctsId} is not null)`,
    ),
    check("billing_document_amount", sql`${table.amountCents} > 0`),
  ],
);

/** The key allows each reminder once. */
export const invoiceReminder = pgTable(
  "invoice_reminder",
  {
    paymentId: partOf("payment_id", () => payment.id),
    days: integer().$type<ReminderDays>().notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.days] }),
    check("invoice_reminder_days", sql`${table.days} in (7, 14)`),
  ],
);

export type StripeOutcome = "settled" | "nothing-new" | "not-ours" | "waiting" | "mismatch" | "ignored";

/** Processed events of the payment provider; a repeated one is acknowledged and ignored. */
export const stripeEvent = pgTable(
  "stripe_event",
  {
    /** evt_… */
    id: text().primaryKey(),
    type: text().notNull(),
    outcome: text().$type<StripeOutcome>().notNull(),
    paymentId: uuid("payment_id").references(() => payment.id, { onDelete: "set null" }),
    occurredAt: instant("occurred_at").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("stripe_event_payment").on(table.paymentId), index("stripe_event_received").on(table.receivedAt)],
);

export type Payment = typeof payment.$inferSelect;
