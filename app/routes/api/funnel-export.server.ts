import { funnelCsv } from "#app/features/analytics/funnels/funnel-export.server.ts";
import { readFunnelQuery } from "#app/features/analytics/funnels/funnel-query.ts";
import { env } from "#app/platform/env.server.ts";
import { csvDownload, csvFile } from "./csv-download.server.ts";
import { adminFirst, adminOnly, newEndpoints, notFound, refusals, reportContext } from "./endpoint.server.ts";

export const funnelExportEndpoints = newEndpoints();

funnelExportEndpoints.openAPIRegistry.registerPath({
  method: "get",
  path: "/admin/funnel-figures",
  summary: "The figures of a funnel as CSV, with the query of its page",
  responses: {
    200: csvFile,
    ...refusals(401, 403, 404),
  },
});

funnelExportEndpoints.get("/admin/funnel-figures", adminOnly, async (c) => {
  const ctx = reportContext(c);
  const query = readFunnelQuery(new URL(c.req.url).searchParams, ctx.now, env().COMPANY_TIMEZONE);
  const file = await funnelCsv(ctx, query);
  if (!file.ok) return file.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
  return csvDownload(c, `funnel-${query.period.from}-to-${query.period.to}`, file.value);
});
