import { getAnalysisPdf } from "#app/features/analysis/pdf/analysis-pdf.server.ts";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import { pdfResponse } from "#app/shell/pdf-response.server.ts";
import type { Route } from "./+types/analysis-pdf";

/** The analysis as a PDF; `?revision=1` for an earlier run. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const wanted = new URL(asking.request.url).searchParams.get("revision");
  const drawn = await getAnalysisPdf(ctx, asking.params.id, wanted === null ? undefined : Number(wanted));
  return drawn.ok ? pdfResponse(drawn.value) : turnAway({ kind: "not_found" });
}
