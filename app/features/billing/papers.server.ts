import { eq, sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { isDemoAddress } from "#app/lib/demo-address.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Addressee } from "./billing.ts";
import { dueDays } from "./billing.ts";
import { billingPaper, type PaperKind, paperSeries } from "./tables.server.ts";

/*
 * Numbered papers: invoices (INV-2026-0001) and credit notes (CN-2026-0001). A number is taken by raising the row of its
 * series, which stays locked until the caller's transaction ends: whoever comes next waits, and a transaction that rolls
 * back gives its number back. So there is no gap and no double, however many issue at once. Demo data takes its numbers from
 * series of its own (DEMO-INV-2026-0001), which are removed with it.
 */

export type Paper = typeof billingPaper.$inferSelect;

/** Issues the next paper of its kind inside the caller's transaction. Call it last: it makes others wait. */
export async function issuePaper(
  tx: Ctx,
  paper: {
    kind: PaperKind;
    payment: { id: string; email: string };
    amountCents: number;
    billTo: Addressee;
    description: string;
    corrects?: Paper;
    isDue?: boolean;
  },
): Promise<Paper> {
  const { kind, payment, amountCents, billTo, description, corrects, isDue } = paper;
  const year = Temporal.Instant.fromEpochMilliseconds(tx.now.getTime()).toZonedDateTimeISO(env().COMPANY_TIMEZONE).year;
  const series = `${isDemoAddress(payment.email) ? "DEMO-" : ""}${kind === "invoice" ? "INV" : "CN"}-${year}`;
  const serial = await nextSerial(tx, series);
  const [row] = await tx.db
    .insert(billingPaper)
    .values({
      kind,
      series,
      serial,
      number: `${series}-${String(serial).padStart(4, "0")}`,
      paymentId: payment.id,
      correctsId: corrects?.id ?? null,
      amountCents,
      billTo,
      seller: sellerLines(),
      description,
      issuedAt: tx.now,
      dueAt: isDue ? new Date(tx.now.getTime() + dueDays * 24 * 3600 * 1000) : null,
    })
    .returning();
  if (!row) throw new Error("A paper that was written is not there");
  return row;
}

/** Every paper of a payment, in the order of issue. */
export const papersOf = (ctx: Pick<Ctx, "db">, paymentId: string): Promise<Paper[]> =>
  ctx.db.select().from(billingPaper).where(eq(billingPaper.paymentId, paymentId)).orderBy(billingPaper.id);

async function nextSerial(tx: Ctx, series: string): Promise<number> {
  const [row] = await tx.db
    .insert(paperSeries)
    .values({ series, last: 1 })
    .onConflictDoUpdate({ target: paperSeries.series, set: { last: sql`${paperSeries.last} + 1` } })
    .returning({ last: paperSeries.last });
  if (!row) throw new Error(`The series ${series} gave no number`);
  return row.last;
}

/** The firm's name and address as BILLING_SENDER gives them, its lines divided by `|`. */
const sellerLines = (): string[] =>
  env()
    .BILLING_SENDER.split("|")
    .map((line) => line.trim())
    .filter(Boolean);
