import { getSamplePdf } from "#app/features/analysis/sample/sample-analysis.server.ts";
import { publicFile } from "#app/shell/site/public-file.server.ts";
import type { Route } from "./+types/sample-analysis-pdf";

export const loader = async ({ request }: Route.LoaderArgs) =>
  publicFile(request, await getSamplePdf(), {
    "content-type": "application/pdf",
    // The browser's viewer embeds the file under this policy.
    "content-security-policy": "frame-ancestors 'none'",
    "content-disposition": 'inline; filename="GTMarc-sample-analysis.pdf"',
  });
