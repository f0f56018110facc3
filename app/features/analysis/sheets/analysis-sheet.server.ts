import { workbookFile } from "#app/features/kit/files/workbook-file.server.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { modelWorkbook, type WorkbookAbout } from "#app/features/roi/workbook/workbook.ts";
import { assumedSentence } from "#app/features/wizard/assumption-labels.ts";
import type { NotFound, Refusal } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { getAnalysis } from "../analysis.server.ts";

type SheetData = { inputs: ModelInput; about: WorkbookAbout; createdAt: Date };

export const writeSheetTask = defineThreadTask({
  name: "blueprint.write-sheet",
  lane: "documents",
  // The largest input takes a third of a second.
  run: ({ inputs, about, createdAt }: SheetData) =>
    workbookFile(modelWorkbook(inputs, "analysis", about).workbook, createdAt),
});

/** The analysis as an XLSX file, `revision` for an earlier run. Refusals as for `getAnalysis`. */
export async function getAnalysisSheet(
  ctx: SignedInCtx,
  blueprintId: string,
  revision?: number,
): Promise<Result<{ bytes: Uint8Array; revision: number }, NotFound | Refusal<"no_analysis">>> {
  const found = await getAnalysis(ctx, blueprintId, revision);
  if (!found.ok) return found;
  const { about, assumed, createdAt, inputs, result } = found.value;
  const bytes = await runInThread(writeSheetTask, {
    ...{ inputs, createdAt },
    about: {
      title: `Automation analysis${about.companyName ? `: ${about.companyName}` : ""}`,
      note: `Revision ${found.value.revision} of ${companyDates().day(createdAt)}, return model ${result.modelVersion}. You can change the pale cells; everything else updates.`,
      ...(assumed.length > 0 ? { warning: assumedSentence(assumed) } : {}),
      analysis: result,
    },
  });
  return ok({ bytes, revision: found.value.revision });
}
