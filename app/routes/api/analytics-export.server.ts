import { z } from "@hono/zod-openapi";
import { listCsv, reportJson, seriesCsv } from "#app/features/analytics/reports/export.server.ts";
import { isListKey, listKeys } from "#app/features/analytics/reports/lists/lists.ts";
import { readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { env } from "#app/platform/env.server.ts";
import { csvDownload, csvFile } from "./csv-download.server.ts";
import { adminOnly, type EndpointContext, newEndpoints, notFound, refusals, reportContext } from "./endpoint.server.ts";

/** Reports as files; the query has the period and filters of the page. */
export const analyticsExportEndpoints = newEndpoints();

for (const { path, summary, request, content } of [
  { path: "/admin/analytics/series", summary: "One figure of a report over time as CSV", content: csvFile.content },
  {
    path: "/admin/analytics/lists/{list}",
    summary: "A list of a report as CSV",
    request: { params: z.object({ list: z.enum(listKeys) }) },
    content: csvFile.content,
  },
  {
    path: "/admin/analytics/report",
    summary: "A whole report as JSON: figures, series, lists and vitals",
    content: { "application/json": { schema: { type: "object" as const } } },
  },
])
  analyticsExportEndpoints.openAPIRegistry.registerPath({
    method: "get",
    path,
    summary,
    ...(request && { request }),
    responses: { 200: { description: "The file", content }, ...refusals(401, 403) },
  });

const queryOf = (c: EndpointContext) =>
  readReportQuery(new URL(c.req.url).searchParams, c.get("ctx").now, env().COMPANY_TIMEZONE);

const fileName = (name: string, { from, to }: { from: string; to: string }) => `${name}-${from}-to-${to}`;

analyticsExportEndpoints.get("/admin/analytics/series", adminOnly, async (c) => {
  const query = queryOf(c);
  return csvDownload(c, fileName(`analytics-${query.metric}`, query.period), await seriesCsv(reportContext(c), query));
});

analyticsExportEndpoints.get("/admin/analytics/lists/:list", adminOnly, async (c) => {
  const list = c.req.param("list");
  if (!isListKey(list)) return notFound(c);
  const query = queryOf(c);
  return csvDownload(c, fileName(`analytics-${list}`, query.period), await listCsv(reportContext(c), query, list));
});

analyticsExportEndpoints.get("/admin/analytics/report", adminOnly, async (c) => {
  const query = queryOf(c);
  const name = fileName("analytics", query.period);
  return c.json(await reportJson(reportContext(c), query), 200, {
    "content-disposition": `attachment; filename="gtmarc-${name}.json"`,
    "cache-control": "no-store",
  });
});
