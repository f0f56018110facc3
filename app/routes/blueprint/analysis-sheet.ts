import { getAnalysis } from "#app/features/analysis/analyses.server.ts";
import { workbookFile } from "#app/features/kit/workbook-file.server.ts";
import { modelWorkbook } from "#app/features/roi/workbook.ts";
import { assumedSentence } from "#app/features/wizard/assumption-labels.ts";
import { companyDates } from "#app/platform/company-dates.server.ts";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import type { Route } from "./+types/analysis-sheet";

/** The visitor's analysis as a spreadsheet with live formulas; `?revision=1` for an earlier run. */
export async function loader(asking: Route.LoaderArgs): Promise<Response> {
  const ctx = memberOf(asking);
  const wanted = new URL(asking.request.url).searchParams.get("revision");
  const found = await getAnalysis(ctx, asking.params.id, wanted === null ? undefined : Number(wanted));
  if (!found.ok) return turnAway({ kind: "not_found" });
  const { about, assumed, createdAt, inputs, result, revision } = found.value;
  const { workbook } = modelWorkbook(inputs, "analysis", {
    title: `Automation analysis${about.companyName ? `: ${about.companyName}` : ""}`,
    note: `Revision ${revision} of ${companyDates().day(createdAt)}, return model ${result.modelVersion}. You can change the pale cells; everything else updates.`,
    ...(assumed.length > 0 ? { warning: assumedSentence(assumed) } : {}),
    analysis: result,
  });
  const file = await workbookFile(workbook, createdAt);
  return new Response(new Uint8Array(file), {
    headers: {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": `attachment; filename="gtmarc-analysis-revision-${revision}.xlsx"`,
      "cache-control": "private, no-store",
    },
  });
}
