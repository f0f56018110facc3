import { beforeEach, expect, test } from "vitest";
import { channels } from "#app/features/analytics/collecting/sources/channels.ts";
import { mainFunnel } from "#app/features/analytics/funnels/funnels.server.ts";
import { createFunnel } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { analyticsHit, analyticsSession, analyticsTerm, funnelEvent } from "#app/features/analytics/tables.server.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { createApiToken } from "#app/features/security/tokens/api-tokens.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { v1AnalyticsEndpoints } from "./v1-analytics.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(v1AnalyticsEndpoints);
beforeEach(async () => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", COMPANY_TIMEZONE: "America/New_York" });
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
});

async function term(text: string): Promise<number> {
  const [row] = await db.insert(analyticsTerm).values({ text }).returning({ id: analyticsTerm.id });
  return row!.id;
}

async function reader() {
  const { token } = value(await createApiToken(ctx, { name: "Warehouse", scopes: ["read:analytics"] }));
  return (path: string, body?: object) =>
    call(asAnonymous(ctx), path, body, {
      ...{ method: body ? "POST" : "GET", headers: { authorization: `Bearer ${token}` } },
    });
}

/** Two visits on March 1 in New York, one of them at 03:30 UTC of March 2. */
async function storeVisits() {
  const [google, home, pricing, lcp] = [
    await term("google"),
    await term("/"),
    await term("/pricing"),
    await term("lcp"),
  ];
  const sessions = await db
    .insert(analyticsSession)
    .values([
      {
        ...{ key: crypto.randomUUID(), client: 1n, firstAt: new Date("2026-03-01T15:00:00Z"), device: 1 },
        ...{ sourceId: google, channel: channels.search },
      },
      { key: crypto.randomUUID(), client: 2n, firstAt: new Date("2026-03-02T03:30:00Z"), device: 1 },
    ])
    .returning({ id: analyticsSession.id });
  const [first, second] = sessions.map(({ id }) => id);
  const view = { kind: hitKinds.page_view };
  await db.insert(analyticsHit).values([
    { ...view, sessionId: first, at: new Date("2026-03-01T15:00:00Z"), pageId: home },
    { ...view, sessionId: first, at: new Date("2026-03-01T15:01:30Z"), pageId: pricing },
    {
      ...{ kind: hitKinds.performance, typeId: lcp, value: 1800 },
      ...{ sessionId: first, at: new Date("2026-03-01T15:01:31Z"), pageId: pricing },
    },
    { ...view, sessionId: second, at: new Date("2026-03-02T03:30:00Z"), pageId: home },
  ]);
  await rebuildVisits(ctx);
}

test("figures have the shape of the contract; both dates are included, in the requested zone", async () => {
  await storeVisits();
  const get = await reader();
  expect(await get("/v1/analytics?from=2026-03-01&to=2026-03-01&timezone=")).toMatchObject({
    status: 200,
    body: {
      visits: 2,
      visitors: 2,
      views: 3,
      bounceRate: 0.5,
      averageVisitSeconds: 45.5,
      sources: expect.arrayContaining([
        { name: "google.com", visits: 1 },
        { name: "Direct or unknown", visits: 1 },
      ]),
      pages: [
        { path: "/", views: 2, visits: 2 },
        { path: "/pricing", views: 1, visits: 1 },
      ],
      vitals: { LCP: expect.any(Number), INP: null, CLS: null, FCP: null, TTFB: null },
    },
  });
  expect(await get("/v1/analytics?from=2026-03-01&to=2026-03-01&timezone=UTC")).toMatchObject({ body: { visits: 1 } });
  expect(await get("/v1/analytics?from=&to=")).toMatchObject({ status: 200, body: { visits: 2 } });
});

test("a period without visits has zeros", async () => {
  const get = await reader();
  expect(await get("/v1/analytics?from=2026-01-01&to=2026-01-31")).toMatchObject({
    body: { visits: 0, visitors: 0, views: 0, bounceRate: 0, averageVisitSeconds: 0, sources: [], pages: [] },
  });
});

test.each([
  ["from=2026-03-01", "from"],
  ["from=2026-03-02&to=2026-03-01", "from"],
  ["from=2026-02-30&to=2026-03-01", "from"],
  ["from=2024-01-01&to=2026-03-01", "from"],
  ["from=2026-03-01&to=2026-03-01&timezone=Mars", "timezone"],
])("%s returns 422", async (query, field) => {
  const get = await reader();
  expect(await get(`/v1/analytics?${query}`)).toMatchObject({
    status: 422,
    body: { error: { code: "invalid_input", fields: { [field]: expect.any(String) } } },
  });
});

test("the main funnel has its steps in order with the visitors who reached them", async () => {
  await storeVisits();
  const get = await reader();
  const answer = await get("/v1/analytics/funnels/main?from=2026-03-01&to=2026-03-01");
  const { steps } = answer.body as { steps: { name: string; visits: number }[] };
  expect(steps.map(({ name }) => name)).toEqual(mainFunnel.steps.map(({ name }) => name));
  expect(steps[0]).toEqual({ name: mainFunnel.steps[0]!.name, visits: 2 });
  expect(steps.slice(1).every(({ visits }) => visits === 0)).toBe(true);
  expect((await get("/v1/analytics/funnels/main?from=2026-03-01")).status).toBe(422);
  expect((await call(asAnonymous(ctx), "/v1/analytics/funnels/main", undefined, { method: "GET" })).status).toBe(401);
});

const march = { from: "2026-03-01", to: "2026-03-02" };

test("a query has metrics by dimensions and time, with the period before, and its totals", async () => {
  await storeVisits();
  const ask = await reader();
  const query = { ...march, metrics: ["visits", "views", "averageVisitSeconds"], interval: "day", compare: "previous" };
  const none = { visits: 0, views: 0, averageVisitSeconds: 0 };
  expect(await ask("/v1/analytics/query", query)).toMatchObject({
    status: 200,
    body: {
      rows: [
        { time: "2026-03-01", visits: 2, views: 3, averageVisitSeconds: 45.5, compared: none },
        { time: "2026-03-02", ...none, compared: none },
      ],
      totals: { visits: 2, views: 3, averageVisitSeconds: 45.5, compared: none },
      next: null,
    },
  });
  const google = [{ dimension: "source", values: ["google.com"] }];
  const pages = { ...march, metrics: ["views", "visits"], dimensions: ["page", "channel"], filters: google, limit: 1 };
  const first = await ask("/v1/analytics/query", pages);
  expect(first.body).toMatchObject({
    rows: [{ page: "/", channel: "search", views: 1, visits: 1 }],
    totals: { views: 2, visits: 1 },
    next: expect.any(String),
  });
  const { next } = first.body as { next: string };
  expect((await ask("/v1/analytics/query", { ...pages, cursor: next })).body).toMatchObject({
    rows: [{ page: "/pricing", channel: "search", views: 1, visits: 1 }],
    next: null,
  });
  expect((await ask("/v1/analytics/query", { ...march, metrics: ["visits"], timezone: "UTC" })).body).toEqual({
    rows: [],
    totals: { visits: 2 },
    next: null,
  });
});

test("revenue of a query is net of refunds, on their day", async () => {
  await storeVisits();
  const [session] = await db.select().from(analyticsSession).orderBy(analyticsSession.id);
  await db.insert(analyticsHit).values({
    ...{ kind: hitKinds.conversion, typeId: await term("revenue"), value: 499, pageId: null },
    ...{ sessionId: session!.id, at: new Date("2026-03-01T15:01:00Z") },
  });
  await rebuildVisits(ctx);
  await db.insert(funnelEvent).values({
    ...{ stage: "unlock", substage: "refunded", value: 100, sessionKey: session!.key },
    occurredAt: new Date("2026-03-02T18:00:00Z"),
  });
  const ask = await reader();
  expect((await ask("/v1/analytics/query", { ...march, metrics: ["revenueUsd"], interval: "day" })).body).toMatchObject(
    {
      rows: [
        { time: "2026-03-01", revenueUsd: 499 },
        { time: "2026-03-02", revenueUsd: -100 },
      ],
      totals: { revenueUsd: 399 },
    },
  );
});

const patterns = (...dimensions: string[]) =>
  dimensions.map((dimension) => ({ dimension, values: Array.from({ length: 11 }, (_, at) => `/${at}*`) }));

test.each([
  [{ metrics: [] }, "metrics"],
  [{ metrics: ["people"] }, "metrics.0"],
  [{ metrics: ["views"], dimensions: ["goal"] }, "metrics"],
  [{ metrics: ["revenueUsd"], dimensions: ["source"] }, "metrics"],
  [{ metrics: ["visits"], dimensions: ["page", "goal"] }, "dimensions"],
  [{ metrics: ["visits"], dimensions: ["source", "source"] }, "dimensions"],
  [{ metrics: ["visits"], limit: 1001 }, "limit"],
  [{ metrics: ["visits"], from: "yesterday" }, "from"],
  [{ metrics: ["visits"], timezone: "Mars" }, "timezone"],
  [{ metrics: ["visits"], filters: [{ dimension: "page", values: ["*a*a*a*a*a*"] }] }, "filters.0.values.0"],
  [{ metrics: ["visits"], filters: patterns("page", "entry") }, "filters"],
])("the query %j returns 422 with a sentence", async (query, field) => {
  const ask = await reader();
  expect(await ask("/v1/analytics/query", { ...march, ...query })).toMatchObject({
    status: 422,
    body: { error: { code: "invalid_input", fields: { [field]: expect.any(String) } } },
  });
});

test("live visitors and queries need a token with the scope", async () => {
  await storeVisits();
  const ask = await reader();
  expect(await ask("/v1/analytics/live")).toMatchObject({ status: 200, body: { visitors: 0 } });
  expect((await call(asAnonymous(ctx), "/v1/analytics/live", undefined, { method: "GET" })).status).toBe(401);
  expect((await call(asAnonymous(ctx), "/v1/analytics/query", { ...march, metrics: ["visits"] })).status).toBe(401);
});

test("a saved funnel is read by its id", async () => {
  await storeVisits();
  const steps = ["*", "/nowhere"].map((path) => ({
    ...{ name: path, isOptional: false, matches: [{ kind: "page" as const, path }] },
  }));
  const saved = await createFunnel(ctx, {
    name: "Pages",
    definition: { steps, order: "ordered", windowHours: 24 },
  });
  if (!saved.ok) throw new Error("The funnel was not saved.");
  const get = await reader();
  const address = `/v1/analytics/funnels/${saved.value.id}?from=2026-03-01&to=2026-03-01`;
  expect((await get(address)).body).toEqual({
    steps: [
      { name: "*", visits: 2 },
      { name: "/nowhere", visits: 0 },
    ],
  });
  expect((await get(`/v1/analytics/funnels/${newId()}`)).status).toBe(404);
  expect((await get("/v1/analytics/funnels/other")).status).toBe(404);
  expect((await call(asAnonymous(ctx), address, undefined, { method: "GET" })).status).toBe(401);
});

test("queries run one after the other, and those that would wait long are refused with 429", async () => {
  await storeVisits();
  const ask = await reader();
  const asked = Array.from({ length: 60 }, () => ask("/v1/analytics/query", { ...march, metrics: ["visits"] }));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
  expect(await ask("/v1/analytics/query", { ...march, metrics: ["visits"] })).toMatchObject({ status: 200 });
});
