import type { SQL } from "drizzle-orm";
import { Hono } from "hono";
import { DatabaseError, Pool } from "pg";
import { expect, test, vi } from "vitest";
import type { Actor } from "#app/lib/actor.ts";
import { GateCrowded } from "#app/lib/narrow-gate.ts";
import { createDb, type Db } from "#app/platform/db.server.ts";
import { readSettings, type Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { useDatabase } from "../tests/setup/test-database.ts";
import { createApp } from "./app.ts";
import { operations } from "./operations.ts";
import type { AppEnv } from "./request-env.ts";

const { db, pool, connection } = useDatabase();
const someone: Actor = {
  kind: "user",
  userId: "018f0000-0000-7000-8000-000000000001",
  sessionId: "s",
  email: "dana@northfield.example",
  isAdmin: false,
  aal: "aal1",
};

function chain(changes: Partial<Settings> = {}, parts: { database?: Db; stopping?: boolean } = {}) {
  const settings = { ...readSettings({ DATA_DIR: "./node_modules/.cache/gtmarc-test-data" }), ...changes };
  const pages = new Hono<AppEnv>();
  pages.get("/who", (c) =>
    c.json({
      actor: c.get("ctx").actor,
      address: c.get("address"),
      host: c.get("host"),
      scheme: c.get("scheme"),
    }),
  );
  pages.get("/breaks", () => {
    throw new Error("boom");
  });
  const api = newEndpoints();
  api.post("/api/echo", async (c) => c.json(await c.req.json()));
  api.post("/api/breaks", () => {
    throw new Error("boom");
  });
  const fails = (code: string) => () =>
    Promise.reject(Object.assign(new DatabaseError("secret", 6, "error"), { code }));
  api.post("/api/unavailable", fails("57P01")).post("/api/full", fails("53100"));
  api.post("/api/crowded", () => Promise.reject(new GateCrowded()));
  pages.get("/unavailable", fails("57P01"));
  return createApp({
    db,
    settings,
    identify: async () => ({ actor: someone }),
    operations: operations({
      db: parts.database ?? db,
      pool,
      settings,
      isStopping: () => parts.stopping ?? false,
    }),
    api,
    assets: new Hono<AppEnv>(),
    pages,
  });
}
const rejecting = (code: string) => () => Promise.reject(Object.assign(new DatabaseError("", 0, "error"), { code }));
const brokenDatabase = { execute: rejecting("57P01"), transaction: rejecting("57P01") } as unknown as Db;
const json = { "content-type": "application/json" };
const own = { ...json, origin: "http://localhost:3000", host: "localhost:3000" };

test("every answer carries the security headers and a request id", async () => {
  const answer = await chain().request("/who");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(answer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get("strict-transport-security")).toBeNull();
});

test.each([
  ["host", "max-age=63072000"],
  ["subdomains", "max-age=63072000; includeSubDomains"],
  ["preload", "max-age=63072000; includeSubDomains; preload"],
] as const)("https sites are pinned to https, their subdomains by setting: HSTS=%s", async (HSTS, expected) => {
  const answer = await chain({ SITE_URL: "https://gtmarc.example", HSTS }).request("/who");
  expect(answer.headers.get("strict-transport-security")).toBe(expected);
});

test("subdomains and the preload list are not touched unless the operator asks", () => {
  expect(readSettings({ SECRET: "x".repeat(32) }).HSTS).toBe("host");
});

test.each([
  ["https://gtmarc.example", "gtmarc.example", "https://gtmarc.example", true],
  ["https://gtmarc.example", "gtmarc.example.", "https://gtmarc.example.", true],
  ["https://gtmarc.example", "gtmarc.example", "http://gtmarc.example", false],
  ["https://gtmarc.example", "gtmarc.example", "https://gtmarc.example:8443", false],
  ["https://gtmarc.example", "pr-7.vercel.app", "https://pr-7.vercel.app", true],
  ["https://gtmarc.example", "pr-7.vercel.app", "http://pr-7.vercel.app", false],
  ["https://gtmarc.example", "localhost:3000", "http://localhost:3000", true],
  ["http://gtmarc.example", "gtmarc.example", "https://gtmarc.example", false],
  ["http://localhost:3000", "pr-7.vercel.app", "https://pr-7.vercel.app", true],
])(
  "origins are compared with their scheme: site %s, host %s, origin %s, own %s",
  async (SITE_URL, host, origin, own) => {
    const headers = { ...json, host, origin };
    const site = chain({ SITE_URL });
    const answer = await site.request("/api/echo", { method: "POST", headers, body: "{}" });
    const { error } = (await answer.json()) as { error?: { code: string } };
    expect(error?.code !== "foreign_origin").toBe(own);
  },
);

test("a visitor without cookie or token is nobody, and no session is looked up", async () => {
  expect(await (await chain().request("/who")).json()).toMatchObject({ actor: { kind: "anonymous" } });
  const known = await chain().request("/who", { headers: { cookie: "gtmarc_session=x" } });
  expect(await known.json()).toMatchObject({ actor: { userId: someone.userId } });
});

test("production answers its own host, loopback and preview hosts, and 421 to any other", async () => {
  const site = chain({ production: true, SITE_URL: "https://gtmarc.example" });
  const status = async (host: string) => (await site.request("/who", { headers: { host } })).status;
  expect(await status("gtmarc.example")).toBe(200);
  expect(await status("localhost:3000")).toBe(200);
  expect(await status("pr-7.vercel.app")).toBe(302);
  expect(await status("GTMarc.example.:443")).toBe(200);
  expect(await status("evil.example")).toBe(421);
  expect(await status("user@gtmarc.example")).toBe(421);
  expect(await status("gtmarc.example.evil.example")).toBe(421);
});

test("a body over 64 KiB is refused with 413, whether or not it says how long it is", async () => {
  const body = JSON.stringify({ text: "x".repeat(70_000) });
  const lengths: Record<string, string>[] = [{}, { "content-length": `${body.length}` }, { "content-length": "many" }];
  for (const stated of lengths) {
    const answer = await chain().request("/api/echo", { method: "POST", headers: { ...json, ...stated }, body });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: "body_too_large" } });
  }
  const chunked = { "transfer-encoding": "chunked", "content-length": "10" };
  const hidden = await chain().request("/api/echo", { method: "POST", headers: { ...json, ...chunked }, body });
  expect(hidden.status).toBe(413);
});

test("unreadable JSON is answered 400 in the error shape", async () => {
  const endpoints = await import("#app/routes/api/access.server.ts");
  const settings = readSettings({ DATA_DIR: "./node_modules/.cache/gtmarc-test-data" });
  const nothing = new Hono<AppEnv>();
  const site = createApp({
    db,
    settings,
    identify: async () => ({ actor: someone }),
    operations: nothing,
    assets: nothing,
    pages: nothing,
    api: newEndpoints().basePath("/api").route("/", endpoints.accessEndpoints),
  });
  const answer = await site.request("/api/functions/request-access-code", { method: "POST", headers: json, body: "{" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: "bad_json" } });
});

test.each([
  ["same origin", own, 200],
  ["same origin with a cookie", { ...own, cookie: "gtmarc_session=x" }, 200],
  ["a program without cookie or origin", json, 200],
  ["another site's page", { ...own, origin: "https://evil.example", cookie: "gtmarc_session=x" }, 403],
  ["another site's page without a cookie", { ...own, origin: "https://evil.example" }, 403],
  ["an opaque origin", { ...own, origin: "null", cookie: "gtmarc_session=x" }, 403],
  ["a cookie and no word on where it comes from", { ...json, host: "localhost:3000", cookie: "gtmarc_session=x" }, 403],
  [
    "a cookie from a sibling site",
    { ...json, host: "localhost:3000", cookie: "gtmarc_session=x", "sec-fetch-site": "same-site" },
    403,
  ],
  [
    "a cookie with the browser's word for same origin",
    { ...json, host: "localhost:3000", cookie: "gtmarc_session=x", "sec-fetch-site": "same-origin" },
    200,
  ],
])("changes from %s are answered %s", async (_from, headers, status) => {
  const answer = await chain().request("http://localhost:3000/api/echo", {
    method: "POST",
    headers: headers as Record<string, string>,
    body: "{}",
  });
  expect(answer.status).toBe(status);
});

test("unknown calls are 404 in the error shape, never a page", async () => {
  const answer = await chain().request("/api/none");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
});

test("a bug is answered with the request's number and nothing else about it", async () => {
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

test("calls are limited per client to 600 a minute, whatever X-Forwarded-For says", async () => {
  const site = chain();
  await pool.query("delete from rate_limit");
  const statuses = new Map<number, number>();
  for (let batch = 0; batch < 13; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        site.request("/api/echo", {
          method: "POST",
          headers: { ...json, "x-forwarded-for": `198.51.100.${index}` },
          body: "{}",
        }),
      ),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 600, 429: 50 });
});

test("behind a trusted proxy clients are told apart by what that proxy saw", async () => {
  const site = chain({ TRUSTED_PROXIES: ["127.0.0.1"] });
  const seen = async (headers: Record<string, string>) =>
    ((await (await site.request("/who", { headers })).json()) as { address: string }).address;
  expect(await seen({ "x-forwarded-for": "203.0.113.7" })).toBe("203.0.113.7");
  expect(await seen({ "x-forwarded-for": "1.2.3.4, 203.0.113.7" })).toBe("203.0.113.7");
  expect(await seen({ "x-forwarded-for": "1.2.3.4, unknown" })).toBe("127.0.0.1");
  expect(await seen({ forwarded: 'for=1.2.3.4, for="[2001:db8::1]:4711"' })).toBe("2001:db8::1");
});

test("a connection that is already closed counts neither as a trusted proxy nor as loopback", async () => {
  const closed = { incoming: { socket: { remoteAddress: undefined } } };
  const site = chain({ TRUSTED_PROXIES: ["127.0.0.1"] });
  const answer = await site.request("/who", { headers: { "x-forwarded-for": "203.0.113.7" } }, closed);
  expect(await answer.json()).toMatchObject({ address: "unknown" });
  expect((await site.request("/metrics", {}, closed)).status).toBe(404);
});

test("X-Forwarded-Host and X-Forwarded-Proto count only with TRUST_FORWARDED_HOST and from a trusted proxy", async () => {
  const headers = {
    host: "127.0.0.1:3000",
    "x-forwarded-host": "evil.example, GTMarc.Example.",
    "x-forwarded-proto": "https",
  };
  const seen = async (changes: Partial<Settings>) => (await chain(changes).request("/who", { headers })).json();
  const inside = { host: "127.0.0.1:3000", scheme: "http" };
  expect(await seen({})).toMatchObject(inside);
  expect(await seen({ TRUSTED_PROXIES: ["127.0.0.1"] })).toMatchObject(inside);
  expect(await seen({ TRUST_FORWARDED_HOST: true })).toMatchObject(inside);
  expect(await seen({ TRUSTED_PROXIES: ["127.0.0.1"], TRUST_FORWARDED_HOST: true })).toMatchObject({
    host: "gtmarc.example",
    scheme: "https",
  });
});

test("a lost database is 503 with Retry-After and a sentence, as JSON for calls and as a page for pages", async () => {
  const call = await chain().request("/api/unavailable", { method: "POST" });
  expect(call.status).toBe(503);
  expect(Number(call.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await call.json()).toEqual({
    error: {
      code: "temporarily_unavailable",
      message: "The service is temporarily unavailable. Please try again in a moment.",
    },
  });
  const page = await chain().request("/unavailable");
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe(call.headers.get("retry-after"));
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain("<h1>Temporarily unavailable</h1>");
  expect(text).not.toContain("secret");
});

test("a call that cannot write because the disk is full is 503 and says so", async () => {
  const call = await chain().request("/api/full", { method: "POST" });
  expect(call.status).toBe(503);
  expect(call.headers.get("retry-after")).toBe("60");
  expect(await call.json()).toMatchObject({ error: { code: "storage_full", message: /disk is full/ } });
});

test("health responds without a database; readiness says what is missing", async () => {
  const ready = async (parts: Parameters<typeof chain>[1], path = "/readyz") => {
    const answer = await chain({ JOBS: false }, parts).request(path);
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  expect(await ready({ database: brokenDatabase }, "/healthz")).toMatchObject({ code: 200 });
  expect(await ready({})).toEqual({ code: 200, status: "ready", database: true, jobs: true, storage: true });
  expect(await ready({ database: brokenDatabase })).toMatchObject({ code: 503, reason: "database unavailable" });
  expect(await ready({ stopping: true })).toMatchObject({ code: 503, reason: "stopping" });
});

test("readiness notices a full disk within seconds, and that it has space again", async () => {
  let isFull = false;
  const write = rejecting("53100");
  const database = {
    execute: (query: SQL) => db.execute(query),
    transaction: (work: Parameters<Db["transaction"]>[0]) => (isFull ? write() : db.transaction(work)),
  } as unknown as Db;
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const site = chain({ JOBS: false }, { database });
    const ready = async () => (await (await site.request("/readyz")).json()) as { status: string; reason?: string };
    expect(await ready()).toMatchObject({ status: "ready", storage: true });
    isFull = true;
    vi.advanceTimersByTime(3_100);
    expect(await ready()).toEqual({
      status: "not ready",
      reason: "disk full",
      database: true,
      jobs: true,
      storage: false,
    });
    isFull = false;
    vi.advanceTimersByTime(3_100);
    expect(await ready()).toMatchObject({ status: "ready", storage: true });
  } finally {
    vi.useRealTimers();
  }
});

test("the probe of the database's disk writes a temporary file", async () => {
  // One connection, because PostgreSQL publishes a session's figures when that session is idle.
  const single = new Pool({ ...connection, max: 1 });
  const written = async () => {
    await single.query("select pg_stat_force_next_flush()");
    const { rows } = await single.query<{ bytes: string }>(
      "select temp_bytes as bytes from pg_stat_database where datname = current_database()",
    );
    return Number(rows[0]!.bytes);
  };
  const before = await written();
  await chain({ JOBS: false }, { database: createDb(single) }).request("/readyz");
  expect((await written()) - before).toBeGreaterThan(500_000);
  await single.end();
});

test.each([
  ["//", "/"],
  ["//x/account", "/x/account"],
  ["//evil.example/x?preview_token=t", "/evil.example/x?preview_token=t"],
  ["/who//is?a=//b", "/who/is?a=//b"],
  ["/%77ho", "/who"],
])("GET %s is sent to %s, whatever the host", async (path, normal) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await chain().request(`http://localhost:3000${path}`, { method });
    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toBe(normal);
  }
  const preview = await chain().request(`http://localhost:3000${path}`, { headers: { host: "pr-7.vercel.app" } });
  expect([preview.status, preview.headers.get("location")]).toEqual([308, normal]);
});

test("other methods are refused at another form of a path", async () => {
  const answer = await chain().request("http://localhost:3000//api/echo", {
    method: "POST",
    headers: json,
    body: "{}",
  });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("location")).toBeNull();
});

test.each(["/schedule/%00", "/%", "/%ff", "/who?q=%00", "/api/%00", "/account%00.data"])(
  "%s is a bad request",
  async (path) => {
    const answer = await chain().request(`http://localhost:3000${path}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toMatch(/^\/(api|.*data$)/.test(path) ? /json/ : /json|html/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  },
);

test("a form with U+0000 is refused before it is read", async () => {
  const form = (body: string) =>
    chain().request("http://localhost:3000/who", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
  expect((await form("token=a%00b")).status).toBe(400);
  expect((await form("token=ab")).status).toBe(404);
});

test.each(["PROPFIND", "SEARCH", "QUERY", "PURGE"])(
  "%s is answered 405 with what is allowed, without an error line",
  async (method) => {
    const said = vi.spyOn(log, "error");
    for (const path of ["/who", "/api/echo", "/nothing"]) {
      const answer = await chain().request(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    }
    expect(said).not.toHaveBeenCalled();
  },
);

const peer = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const token = "a-long-enough-token";

test.each(["127.0.0.1", "127.5.6.7", "::1", "::ffff:127.0.0.1"])(
  "metrics are open to a program on this machine: %s",
  async (address) => {
    const answer = await chain().request("/metrics", { headers: { host: "localhost:3000" } }, peer(address));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("gtmarc_http_request_seconds");
  },
);

test("metrics are closed to an nginx without settings, which adds no header and speaks HTTP/1.0", async () => {
  const nginx = { incoming: { socket: { remoteAddress: "127.0.0.1" }, httpVersion: "1.0" } };
  const answer = await chain().request("/metrics", { headers: { host: "127.0.0.1:3000", connection: "close" } }, nginx);
  expect(answer.status).toBe(404);
});

test.each<[string, string, Record<string, string>]>([
  ["another machine", "203.0.113.7", {}],
  ["another machine that claims to be this one", "203.0.113.7", { "x-forwarded-for": "127.0.0.1" }],
  ["a visitor of a local proxy", "127.0.0.1", { "x-forwarded-for": "203.0.113.7" }],
  ["a visitor of a local proxy who claims to be local", "127.0.0.1", { "x-forwarded-for": "127.0.0.1, 203.0.113.7" }],
  ["a local proxy that hides its visitor", "127.0.0.1", { forwarded: "for=unknown" }],
  ["a local proxy that names its visitor otherwise", "127.0.0.1", { "x-real-ip": "127.0.0.1" }],
  ["a local proxy that says only what it is", "127.0.0.1", { via: "1.1 varnish" }],
  ["a local proxy that passes the host on", "127.0.0.1", { host: "gtmarc.example" }],
])("metrics are closed without the token to %s", async (_who, address, headers) => {
  for (const TRUSTED_PROXIES of [[], ["127.0.0.1"]]) {
    const site = chain({ TRUSTED_PROXIES, METRICS_TOKEN: token, SITE_URL: "https://gtmarc.example" });
    const ask = async (more: Record<string, string>) =>
      (await site.request("/metrics", { headers: { host: "localhost:3000", ...headers, ...more } }, peer(address)))
        .status;
    expect(await ask({})).toBe(404);
    expect(await ask({ authorization: "Bearer wrong" })).toBe(404);
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
  }
});

test("a call with a wrong method is 405 and names the allowed ones, an unknown call is 404", async () => {
  const wrong = await chain().request("/api/echo", { method: "PUT", headers: own, body: "{}" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  expect(await wrong.json()).toMatchObject({ error: { code: "method_not_allowed" } });
  const unknown = await chain().request("/api/nothing", { method: "PUT", headers: own, body: "{}" });
  expect(unknown.status).toBe(404);
});

test("a crowded password check is 503 with Retry-After on every call", async () => {
  const crowded = await chain().request("/api/crowded", { method: "POST", headers: own, body: "{}" });
  expect([crowded.status, crowded.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(await crowded.json()).toMatchObject({ error: { code: "busy" } });
});
