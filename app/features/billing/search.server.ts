import { desc, eq, or, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { containsWords, folded, resemblesWords } from "#app/platform/database/search.server.ts";
import { documentFileName } from "./pdf/files.server.ts";
import { billingDocument, payment } from "./tables.server.ts";

export type FoundDocument = { number: string; file: string; companyName: string; email: string; amountCents: number };

/** Similar number, company or address, latest first, at most `size`. For admins; empty for other users. */
export async function searchDocuments(
  ctx: Ctx,
  { words, size }: { words: readonly string[]; size: number },
): Promise<FoundDocument[]> {
  if (!canRead(ctx.actor, "billing") || words.length === 0) return [];
  const text = folded(sql`${billingDocument.number} || ' ' || ${payment.companyName} || ' ' || ${payment.email}`);
  const rows = await ctx.db
    .select({ document: billingDocument, companyName: payment.companyName, email: payment.email })
    .from(billingDocument)
    .innerJoin(payment, eq(payment.id, billingDocument.paymentId))
    .where(or(containsWords(text, words), resemblesWords(text, words)))
    .orderBy(desc(billingDocument.id))
    .limit(size);
  return rows.map(({ document, ...of }) => ({
    ...of,
    number: document.number,
    file: documentFileName(document),
    amountCents: document.amountCents,
  }));
}
