import { desc, eq, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { closest, containsOrResembles, folded } from "#app/platform/database/search.server.ts";
import { documentFileName } from "./pdf/files.server.ts";
import { billingDocument, payment } from "./tables.server.ts";

export type FoundDocument = { number: string; file: string; companyName: string; email: string; amountCents: number };

/** By number, company or address, or if none has every word, similar ones; latest first, at most `size`. For admins; empty for other users. */
export async function searchDocuments(
  ctx: Ctx,
  { words, size }: { words: readonly string[]; size: number },
): Promise<FoundDocument[]> {
  if (!canRead(ctx.actor, "billing") || words.length === 0) return [];
  const text = folded(sql`${billingDocument.number} || ' ' || ${payment.companyName} || ' ' || ${payment.email}`);
  const { where, isExact } = containsOrResembles(text, words);
  const rows = await ctx.db
    .select({ document: billingDocument, companyName: payment.companyName, email: payment.email, isExact })
    .from(billingDocument)
    .innerJoin(payment, eq(payment.id, billingDocument.paymentId))
    .where(where)
    .orderBy(desc(isExact), desc(billingDocument.id))
    .limit(size);
  return closest(rows).map(({ document, ...of }) => ({
    ...of,
    number: document.number,
    file: documentFileName(document),
    amountCents: document.amountCents,
  }));
}
