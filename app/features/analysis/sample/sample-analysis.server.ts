import { hiddenIds } from "#app/features/content/automations/hidden.ts";
import { changedOn, getPage } from "#app/features/content/content.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env, promiseKeptWithSettings } from "#app/platform/env.server.ts";
import { runInThread } from "#app/platform/threads.server.ts";
import { builtInNarrative } from "../narrative/narrative.ts";
import { drawAnalysisTask } from "../pdf/analysis-pdf.server.ts";
import { sampleFirm, sampleNote, samplePath } from "./sample-analysis.ts";

let analysis: Analysis | undefined;

/** Computed once per process. */
export const getSampleAnalysis = (): Analysis => {
  analysis ??= analyze(exampleFirm);
  return analysis;
};

/** The date of the sample: noon (UTC) on the day of its page's last change. */
export const sampleMadeAt = (): Date => new Date(`${changedOn(getPage(samplePath))}T12:00:00Z`);

/** The sample's PDF, rendered on the first request after a change of settings; simultaneous requests share the rendering. */
export const getSamplePdf = promiseKeptWithSettings(drawSample);

async function drawSample(): Promise<Uint8Array> {
  const result = getSampleAnalysis();
  return runInThread(drawAnalysisTask, {
    companyName: sampleFirm,
    note: sampleNote,
    revision: 1,
    createdAt: sampleMadeAt(),
    timezone: companyDates().zone,
    inputs: exampleFirm,
    result,
    paragraphs: builtInNarrative(exampleFirm, result),
    writtenBy: null,
    assumed: [],
    siteUrl: env().SITE_URL,
    hidden: hiddenIds(),
  });
}
