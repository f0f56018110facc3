import { z } from "@hono/zod-openapi";
import { exportKindNames, exportKinds, isExportKind } from "#app/features/analytics/exports/kinds.ts";
import { exportVisitorData } from "#app/features/analytics/exports/visitor-export.server.ts";
import { never } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { csvFile, streamOf } from "./csv-download.server.ts";
import {
  adminFirst,
  adminOnly,
  formToPage,
  freshCodeFirst,
  isForm,
  newEndpoints,
  notFound,
  refusals,
} from "./endpoint.server.ts";
import { toMissing } from "./rejected-rows.server.ts";
import { freshCodePage } from "./users-admin.server.ts";

export const analyticsDataExportEndpoints = newEndpoints();

const page = "/admin/analytics/import";

analyticsDataExportEndpoints.openAPIRegistry.registerPath({
  method: "post",
  path: "/admin/analytics-exports/{kind}",
  summary: "All hits, visits or daily figures as CSV, or a ZIP archive in Plausible's format; needs a fresh code",
  request: { params: z.object({ kind: z.enum(exportKindNames) }) },
  responses: { 200: csvFile, 303: toMissing, ...refusals(401, 403, 404) },
});
/** A plain form posts here and the browser saves the file. */
analyticsDataExportEndpoints.post("/admin/analytics-exports/:kind", formToPage(page), adminOnly, async (c) => {
  const kind = c.req.param("kind");
  if (!isExportKind(kind)) return notFound(c);
  const result = await exportVisitorData(c.get("ctx"), { kind, timezone: env().COMPANY_TIMEZONE });
  if (result.ok) {
    const { file } = exportKinds[kind];
    return c.body(streamOf(result.value.parts), 200, {
      "content-type": file.endsWith(".zip") ? "application/zip" : "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="gtmarc-${file}"`,
      "cache-control": "no-store",
    });
  }
  const { reason } = result;
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "fresh_code_required":
      return isForm(c) ? c.redirect(freshCodePage(page), 303) : freshCodeFirst(c);
    default:
      return never(reason);
  }
});
