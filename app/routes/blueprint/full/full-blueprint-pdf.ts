import { getVersionPdf } from "#app/features/full-blueprint/pdf/version-pdf.server.ts";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import { pdfResponse } from "#app/shell/pdf-response.server.ts";
import type { Route } from "./+types/full-blueprint-pdf";

/** A published version as a PDF; `?version=1` for an earlier one. Unpublished ones return 404. */
export async function loader(asking: Route.LoaderArgs) {
  const wanted = new URL(asking.request.url).searchParams.get("version");
  const drawn = await getVersionPdf(memberOf(asking), asking.params.id, wanted === null ? undefined : Number(wanted));
  return drawn.ok ? pdfResponse(drawn.value) : turnAway({ kind: "not_found" });
}
