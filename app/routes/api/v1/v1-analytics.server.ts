import { z } from "@hono/zod-openapi";
import { maxDays, periodBetween, presetPeriod } from "#app/features/analytics/reports/period/period.ts";
import { readQuery } from "#app/features/analytics/reports/queries/query.server.ts";
import { AnalyticsQuery } from "#app/features/analytics/reports/queries/query.ts";
import { readFunnelSteps, readSummary, Summary } from "#app/features/analytics/reports/summary.server.ts";
import { readLive } from "#app/features/analytics/reports/sums/totals.server.ts";
import { isTimezone } from "#app/features/booking/zoned-time.ts";
import { refuse } from "#app/lib/refusal.ts";
import { mapped, ok } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { type EndpointContext, reportContext } from "../endpoint.server.ts";
import { endpoints } from "../endpoints.server.ts";
import { tokenArea } from "./v1-reading.server.ts";

const Funnel = z
  .object({
    steps: z.array(
      z.object({
        name: z.string(),
        visits: z.int().openapi({
          description: "Visitors who reached this step; their visits count as one, because the process takes days",
        }),
      }),
    ),
  })
  .openapi("AnalyticsFunnel");

const date = () => z.string().optional().openapi({ description: "YYYY-MM-DD, included", example: "2026-03-31" });
const PeriodQuery = z.object({
  from: date(),
  to: date(),
  timezone: z.string().optional().openapi({ description: "IANA name; the firm's time zone without it" }),
});

const Figures = z.record(z.string(), z.number());
const Report = z
  .object({
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), Figures]))).openapi({
      description:
        "Each dimension by its name (empty if unknown), `time`, each metric, and `compared` with the metrics before",
    }),
    totals: z.record(z.string(), z.union([z.number(), Figures])),
    next: z.string().nullable().openapi({ description: "Send it as `cursor` for the next rows; null after the last" }),
  })
  .openapi("AnalyticsReport");

const most = 100;
const reports = tokenArea("read:analytics");

export const v1AnalyticsEndpoints = endpoints(
  reports.get("/v1/analytics", {
    summary: "Visits of a period, the last 30 days without dates; the first 100 sources and pages",
    query: PeriodQuery,
    returns: Summary.openapi("AnalyticsSummary"),
    command: async ({ now }, query, c) => {
      const period = periodIn(query, now);
      return period.ok ? readSummary(reportContext(c), { period: period.value, limit: most }) : period;
    },
  }),
  reports.get("/v1/analytics/funnels/main", {
    summary: "The main funnel, from the first page to a payment; the last 30 days without dates",
    query: PeriodQuery,
    returns: Funnel,
    command: (_, query, c) => readFunnel(c, null, query),
  }),
  reports.get("/v1/analytics/funnels/{id}", {
    summary: "A saved funnel, by the id in the address of its page; the last 30 days without dates",
    params: z.object({ id: z.string() }),
    query: PeriodQuery,
    returns: Funnel,
    command: (_, { id, ...query }, c) => readFunnel(c, id, query),
  }),
  reports.post("/v1/analytics/query", {
    summary: "A report of your own: metrics by dimensions and time (docs/analytics-api.md)",
    body: AnalyticsQuery,
    returns: Report,
    command: async ({ now }, { interval = null, compare = null, cursor = null, ...query }, c) => {
      const period = periodIn(query, now);
      if (!period.ok) return period;
      return readQuery(reportContext(c), { ...query, period: period.value, interval, compare, cursor });
    },
  }),
  reports.get("/v1/analytics/live", {
    summary: "Visitors with an action in the last five minutes",
    returns: z.object({ visitors: z.int().nullable() }),
    command: async (_, __, c) => ok({ visitors: (await readLive(reportContext(c)))?.visitors ?? null }),
  }),
);

type PeriodQuery = z.infer<typeof PeriodQuery>;

async function readFunnel(c: EndpointContext, id: string | null, query: PeriodQuery) {
  const period = periodIn(query, c.get("ctx").now);
  if (!period.ok) return period;
  return mapped(await readFunnelSteps(reportContext(c), id, period.value), (steps) => ({
    steps: steps.map(({ name, visitors: visits }) => ({ name, visits })),
  }));
}

function periodIn({ from, to, timezone }: PeriodQuery, now: Date) {
  const zone = timezone || env().COMPANY_TIMEZONE;
  if (!isTimezone(zone)) return badPeriod("timezone", "Use an IANA name such as America/New_York.");
  if (!from && !to) return ok(presetPeriod("30d", now, zone));
  const period = periodBetween(from ?? null, to ?? null, zone);
  if (!period) return badPeriod("from", "Send from and to as YYYY-MM-DD, in this order.");
  // Pages shorten longer periods visibly; a program would not notice.
  return period.from === from ? ok(period) : badPeriod("from", `Ask for at most ${maxDays} days.`);
}

const badPeriod = (name: string, message: string) => refuse("bad_period", { issue: { path: [name], message } });
