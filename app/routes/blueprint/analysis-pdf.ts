import { getAnalysisPdf } from "#app/features/analysis/analysis-paper.server.ts";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import type { Route } from "./+types/analysis-pdf";

/** The analysis as a file; `?revision=1` an earlier one. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const wanted = new URL(asking.request.url).searchParams.get("revision");
  const drawn = await getAnalysisPdf(ctx, asking.params.id, wanted === null ? undefined : Number(wanted));
  if (!drawn.ok) return turnAway({ kind: "not_found" });
  const { bytes, fileName } = drawn.value;
  return new Response(bytes as BodyInit, {
    headers: {
      "content-type": "application/pdf",
      // Nothing about its own resources: the browser's viewer embeds the file under this policy.
      "content-security-policy": "frame-ancestors 'none'",
      "content-length": String(bytes.length),
      "content-disposition": `inline; filename="${fileName}"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    },
  });
}
