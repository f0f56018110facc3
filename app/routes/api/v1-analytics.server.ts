import { createRoute, z } from "@hono/zod-openapi";
import { maxDays, type Period, periodBetween, presetPeriod } from "#app/features/analytics/reports/period/period.ts";
import { readQuery } from "#app/features/analytics/reports/queries/query.server.ts";
import { AnalyticsQuery } from "#app/features/analytics/reports/queries/query.ts";
import { readFunnelSteps, readSummary } from "#app/features/analytics/reports/summary.server.ts";
import { readLive } from "#app/features/analytics/reports/sums/totals.server.ts";
import { isTimezone } from "#app/features/booking/zoned-time.ts";
import { env } from "#app/platform/env.server.ts";
import {
  adminFirst,
  answers,
  invalidInput,
  jsonBody,
  newEndpoints,
  notFound,
  refusals,
  reportContext,
  tooMany,
} from "./endpoint.server.ts";
import { tokenSecurity, tokenWith } from "./v1-reading.server.ts";

const vital = () => z.number().nullable();
const Summary = z
  .object({
    visits: z.int(),
    visitors: z.int(),
    views: z.int(),
    bounceRate: z.number().openapi({ description: "0 to 1" }),
    averageVisitSeconds: z.number(),
    sources: z.array(z.object({ name: z.string(), visits: z.int() })),
    pages: z.array(z.object({ path: z.string(), views: z.int(), visits: z.int() })),
    vitals: z
      .object({ LCP: vital(), INP: vital(), CLS: vital(), FCP: vital(), TTFB: vital() })
      .openapi({ description: "75th percentiles: milliseconds, CLS without unit" }),
  })
  .openapi("AnalyticsSummary");

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

export const v1AnalyticsEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "get",
      path: "/v1/analytics",
      summary: "Visits of a period, the last 30 days without dates; the first 100 sources and pages",
      security: tokenSecurity("read:analytics"),
      middleware: tokenWith("read:analytics"),
      request: { query: PeriodQuery },
      responses: { ...answers(200, Summary), ...refusals(401, 403, 422, 429) },
    }),
    async (c) => {
      const read = periodIn(c.req.valid("query"), c.get("ctx").now);
      if ("issue" in read) return c.json(invalidInput({ issues: [read.issue] }), 422);
      const summary = await readSummary(reportContext(c), { period: read.period, limit: most });
      return summary.ok ? c.json(summary.value, 200) : adminFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/v1/analytics/funnels/main",
      summary: "The main funnel, from the first page to a payment; the last 30 days without dates",
      security: tokenSecurity("read:analytics"),
      middleware: tokenWith("read:analytics"),
      request: { query: PeriodQuery },
      responses: { ...answers(200, Funnel), ...refusals(401, 403, 422, 429) },
    }),
    async (c) => {
      const read = periodIn(c.req.valid("query"), c.get("ctx").now);
      if ("issue" in read) return c.json(invalidInput({ issues: [read.issue] }), 422);
      const steps = await readFunnelSteps(reportContext(c), null, read.period);
      return steps.ok ? c.json(funnelOf(steps.value), 200) : adminFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/v1/analytics/funnels/{id}",
      summary: "A saved funnel, by the id in the address of its page; the last 30 days without dates",
      security: tokenSecurity("read:analytics"),
      middleware: tokenWith("read:analytics"),
      request: { params: z.object({ id: z.string() }), query: PeriodQuery },
      responses: { ...answers(200, Funnel), ...refusals(401, 403, 404, 422, 429) },
    }),
    async (c) => {
      const read = periodIn(c.req.valid("query"), c.get("ctx").now);
      if ("issue" in read) return c.json(invalidInput({ issues: [read.issue] }), 422);
      const steps = await readFunnelSteps(reportContext(c), c.req.valid("param").id, read.period);
      if (steps.ok) return c.json(funnelOf(steps.value), 200);
      return steps.reason.kind === "not_found" ? notFound(c) : adminFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/v1/analytics/query",
      summary: "A report of your own: metrics by dimensions and time (docs/analytics-api.md)",
      security: tokenSecurity("read:analytics"),
      middleware: tokenWith("read:analytics"),
      request: { body: jsonBody(AnalyticsQuery) },
      responses: { ...answers(200, Report), ...refusals(401, 403, 422, 429) },
    }),
    async (c) => {
      const { interval, compare, cursor, ...query } = c.req.valid("json");
      const read = periodIn(query, c.get("ctx").now);
      if ("issue" in read) return c.json(invalidInput({ issues: [read.issue] }), 422);
      const report = await readQuery(reportContext(c), {
        ...{ ...query, period: read.period },
        ...{ interval: interval ?? null, compare: compare ?? null, cursor: cursor ?? null },
      });
      if (report.ok) return c.json(report.value, 200);
      return report.reason.kind === "not_admin" ? adminFirst(c) : tooMany(c, report.reason.retryAfterSeconds);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/v1/analytics/live",
      summary: "Visitors with an action in the last five minutes",
      security: tokenSecurity("read:analytics"),
      middleware: tokenWith("read:analytics"),
      responses: { ...answers(200, z.object({ visitors: z.int().nullable() })), ...refusals(401, 403, 429) },
    }),
    async (c) => c.json({ visitors: (await readLive(reportContext(c)))?.visitors ?? null }, 200),
  );

const funnelOf = (steps: readonly { name: string; visitors: number }[]) => ({
  steps: steps.map(({ name, visitors }) => ({ name, visits: visitors })),
});

type Read = { period: Period } | { issue: { path: string[]; message: string } };

function periodIn({ from, to, timezone }: z.infer<typeof PeriodQuery>, now: Date): Read {
  const zone = timezone || env().COMPANY_TIMEZONE;
  if (!isTimezone(zone)) return issue("timezone", "Use an IANA name such as America/New_York.");
  if (!from && !to) return { period: presetPeriod("30d", now, zone) };
  const period = periodBetween(from ?? null, to ?? null, zone);
  if (!period) return issue("from", "Send from and to as YYYY-MM-DD, in this order.");
  // Pages shorten longer periods visibly; a program would not notice.
  return period.from === from ? { period } : issue("from", `Ask for at most ${maxDays} days.`);
}

const issue = (name: string, message: string): Read => ({ issue: { path: [name], message } });
