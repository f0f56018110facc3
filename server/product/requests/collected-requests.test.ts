import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeCollector } from "#app/features/analytics/analytics.server.ts";
import { analyticsHit } from "#app/features/analytics/tables.server.ts";
import { DatabaseUnavailable } from "#app/platform/database/database-failure.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { analyticsEndpoints } from "#app/routes/api/analytics/analytics.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { findVisitor } from "#app/shell/visitor.server.ts";
import { createApp } from "#server/app.ts";
import { collectedRequests } from "#server/requests/collected-requests.ts";
import type { AppEnv } from "#server/requests/request-env.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const { db } = useDatabase();
const settings = useSettings({
  SECRET: "a-secret-of-at-least-thirty-two-characters",
  SITE_URL: "http://localhost:3000",
  TRUSTED_PROXIES: ["127.0.0.1"],
});
let server: Server | undefined;
beforeEach(() => void useSettings({ ANALYTICS_INGEST: "durable" }));
afterEach(async () => {
  server?.close();
  await closeCollector(db);
});

type Answer = { status: number | undefined; headers: object; body: string };

/** The site with and without the direct path; `direct` counts the requests that took it. */
async function site(isDirect: boolean, database: Db = db) {
  const parts = { db: database, settings };
  const app = createApp({
    ...{ ...parts, identify: findVisitor, operations: new Hono<AppEnv>(), assets: new Hono<AppEnv>() },
    api: newEndpoints().basePath("/api").route("/", analyticsEndpoints),
    pages: new Hono<AppEnv>(),
  });
  const viaChain = getRequestListener(app.fetch);
  const take = collectedRequests({ ...parts, isOwnHost: (host) => host.startsWith("localhost") });
  const taken = { count: 0 };
  server?.close();
  server = createServer((incoming, response) => {
    if (isDirect && take(incoming, response)) taken.count += 1;
    else void viaChain(incoming, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const send = async (
    body: string | Buffer,
    headers: Record<string, string> = {},
    { method = "POST", path = "/api/functions/collect-analytics" } = {},
  ): Promise<Answer> => {
    const sent = request({
      port,
      path,
      method,
      headers: { ...plain, "content-length": Buffer.byteLength(body), ...headers },
    });
    const [response] = await once(sent.end(body), "response");
    let text = "";
    for await (const piece of response) text += piece;
    const { date, "x-request-id": requestId, connection, "keep-alive": keepAlive, ...fixed } = response.headers;
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    return { status: response.statusCode, headers: fixed, body: text.replaceAll(requestId, "ID") };
  };
  return { send, taken };
}

const plain = {
  host: "localhost:3000",
  origin: "http://localhost:3000",
  "content-type": "application/json",
  "user-agent": "Mozilla/5.0 Firefox/143.0",
  "accept-language": "en-US",
};
const view = (page_path = "/") => JSON.stringify({ type: "page_view", session_id: "s1", data: { page_path } });

/** Requests to which both paths must respond identically. */
const calls: readonly (readonly [string, string | Buffer, Record<string, string>?])[] = [
  ["a payload", view()],
  ["an array as the text of a beacon", `[${view("/a")},${view("/b")}]`, { "content-type": "text/plain;charset=UTF-8" }],
  ["characters of several bytes", view("/caf\u00e9/\u{1f600}")],
  ["another type", view().replace("page_view", "other")],
  ["a missing field", JSON.stringify({ type: "event", data: { event_type: "x" } })],
  ["fifty-one payloads", `[${Array(51).fill(view()).join(",")}]`],
  ["text that cannot be stored", view("/a\\u0000").replace("\\\\", "\\")],
  ["an unreadable body", "{"],
  ["an empty body", ""],
  ["bytes that are no UTF-8", Buffer.from([0x7b, 0xff, 0xfe])],
  ["privacy", view(), { "sec-gpc": "1" }],
  ["no origin", view(), { origin: "" }],
  ["a foreign origin", view(), { origin: "https://elsewhere.example" }],
  ["another content type", view(), { "content-type": "application/x-ndjson" }],
  ["another host", view(), { host: "elsewhere.example" }],
  ["a session that has ended", view(), { cookie: "gtmarc_session=unknown.0" }],
  ["too large a body", JSON.stringify({ type: "page_view", data: { page_path: "x".repeat(70_000) } })],
];

test("both paths send the same responses, headers included, and store the same hits", async () => {
  const answersOf = async (isDirect: boolean) => {
    const { send, taken } = await site(isDirect);
    const answers: Record<string, Answer> = {};
    for (const [name, body, headers] of calls) answers[name] = await send(body, headers);
    const stored = await db
      .select({ kind: analyticsHit.kind, value: analyticsHit.value })
      .from(analyticsHit)
      .orderBy(analyticsHit.at);
    await db.delete(analyticsHit);
    await closeCollector(db);
    return { answers, stored, taken: taken.count };
  };
  const viaChain = await answersOf(false);
  const direct = await answersOf(true);
  expect(direct.answers).toEqual(viaChain.answers);
  expect(direct.stored).toEqual(viaChain.stored);
  expect(direct.stored.length).toBeGreaterThan(5);
  expect([viaChain.taken, direct.taken]).toEqual([0, 12]);
  expect(Object.values(direct.answers).map(({ status }) => status)).toEqual([
    ...[202, 202, 202, 422, 422, 422, 422, 400, 400, 400, 202, 202, 403, 415, 403, 202, 413],
  ]);
});

test("both paths count the same clients and refuse above the limit", async () => {
  useSettings({ ANALYTICS_INGEST: "batched" });
  for (const isDirect of [false, true]) {
    const { send } = await site(isDirect);
    const batch = `[${Array(50).fill(view()).join(",")}]`;
    const address = { "x-forwarded-for": isDirect ? "198.51.100.1" : "198.51.100.2" };
    for (let n = 0; n < 240; n += 1) expect((await send(batch, address)).status).toBe(202);
    const refused = await send(view(), address);
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
    expect(JSON.parse(refused.body)).toMatchObject({ error: { code: "too_many" } });
    expect((await send(view(), { "x-forwarded-for": "198.51.100.3" })).status).toBe(202);
  }
});

test("without a database both paths return 503 with Retry-After", async () => {
  const away = {
    insert: () => ({ values: () => ({ onConflictDoNothing: () => Promise.reject(new DatabaseUnavailable("away")) }) }),
  };
  for (const isDirect of [false, true]) {
    const { send } = await site(isDirect, away as unknown as Db);
    expect(await send(view())).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  }
});

test("only requests to this endpoint take the direct path", async () => {
  const { send, taken } = await site(true);
  await send(view(), {}, { path: "/api/functions/track-funnel-event" });
  await send(view(), {}, { path: "/api/functions/collect-analytics?x=1" });
  await send("", { "content-length": "0" }, { method: "GET" });
  expect(taken.count).toBe(0);
});
