import { and, desc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { type IdPlace, idPagesOf } from "#app/platform/database/id-pages.server.ts";
import type { Page } from "#app/platform/database/keyset.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import type { Addressee, PaymentMethod, PaymentStatus } from "../billing.ts";
import {
  type BillingDocument,
  currentInvoice,
  documentsOfAll,
  openCents,
  paidDay,
  withDays,
} from "../invoices/documents.server.ts";
import {
  type DocumentFile,
  documentFileName,
  drawFound,
  findDocumentOf,
  receiptFileName,
} from "../pdf/files.server.ts";
import { takesCards } from "../stripe/stripe.server.ts";
import { type BillingDocumentKind, billingDocument, type Payment, payment } from "../tables.server.ts";
import { factsOf } from "./facts.server.ts";
import type { CheckKind, PaymentFact } from "./payment-facts.ts";
import { statusSince } from "./payment-life.ts";

export type DocumentEntry = {
  number: string;
  kind: BillingDocumentKind;
  amountCents: number;
  /** ISO dates. */
  issuedOn: string;
  dueOn: string | null;
  status: PaymentStatus;
  paidOn: string | null;
  /** An invoice that credit notes cancel in full: canceled, refunded or replaced. */
  isCredited: boolean;
  /** The payment, if its owner can pay it by card now. */
  payable: string | null;
  files: { label: string; file: string }[];
};

export async function listOwnDocuments(ctx: SignedInCtx): Promise<DocumentEntry[]> {
  const rows = await ownDocuments(ctx.db).execute({ userId: ctx.actor.userId });
  const documents = rows.map(({ document }) => withDays(document));
  return rows.map(({ document: _, ...paid }, index) => entryOf(documents[index]!, paid, documents));
}

const ownDocuments = prepared((db) =>
  db
    .select({
      document: billingDocument,
      ...pick(payment, ["status", "paidAt", "paidOn", "method"]),
    })
    .from(billingDocument)
    .innerJoin(payment, eq(payment.id, billingDocument.paymentId))
    .where(eq(payment.userId, sql.placeholder("userId")))
    .orderBy(desc(billingDocument.id))
    .prepare("billing_own_documents"),
);

/**
 * Finds a billing document's PDF by file name (`INV-2026-0001.pdf`, `INV-2026-0001-receipt.pdf`). Returns null if it
 * does not exist, is the receipt of an unpaid invoice, or the actor is neither its owner nor an admin.
 */
export async function findDocumentFile(ctx: SignedInCtx, file: string): Promise<DocumentFile | null> {
  const found = await findDocumentOf(ctx, file);
  if (!found || !(canRead(ctx.actor, "billing") || found.payment.userId === ctx.actor.userId)) return null;
  return { filename: file, bytes: await drawFound(ctx, found) };
}

export type PaymentState = {
  paymentId: string;
  method: PaymentMethod;
  status: PaymentStatus;
  /** The amount that is due: an invoice keeps the price of its day. */
  amountCents: number;
  invoice: { number: string } | null;
};

/** Null without a payment or after an abandoned checkout. Payments that are due for refund come last. */
export async function findPaymentState(ctx: SignedInCtx, blueprintId: string): Promise<PaymentState | null> {
  const [found] = await ctx.db
    .select({ row: payment, invoice: { number: billingDocument.number } })
    .from(payment)
    .leftJoin(billingDocument, and(eq(billingDocument.paymentId, payment.id), eq(billingDocument.kind, "invoice")))
    .where(
      and(
        eq(payment.blueprintId, blueprintId),
        eq(payment.userId, ctx.actor.userId),
        or(
          inArray(payment.status, ["processing", "paid", "refunded"]),
          and(eq(payment.method, "invoice"), eq(payment.status, "open")),
        ),
      ),
    )
    .orderBy(
      sql`${payment.surplus} is not null`,
      desc(payment.createdAt),
      sql`${payment.status} = 'refunded'`,
      desc(billingDocument.id),
    )
    .limit(1);
  if (!found) return null;
  const { row, invoice } = found;
  return { paymentId: row.id, method: row.method, status: row.status, amountCents: row.amountCents, invoice };
}

export type LedgerEntry = {
  paymentId: string;
  method: PaymentMethod;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  email: string;
  companyName: string;
  blueprintId: string | null;
  /** The paid call; empty: the full blueprint. */
  item: string;
  createdAt: Date;
  paidOn: string | null;
  refundedAt: Date | null;
  statusSince: Date;
  /** ISO date. */
  dueOn: string | null;
  surplus: Payment["surplus"];
  isDisputed: boolean;
  toCheck: CheckKind | null;
  checkBy: Date | null;
  /** What Stripe reported, oldest first. */
  facts: Pick<PaymentFact, "kind" | "amount" | "currency" | "occurredAt">[];
  bankReference: string;
  isByStripe: boolean;
  /** The one to pay, or the newest. `billTo` is what a correction starts with. */
  invoice: { number: string; billTo: Addressee } | null;
  documents: DocumentEntry[];
};

export type LedgerFilter = PaymentStatus | "refund-due" | "to-check" | "all";

/** In cents. `receivedCents` is net: without what was refunded, also in part, what a dispute took, and what is in an open dispute. */
export type LedgerTotals = {
  receivedCents: number;
  disputedCents: number;
  refundedCents: number;
  openCents: number;
  refundDueCents: number;
};

const pageSize = 50;

/** A page of payments, newest first, and the totals of all. Excludes abandoned checkouts by default. */
export async function readLedger(
  ctx: Ctx,
  { filter, ...place }: { filter: LedgerFilter } & IdPlace,
): Promise<Result<{ page: Page<LedgerEntry>; totals: LedgerTotals }, NotAdmin>> {
  if (!canRead(ctx.actor, "billing")) return notAdmin();
  const pages = idPagesOf(payment.id, place, pageSize);
  const [found, totals] = await Promise.all([
    ctx.db
      .select()
      .from(payment)
      .where(and(fits(filter), pages.where))
      .orderBy(pages.orderBy)
      .limit(pages.limit),
    totalsOf(ctx),
  ]);
  const { rows, previous, next } = pages.of(found);
  const documents =
    rows.length === 0
      ? []
      : await documentsOfAll(
          ctx,
          rows.map(({ id }) => id),
        );
  const facts = rows.some(({ paymentIntentId }) => paymentIntentId)
    ? await factsOf(
        ctx,
        rows.map(({ id }) => id),
      )
    : [];
  const entries = rows.map((row): LedgerEntry => {
    const own = documents.filter(({ paymentId }) => paymentId === row.id);
    const invoice = currentInvoice(own);
    return {
      paymentId: row.id,
      method: row.method,
      status: row.status,
      amountCents: row.amountCents,
      refundedCents: row.refundedCents,
      email: row.email,
      companyName: row.companyName,
      blueprintId: row.blueprintId,
      item: row.item,
      createdAt: row.createdAt,
      paidOn: paidDay(row),
      refundedAt: row.refundedAt,
      statusSince: statusSince(row),
      dueOn: invoice?.dueOn ?? null,
      surplus: row.surplus,
      isDisputed: row.disputedAt !== null,
      toCheck: row.toCheck,
      checkBy: row.checkBy,
      facts: facts
        .filter(({ paymentId }) => paymentId === row.id)
        .map(({ kind, amount, currency, occurredAt }) => ({ kind, amount, currency, occurredAt })),
      bankReference: row.bankReference,
      isByStripe: row.method === "stripe" || row.paymentIntentId !== null,
      invoice: invoice ? { number: invoice.number, billTo: invoice.billTo } : null,
      documents: own.map((document) => entryOf(document, row, own)),
    };
  });
  return ok({ page: { rows: entries, previous, next }, totals });
}

export type UserPayment = Pick<
  LedgerEntry,
  "paymentId" | "method" | "status" | "amountCents" | "companyName" | "createdAt" | "statusSince"
>;

const maxOfUser = 20;

/** At most 20, newest first. For admins. */
export async function listPaymentsOf(ctx: Ctx, userId: string): Promise<Result<UserPayment[], NotAdmin>> {
  if (!canRead(ctx.actor, "billing")) return notAdmin();
  const rows = await ctx.db
    .select()
    .from(payment)
    .where(eq(payment.userId, userId))
    .orderBy(desc(payment.createdAt))
    .limit(maxOfUser);
  return ok(
    rows.map((row) => {
      const { id: paymentId, method, status, amountCents, companyName, createdAt } = row;
      return { paymentId, method, status, amountCents, companyName, createdAt, statusSince: statusSince(row) };
    }),
  );
}

/** Null for users who are not admins. */
export async function countBilling(
  ctx: Ctx,
): Promise<{ openInvoices: number; refundsDue: number; toCheck: number } | null> {
  if (!canRead(ctx.actor, "billing")) return null;
  const [counts] = await ctx.db
    .select({
      openInvoices: sql<number>`count(*) filter (where ${isOpenInvoice()})::int`,
      refundsDue: sql<number>`count(*) filter (where ${refundDue()})::int`,
      toCheck: sql<number>`count(*) filter (where ${isToCheck()} and not coalesce(${refundDue()}, false))::int`,
    })
    .from(payment)
    .where(needsCheck());
  return counts!;
}

export const isOpenInvoice = () => and(eq(payment.method, "invoice"), eq(payment.status, "open"));
export const refundDue = () => and(isNotNull(payment.surplus), eq(payment.status, "paid"));
export const isToCheck = () => isNotNull(payment.toCheck);
export const needsCheck = () => or(isOpenInvoice(), refundDue(), isToCheck());

function fits(filter: LedgerFilter) {
  switch (filter) {
    case "all":
      return or(
        inArray(payment.status, ["processing", "paid", "refunded", "charged-back", "cancelled"]),
        eq(payment.method, "invoice"),
      );
    case "refund-due":
      return refundDue();
    case "to-check":
      return isToCheck();
    default:
      return eq(payment.status, filter);
  }
}

async function totalsOf(ctx: Ctx): Promise<LedgerTotals> {
  const cents = (what: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${what}), 0)::float8`;
  const [row] = await ctx.db
    .select({
      receivedCents: cents(
        sql`case when ${payment.paidAt} is not null then greatest(0, ${payment.amountCents} - ${payment.refundedCents} - ${payment.lostCents} - ${payment.disputedCents}) end`,
      ),
      disputedCents: cents(sql`case when ${payment.paidAt} is not null then ${payment.disputedCents} end`),
      refundedCents: cents(sql`case when ${payment.paidAt} is not null then ${payment.refundedCents} end`),
      openCents: cents(
        sql`case when ${payment.method} = 'invoice' and ${payment.status} = 'open' then ${payment.amountCents} end`,
      ),
      refundDueCents: cents(sql`case when ${refundDue()} then ${payment.amountCents} - ${payment.refundedCents} end`),
    })
    .from(payment);
  return row ?? { receivedCents: 0, disputedCents: 0, refundedCents: 0, openCents: 0, refundDueCents: 0 };
}

function entryOf(
  document: BillingDocument,
  { status, paidAt, paidOn, method }: Pick<typeof payment.$inferSelect, "status" | "paidAt" | "paidOn" | "method">,
  all: readonly BillingDocument[],
): DocumentEntry {
  const { number, kind, amountCents, issuedOn, dueOn } = document;
  const files = [{ label: kind === "invoice" ? "Invoice" : "Credit note", file: documentFileName(document) }];
  const isCredited = kind === "invoice" && openCents(document, all) <= 0;
  const isPayable = kind === "invoice" && !isCredited && method === "invoice" && status === "open" && takesCards();
  const payable = isPayable ? document.paymentId : null;
  if (kind === "invoice" && paidAt && !(isCredited && status === "paid"))
    files.push({ label: "Receipt", file: receiptFileName(document) });
  return {
    number,
    kind,
    amountCents,
    issuedOn,
    dueOn,
    status,
    paidOn: paidDay({ paidAt, paidOn }),
    isCredited,
    payable,
    files,
  };
}
