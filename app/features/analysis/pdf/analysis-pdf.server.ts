import { hiddenIds } from "#app/features/content/automations/hidden.ts";
import { pdfFileName } from "#app/lib/formats/file-names.ts";
import type { NotFound, Refusal } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { getAnalysis } from "../analysis.server.ts";
import { builtInNarrative } from "../narrative/narrative.ts";
import type { AnalysisPdfData } from "./analysis-pdf.ts";

export const drawAnalysisTask = defineThreadTask({
  name: "blueprint.draw-analysis",
  lane: "documents",
  // Loaded on first use: the PDF renderer takes 250 ms, and most processes never render one.
  run: async (pdf: AnalysisPdfData) => (await import("./analysis-document.server.tsx")).drawAnalysis(pdf),
});

export interface AnalysisPdf {
  bytes: Uint8Array;
  /** Letters of any script, digits and dashes. */
  fileName: string;
}

/** Refusals as for `getAnalysis`. */
export async function getAnalysisPdf(
  ctx: SignedInCtx,
  blueprintId: string,
  revision?: number,
): Promise<Result<AnalysisPdf, NotFound | Refusal<"no_analysis">>> {
  const found = await getAnalysis(ctx, blueprintId, revision);
  if (!found.ok) return found;
  const { about, inputs, result, narrative, createdAt } = found.value;
  const bytes = await runInThread(drawAnalysisTask, {
    companyName: about.companyName,
    revision: found.value.revision,
    createdAt,
    timezone: env().COMPANY_TIMEZONE,
    inputs,
    result,
    paragraphs: narrative?.paragraphs ?? builtInNarrative(inputs, result),
    writtenBy: narrative?.model ?? null,
    assumed: found.value.assumed,
    siteUrl: env().SITE_URL,
    hidden: hiddenIds(),
  });
  return ok({ bytes, fileName: pdfFileName("Automation-analysis", about.companyName, `rev-${found.value.revision}`) });
}
