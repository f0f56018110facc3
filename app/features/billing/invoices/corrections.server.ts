import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { billingAudit } from "../audit.ts";
import type { BillTo } from "../billing.ts";
import { invoiceCorrectedMail } from "../emails/invoice.tsx";
import { payment } from "../tables.server.ts";
import { currentInvoice, documentsOf, issueDocument, openCents } from "./documents.server.ts";

/**
 * Corrects the addressee of an open or paid invoice: a new invoice for what is not credited, a credit note for the old
 * one, and a mail with both. A paid one stays paid; an open one is due again `dueDays` from now. Idempotent: the same addressee
 * changes nothing. `not_correctable`: canceled, or refunded in full.
 */
export function correctInvoice(
  ctx: Ctx,
  { paymentId, from, billTo }: { paymentId: string; from: string; billTo: BillTo },
): Promise<Result<undefined, NotAdmin | NotFound | Stale | Refusal<"not_correctable">>> {
  return adminCommand(ctx, "billing", async (tx) => {
    if (!isUuid(paymentId)) return notFound();
    const [row] = await tx.db.select().from(payment).where(eq(payment.id, paymentId)).for("update");
    if (!row) return notFound();
    const documents = await documentsOf(tx, row.id);
    const wrong = currentInvoice(documents);
    const amountCents = wrong ? openCents(wrong, documents) : 0;
    if (!wrong || amountCents <= 0) return refuse("not_correctable");
    if (isDeepStrictEqual({ ...wrong.billTo }, { ...billTo })) return unrecorded();
    if (wrong.number !== from) return stale();
    const { description } = wrong;
    const isDue = row.paidAt === null;
    const invoice = await issueDocument(tx, { kind: "invoice", payment: row, amountCents, billTo, description, isDue });
    const note = await issueDocument(tx, {
      kind: "credit-note",
      payment: row,
      amountCents,
      billTo: wrong.billTo,
      description: `Corrects invoice ${wrong.number}. Replaced by ${invoice.number}`,
      corrects: wrong,
    });
    if (row.email !== forgottenAddress)
      await queueMail(tx, invoiceCorrectedMail({ payment: row, wrong, note, invoice }));
    const detail = { from: wrong.number, to: invoice.number };
    return recorded({ action: billingAudit.invoiceCorrected, subject: row.id, detail });
  });
}
