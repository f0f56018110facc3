import { renderPaper } from "#app/ui/paper/rendering.server.ts";
import { AnalysisDocument, type AnalysisPaper } from "./analysis-document.server.tsx";

/** The analysis as the bytes of a PDF. */
export const drawAnalysis = (paper: AnalysisPaper): Promise<Uint8Array> =>
  renderPaper((<AnalysisDocument paper={paper} />) as never);
