import { getSamplePdf } from "#app/features/analysis/sample/sample-analysis.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { contentDisposition, pdfFileName } from "#app/lib/formats/file-names.ts";
import { publicFile } from "#app/shell/site/public-file.server.ts";
import type { Route } from "./+types/sample-analysis-pdf";

export const loader = async ({ request }: Route.LoaderArgs) =>
  publicFile(request, await getSamplePdf(), {
    "content-type": "application/pdf",
    // The browser's viewer embeds the file under this policy.
    "content-security-policy": "frame-ancestors 'none'",
    "content-disposition": contentDisposition("inline", pdfFileName("", firmName(), "sample-analysis")),
  });
