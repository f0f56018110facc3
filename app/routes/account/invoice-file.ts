import { data } from "react-router";
import { findDocumentFile } from "#app/features/billing/payments/records.server.ts";
import { memberOf } from "#app/shell/blueprint/member.server.ts";
import { pdfResponse } from "#app/shell/pdf-response.server.ts";
import type { Route } from "./+types/invoice-file";

/** Serves an invoice, receipt or credit note as a PDF to its owner and to admins; 404 for others. */
export async function loader(asking: Route.LoaderArgs) {
  const file = await findDocumentFile(memberOf(asking), asking.params.file);
  if (!file) throw data(null, { status: 404 });
  return pdfResponse({ bytes: file.bytes, fileName: file.filename });
}
