import { afterEach, beforeEach, expect, test } from "vitest";
import { closeCollector } from "#app/features/analytics/analytics.server.ts";
import { analyticsHit, analyticsSession } from "#app/features/analytics/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { collectedHits } from "#app/platform/metrics.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { apiEndpoints } from "../api.server.ts";
import { openApiDocument } from "../openapi.server.ts";
import { analyticsEndpoints } from "./analytics.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(analyticsEndpoints);
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), ANALYTICS_INGEST: "durable" }));
afterEach(() => closeCollector(db));

const path = "/functions/collect-analytics";
const view = { type: "page_view", session_id: "s1", data: { page_path: "/" } };
const browser = { "user-agent": "Mozilla/5.0 Firefox/143.0", "accept-language": "en-US" };
const send = (body: unknown, headers: Record<string, string> = {}) =>
  call(visitor, path, body, { headers: { ...browser, ...headers } });

test("one payload or an array is accepted with 202, as JSON or as the text of a beacon", async () => {
  expect(await send(view)).toMatchObject({ status: 202, body: { ok: true } });
  expect((await send([view, view])).status).toBe(202);
  expect((await send(JSON.stringify(view), { "content-type": "text/plain;charset=UTF-8" })).status).toBe(202);
  expect(await db.$count(analyticsHit)).toBe(4);
});

test("the valid payloads of an array are stored, the others counted", async () => {
  const before = await rejectedHits();
  expect(await send([view, { ...view, data: {} }, { ...view, type: "other" }])).toMatchObject({
    status: 202,
    body: { ok: true },
  });
  expect(await db.$count(analyticsHit)).toBe(1);
  expect(await rejectedHits()).toBe(before + 2);
});

const rejectedHits = async () =>
  (await collectedHits.get()).values.find(({ labels }) => labels["outcome"] === "rejected")?.value ?? 0;

test("in batched mode 202 is sent before the commit, and the hit is stored soon after", async () => {
  useSettings({ ANALYTICS_INGEST: "batched" });
  expect((await send(view)).status).toBe(202);
  await expect.poll(() => db.$count(analyticsHit)).toBe(1);
});

test("refusals have the shape of every endpoint", async () => {
  expect(await send({ ...view, type: "pageview" })).toMatchObject({
    status: 422,
    body: { error: { code: "invalid_input", fields: { type: expect.stringContaining("page_view") } } },
  });
  expect(await send([{ ...view, data: {} }])).toMatchObject({
    status: 422,
    body: { error: { fields: { "0.data.page_path": expect.any(String) } } },
  });
  expect(await send("{not json")).toMatchObject({ status: 400, body: { error: { code: "bad_json" } } });
  expect(await send("")).toMatchObject({ status: 400 });
  expect(await send("a=b", { "content-type": "application/x-www-form-urlencoded" })).toMatchObject({
    status: 415,
    body: { error: { code: "unsupported_type" } },
  });
  expect(await db.$count(analyticsHit)).toBe(0);
});

test("the 1,201st request of a client within a minute gets 429 with Retry-After", async () => {
  useSettings({ ANALYTICS_INGEST: "batched" });
  const statuses = new Set<number>();
  for (let n = 0; n < 1200; n += 1) statuses.add((await send(view)).status);
  expect([...statuses]).toEqual([202]);
  const refused = await send(view);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(refused.body).toMatchObject({ error: { code: "too_many" } });
});

test.each(["sec-gpc", "dnt"])("with %s the page view is counted without any id", async (header) => {
  expect((await send(view, { [header]: "1" })).status).toBe(202);
  expect(await db.$count(analyticsSession)).toBe(0);
  expect(await db.select().from(analyticsHit)).toMatchObject([{ sessionId: null }]);
});

test("the API document describes the payloads and both types of bodies", () => {
  const document = openApiDocument(apiEndpoints) as unknown as {
    paths: Record<string, { post: { requestBody: { content: object } } }>;
    components: { schemas: Record<string, { oneOf?: object[] }> };
  };
  const { content } = document.paths["/api/functions/collect-analytics"]!.post.requestBody;
  expect(Object.keys(content)).toEqual(["application/json", "text/plain"]);
  expect(document.components.schemas["AnalyticsPayload"]?.oneOf).toHaveLength(7);
});
