import { Hono } from "hono";
import { expect, test } from "vitest";
import { readSettings } from "#app/platform/env.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import {
  jsonHeaders as json,
  sameOriginHeaders as own,
  requestChain,
  signedInUser,
} from "#tests/fixtures/request-chain.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { createApp } from "./app.ts";
import type { AppEnv } from "./requests/request-env.ts";

const database = useDatabase();
const { db, pool } = database;
const chain = requestChain(database);

test("every response has the security headers and a request id", async () => {
  const response = await chain().request("/who");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get("strict-transport-security")).toBeNull();
});

test("a visitor without a cookie or token is anonymous, and no session is looked up", async () => {
  expect(await (await chain().request("/who")).json()).toMatchObject({ actor: { kind: "anonymous" } });
  const known = await chain().request("/who", { headers: { cookie: "gtmarc_session=x" } });
  expect(await known.json()).toMatchObject({ actor: { userId: signedInUser.userId } });
});

test("a closed connection counts neither as a trusted proxy nor as loopback", async () => {
  const closed = { incoming: { socket: { remoteAddress: undefined } } };
  const site = chain({ TRUSTED_PROXIES: ["127.0.0.1"] });
  const response = await site.request("/who", { headers: { "x-forwarded-for": "203.0.113.7" } }, closed);
  expect(await response.json()).toMatchObject({ address: "unknown" });
  expect((await site.request("/metrics", {}, closed)).status).toBe(404);
});

test("malformed JSON returns 400 in the error format", async () => {
  const endpoints = await import("#app/routes/api/account/access.server.ts");
  const settings = readSettings({ DATA_DIR: "./node_modules/.cache/gtmarc-test-data" });
  const nothing = new Hono<AppEnv>();
  const site = createApp({
    db,
    settings,
    identify: async () => ({ actor: signedInUser }),
    operations: nothing,
    assets: nothing,
    pages: nothing,
    api: newEndpoints().basePath("/api").route("/", endpoints.accessEndpoints),
  });
  const response = await site.request("/api/functions/request-access-code", {
    method: "POST",
    headers: json,
    body: "{",
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "bad_json" } });
});

test("an unknown API path returns 404 in the error format, never a page", async () => {
  const response = await chain().request("/api/none");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
});

test("a wrong method returns 405 with the allowed ones; an unknown path returns 404", async () => {
  const wrong = await chain().request("/api/echo", { method: "PUT", headers: own, body: "{}" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  expect(await wrong.json()).toMatchObject({ error: { code: "method_not_allowed" } });
  const unknown = await chain().request("/api/nothing", { method: "PUT", headers: own, body: "{}" });
  expect(unknown.status).toBe(404);
});

test("an unexpected error returns the request id and no details", async () => {
  const call = await chain().request("/api/breaks", { method: "POST" });
  expect(call.status).toBe(500);
  const text = await call.text();
  expect(text).toContain("An unexpected error occurred. Please try again.");
  expect(text).toContain(call.headers.get("x-request-id"));
  expect(text).not.toContain("boom");
  const page = await chain().request("/breaks");
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await page.text()).not.toContain("boom");
});

test("an unavailable database returns 503 with Retry-After and a message, as JSON for the API and HTML for pages", async () => {
  const call = await chain().request("/api/unavailable", { method: "POST" });
  expect(call.status).toBe(503);
  expect(Number(call.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await call.json()).toEqual({
    error: {
      code: "temporarily_unavailable",
      message: "The service is temporarily unavailable. Please try again in a moment.",
    },
  });
  const data = await chain().request("/unavailable.data");
  expect([data.status, await data.text()]).toEqual([
    503,
    "The service is temporarily unavailable. Please try again in a moment.",
  ]);
  const page = await chain().request("/unavailable");
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe(call.headers.get("retry-after"));
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain("<h1>Temporarily unavailable</h1>");
  expect(text).not.toContain("secret");
});

test("a form that meets an outage or a full mailbox gets a page that sends its fields again, without passwords", async () => {
  const body = new URLSearchParams([
    ["email", "dana@northfield.example"],
    ["company_name", '"><b>Northfield'],
    ["tool", "hubspot"],
    ["tool", "slack"],
    ["password", "correct horse"],
  ]);
  for (const [path, status, title] of [
    ["/unavailable", 503, "Temporarily unavailable"],
    ["/mailbox-full", 429, "Please try again later"],
  ] as const) {
    const response = await chain().request(path, { method: "POST", body });
    expect(response.status).toBe(status);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("content-security-policy")).toContain("form-action 'self'");
    const page = await response.text();
    expect(page).toContain(`<h1>${title}</h1>`);
    // To the same URL, with its query: it can say where to continue.
    expect(page).toContain('<form method="post">');
    expect(page).toContain('<input type="hidden" name="company_name" value="&quot;&gt;&lt;b&gt;Northfield">');
    expect(page.match(/name="tool"/g)).toHaveLength(2);
    expect(page).not.toContain("correct horse");
  }
});

test("a write that fails because the disk is full returns 503 storage_full", async () => {
  const call = await chain().request("/api/full", { method: "POST" });
  expect(call.status).toBe(503);
  expect(call.headers.get("retry-after")).toBe("60");
  expect(await call.json()).toMatchObject({ error: { code: "storage_full", message: /disk is full/ } });
});

test("a full password-check queue returns 503 with Retry-After", async () => {
  const crowded = await chain().request("/api/crowded", { method: "POST", headers: own, body: "{}" });
  expect([crowded.status, crowded.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(await crowded.json()).toMatchObject({ error: { code: "busy" } });
});

test("a large upload needs a Content-Length and is not read as a form, so anonymous requests cannot make the server buffer it", async () => {
  const path = "/api/admin/prospect-imports";
  const send = (headers: Record<string, string>, body: BodyInit) =>
    chain().request(path, { method: "POST", headers: { ...own, ...headers }, body, duplex: "half" } as RequestInit);
  const large = "x".repeat(100_000);
  let taken = 0;
  const chunks = new ReadableStream({
    pull(controller) {
      taken += 1;
      if (taken > 1000) controller.close();
      else controller.enqueue(new TextEncoder().encode("x".repeat(10_000)));
    },
  });
  expect((await send({ "content-type": "text/csv", "transfer-encoding": "chunked" }, chunks)).status).toBe(413);
  expect(taken).toBeLessThan(20);
  const length = { "content-length": String(large.length) };
  const form = { ...length, "content-type": "application/x-www-form-urlencoded" };
  expect((await send(form, large)).status).toBe(413);
  expect((await send({ ...length, "content-type": "text/csv" }, large)).status).not.toBe(413);
});

test("API requests are limited to 600 a minute per client, whatever X-Forwarded-For says", async () => {
  const site = chain();
  await pool.query("delete from rate_limit");
  const statuses = new Map<number, number>();
  for (let batch = 0; batch < 13; batch += 1) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        site.request("/api/echo", {
          method: "POST",
          headers: { ...json, "x-forwarded-for": `198.51.100.${index}` },
          body: "{}",
        }),
      ),
    );
    for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 600, 429: 50 });
});
