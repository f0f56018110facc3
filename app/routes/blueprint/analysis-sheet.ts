import { getAnalysisSheet } from "#app/features/analysis/sheets/analysis-sheet.server.ts";
import { contentDisposition, firmFile } from "#app/lib/formats/file-names.ts";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import type { Route } from "./+types/analysis-sheet";

/** The visitor's analysis as a spreadsheet with live formulas; `?revision=1` for an earlier run. */
export async function loader(asking: Route.LoaderArgs): Promise<Response> {
  const ctx = memberOf(asking);
  const wanted = new URL(asking.request.url).searchParams.get("revision");
  const written = await getAnalysisSheet(ctx, asking.params.id, wanted === null ? undefined : Number(wanted));
  if (!written.ok) return turnAway({ kind: "not_found" });
  const { bytes, revision } = written.value;
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": contentDisposition("attachment", firmFile(`analysis-revision-${revision}.xlsx`)),
      "cache-control": "private, no-store",
    },
  });
}
