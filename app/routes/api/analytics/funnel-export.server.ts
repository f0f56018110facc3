import { funnelCsv } from "#app/features/analytics/funnels/funnel-export.server.ts";
import { readFunnelQuery } from "#app/features/analytics/funnels/funnel-query.ts";
import { env } from "#app/platform/env.server.ts";
import { csvDownload, csvFile } from "../downloads.server.ts";
import { reportContext } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

export const funnelExportEndpoints = endpoints(
  adminArea("analytics", {}).get("/admin/funnel-figures", {
    summary: "The figures of a funnel as CSV, with the query of its page",
    responses: { 200: csvFile },
    statuses: [404],
    command: async ({ now }, _, c) => {
      const query = readFunnelQuery(new URL(c.req.url).searchParams, now, env().COMPANY_TIMEZONE);
      const file = await funnelCsv(reportContext(c), query);
      return file.ok ? csvDownload(c, `funnel-${query.period.from}-to-${query.period.to}`, file.value) : file;
    },
  }),
);
