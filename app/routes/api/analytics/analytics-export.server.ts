import { z } from "@hono/zod-openapi";
import { listCsv, reportJson, seriesCsv } from "#app/features/analytics/reports/export.server.ts";
import { listKeys } from "#app/features/analytics/reports/lists/lists.ts";
import { readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { env } from "#app/platform/env.server.ts";
import { csvDownload, csvFile, fileHeaders } from "../downloads.server.ts";
import { type EndpointContext, reportContext } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const admin = adminArea("analytics", {});

/** Reports as files; the query has the period and filters of the page. */
export const analyticsExportEndpoints = endpoints(
  admin.get("/admin/analytics/series", {
    summary: "One figure of a report over time as CSV",
    responses: { 200: csvFile },
    command: async (_, __, c) => {
      const query = queryOf(c);
      return csvDownload(c, fileName(`analytics-${query.metric}`, query), await seriesCsv(reportContext(c), query));
    },
  }),
  admin.get("/admin/analytics/lists/{list}", {
    summary: "A list of a report as CSV",
    params: z.object({ list: z.enum(listKeys) }),
    responses: { 200: csvFile },
    statuses: [],
    command: async (_, { list }, c) => {
      const query = queryOf(c);
      return csvDownload(c, fileName(`analytics-${list}`, query), await listCsv(reportContext(c), query, list));
    },
  }),
  admin.get("/admin/analytics/report", {
    summary: "A whole report as JSON: figures, series, lists and vitals",
    responses: { 200: { ...csvFile, content: { "application/json": { schema: { type: "object" } } } } },
    command: async (_, __, c) => {
      const query = queryOf(c);
      const headers = fileHeaders(`${fileName("analytics", query)}.json`, "application/json");
      return c.json(await reportJson(reportContext(c), query), 200, headers);
    },
  }),
);

const queryOf = (c: EndpointContext) =>
  readReportQuery(new URL(c.req.url).searchParams, c.get("ctx").now, env().COMPANY_TIMEZONE);

const fileName = (name: string, { period: { from, to } }: ReturnType<typeof queryOf>) => `${name}-${from}-to-${to}`;
