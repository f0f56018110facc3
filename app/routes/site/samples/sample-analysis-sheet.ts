import { getSampleAnalysis, sampleMadeAt } from "#app/features/analysis/sample/sample-analysis.server.ts";
import { sampleFirm, sampleNote } from "#app/features/analysis/sample/sample-analysis.ts";
import { workbookFile } from "#app/features/kit/files/workbook-file.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { modelWorkbook } from "#app/features/roi/workbook/workbook.ts";
import { firmName } from "#app/lib/firm.ts";
import { contentDisposition } from "#app/lib/formats/file-names.ts";
import { promiseKeptWithSettings } from "#app/platform/env.server.ts";
import { publicFile } from "#app/shell/site/public-file.server.ts";
import type { Route } from "./+types/sample-analysis-sheet";

export const loader = async ({ request }: Route.LoaderArgs) =>
  publicFile(request, await sampleSheet(), {
    "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "content-disposition": contentDisposition("attachment", `${firmName()} sample analysis.xlsx`),
  });

/** The same for every visitor. */
const sampleSheet = promiseKeptWithSettings(write);

async function write(): Promise<Uint8Array> {
  const result = getSampleAnalysis();
  const { workbook } = modelWorkbook(exampleFirm, "analysis", {
    title: `Automation analysis: ${sampleFirm}`,
    note: `${sampleNote}. Return model ${result.modelVersion}. You can change the pale cells; everything else updates.`,
    analysis: result,
  });
  return workbookFile(workbook, sampleMadeAt());
}
