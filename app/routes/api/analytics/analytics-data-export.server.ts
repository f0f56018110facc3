import { z } from "@hono/zod-openapi";
import { exportKindNames, exportKinds } from "#app/features/analytics/exports/kinds.ts";
import { exportVisitorData } from "#app/features/analytics/exports/visitor-export.server.ts";
import { env } from "#app/platform/env.server.ts";
import { csvFile, csvType, fileHeaders, streamOf, toFreshCode, toMissing } from "../downloads.server.ts";
import { formToPage } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const page = "/admin/analytics/import";

export const analyticsDataExportEndpoints = endpoints(
  // A plain form posts here and the browser saves the file.
  adminArea("analytics", { fresh_code_required: toFreshCode(() => page) }).post("/admin/analytics-exports/{kind}", {
    summary: "All hits, visits or daily figures as CSV, or a ZIP archive in Plausible's format; needs a fresh code",
    before: [formToPage(page)],
    params: z.object({ kind: z.enum(exportKindNames) }),
    responses: { 200: csvFile, 303: toMissing },
    command: async (ctx, { kind }, c) => {
      const result = await exportVisitorData(ctx, { kind, timezone: env().COMPANY_TIMEZONE });
      if (!result.ok) return result;
      const { file } = exportKinds[kind];
      const type = file.endsWith(".zip") ? "application/zip" : csvType;
      return c.body(streamOf(result.value.parts), 200, fileHeaders(file, type));
    },
  }),
);
