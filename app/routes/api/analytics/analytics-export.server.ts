import { z } from "@hono/zod-openapi";
import { exportKindNames, exportKinds } from "#app/features/analytics/exports/kinds.ts";
import { exportVisitorData } from "#app/features/analytics/exports/visitor-export.server.ts";
import { funnelCsv } from "#app/features/analytics/funnels/funnel-export.server.ts";
import { readFunnelQuery } from "#app/features/analytics/funnels/funnel-query.ts";
import { listCsv, reportJson, seriesCsv } from "#app/features/analytics/reports/export.server.ts";
import { listKeys } from "#app/features/analytics/reports/lists/lists.ts";
import { type ReportQuery, readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { env } from "#app/platform/env.server.ts";
import { csvDownload, csvFile, csvType, fileHeaders, streamOf, toFreshCode, toMissing } from "../downloads.server.ts";
import { type EndpointContext, formToPage, reportContext } from "../endpoint.server.ts";
import { adminArea, deletedElsewhere, endpoints } from "../endpoints.server.ts";

const exportPage = "/admin/analytics/import";
const admin = adminArea("analytics", { fresh_code_required: toFreshCode(() => exportPage) });

/** Figures and visitor data as files; the query of figures has the period and filters of their page. */
export const analyticsExportEndpoints = endpoints(
  admin.get("/admin/analytics/series", {
    summary: "One figure of a report over time as CSV",
    responses: { 200: csvFile },
    command: async (_, __, c) => {
      const query = queryOf(c, readReportQuery);
      return csvDownload(c, fileName(`analytics-${query.metric}`, query), await seriesCsv(reportContext(c), query));
    },
  }),
  admin.get("/admin/analytics/lists/{list}", {
    summary: "A list of a report as CSV",
    params: z.object({ list: z.enum(listKeys) }),
    responses: { 200: csvFile },
    statuses: [],
    command: async (_, { list }, c) => {
      const query = queryOf(c, readReportQuery);
      return csvDownload(c, fileName(`analytics-${list}`, query), await listCsv(reportContext(c), query, list));
    },
  }),
  admin.get("/admin/analytics/report", {
    summary: "A whole report as JSON: figures, series, lists and vitals",
    responses: { 200: { ...csvFile, content: { "application/json": { schema: { type: "object" } } } } },
    command: async (_, __, c) => {
      const query = queryOf(c, readReportQuery);
      const headers = fileHeaders(`${fileName("analytics", query)}.json`, "application/json");
      return c.json(await reportJson(reportContext(c), query), 200, headers);
    },
  }),
  admin.get("/admin/funnel-figures", {
    summary: "The figures of a funnel as CSV, with the query of its page",
    responses: { 200: csvFile },
    statuses: [404],
    refusals: { not_found: deletedElsewhere("funnel") },
    command: async (_, __, c) => {
      const query = queryOf(c, readFunnelQuery);
      const file = await funnelCsv(reportContext(c), query);
      return file.ok ? csvDownload(c, fileName("funnel", query), file.value) : file;
    },
  }),
  // A plain form posts here and the browser saves the file.
  admin.post("/admin/analytics-exports/{kind}", {
    summary: "All hits, visits or daily figures as CSV, or a ZIP archive in Plausible's format; needs a fresh code",
    before: [formToPage(exportPage)],
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

const queryOf = <Query>(c: EndpointContext, read: (params: URLSearchParams, now: Date, timezone: string) => Query) =>
  read(new URL(c.req.url).searchParams, c.get("ctx").now, env().COMPANY_TIMEZONE);

const fileName = (name: string, { period: { from, to } }: ReportQuery) => `${name}-${from}-to-${to}`;
