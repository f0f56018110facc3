import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import { allPaths } from "#app/features/content/content.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { storedAddress } from "#app/features/security/security-log/stored-address.server.ts";
import { sweepTraps } from "#app/features/security/security-log/traps.server.ts";
import { cspReport, securityEvent } from "#app/features/security/tables.server.ts";
import { readSettings, useSettings } from "#app/platform/env.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { createApp } from "#server/app.ts";
import type { AppEnv } from "#server/requests/request-env.ts";
import { later } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { securityEndpoints } from "./security.server.ts";

const { db, ctx, pool } = useDatabase();
const call = callsOf(securityEndpoints);
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
});

function site() {
  const pages = new Hono<AppEnv>();
  pages.all("*", (c) => c.text("page", c.req.path === "/404" ? 404 : 200));
  const settings = readSettings({ DATA_DIR: "./node_modules/.cache/gtmarc-test-data", TRUSTED_PROXIES: "127.0.0.1" });
  const none = new Hono<AppEnv>();
  const api = newEndpoints().basePath("/api").route("/", securityEndpoints);
  return createApp({
    db,
    settings,
    identify: async () => ({ actor: { kind: "anonymous" } }),
    operations: none,
    assets: none,
    api,
    pages,
  });
}
const visit = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  site().request(`http://localhost:3000${path}`, { method, headers: { "user-agent": "Scanner/1.0", ...headers } });
const hits = () => db.select().from(securityEvent);

test.each([
  "/admin-debug",
  "/admin-legacy",
  "/admin-legacy/login",
  "/api/internal/users",
  "/api/internal",
  "/.env",
  "/.env.local",
  "/config",
  "/config.json",
  "/admin-api",
  "/admin-api/v1/keys",
  "/backup",
  "/backup.zip",
  // The four decoy endpoints of the specification.
  "/api/internal/config",
  "/api/internal/keys",
  "/api/internal/export",
])("%s leads to the not-found screen and leaves a hit", async (path) => {
  for (const method of ["GET", "POST"]) {
    const answer = await visit(path, { referer: "https://evil.example/list" }, method);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/404"]);
    expect(answer.headers.get("server")).toBeNull();
    expect(answer.headers.get("x-powered-by")).toBeNull();
  }
  expect(await hits()).toMatchObject([
    { kind: "decoy", path, referrer: "https://evil.example", userAgent: "Scanner/1.0" },
  ]);
});

test.each(["/configuration", "/backups", "/admin", "/admin-debugger", "/api/internals", "/.environment", "/pricing"])(
  "%s is no decoy",
  async (path) => {
    expect((await visit(path)).status).not.toBe(302);
    expect(await hits()).toEqual([]);
  },
);

test("hits are counted by client, trap and day, under a hash instead of an address", async () => {
  for (const address of ["198.51.100.1", "198.51.100.1", "198.51.100.2"])
    await visit("/.env", { "x-forwarded-for": address });
  const kept = await hits();
  expect(kept.map(({ rule, count }) => [rule, count])).toEqual([
    ["/.env", 2],
    ["/.env", 1],
  ]);
  expect(JSON.stringify(kept)).not.toContain("198.51");
});

test("one client cannot fill the table with made-up paths", async () => {
  for (let n = 0; n < 80; n += 1) await visit(`/api/internal/${n}`);
  expect(await hits()).toMatchObject([{ rule: "/api/internal", path: "/api/internal/59", count: 60 }]);
});

test("reported decoys are stored, other bodies are dropped, and both return 204", async () => {
  const report = { path: "/admin-debug", referrer: "x", userAgent: "y", timestamp: "2026-03-02T15:00:00Z" };
  expect((await call(ctx, "/security-honeypot", report)).status).toBe(204);
  for (const body of [{}, { path: 7 }, "{", "", "[]", null])
    expect((await call(ctx, "/security-honeypot", body ?? "null")).status).toBe(204);
  expect(await hits()).toMatchObject([{ kind: "decoy_report", path: "/admin-debug" }]);
});

test("violations are counted by kind and day, in every format that browsers send, without query strings", async () => {
  const old = {
    "csp-report": {
      "violated-directive": "script-src-elem",
      "effective-directive": "script-src-elem",
      "blocked-uri": "https://evil.example/x.js?secret=1",
      "document-uri": "https://gtmarc.example/reset-password?token=abc",
      "source-file": "",
    },
  };
  const modern = [
    {
      type: "csp-violation",
      body: {
        effectiveDirective: "script-src-elem",
        blockedURL: "https://evil.example/x.js?secret=2",
        documentURL: "https://gtmarc.example/reset-password?token=def",
        sourceFile: null,
      },
    },
    { type: "deprecation", body: {} },
  ];
  const own = {
    type: "csp_violation",
    report: {
      documentUri: "https://gtmarc.example/reset-password#x",
      violatedDirective: "script-src-elem",
      effectiveDirective: "",
      blockedUri: "https://evil.example/x.js",
      originalPolicy: "script-src 'self'",
      ...{ statusCode: 200, lineNumber: 12, columnNumber: 7 },
    },
    ...{ timestamp: "2026-03-02T15:00:00Z", userAgent: "Browser 1", url: "https://gtmarc.example/pricing?email=a@b.c" },
  };
  const sent = [
    [old, "application/csp-report"],
    [modern, "application/reports+json"],
    [own, "application/json"],
  ] as const;
  for (const [body, type] of sent)
    expect((await call(ctx, "/csp-report", JSON.stringify(body), { headers: { "content-type": type } })).status).toBe(
      204,
    );
  expect(await db.select().from(cspReport)).toMatchObject([
    {
      directive: "script-src-elem",
      blocked: "https://evil.example",
      page: "/reset-password",
      count: 3,
      latest: {
        violatedDirective: "script-src-elem",
        originalPolicy: "script-src 'self'",
        ...{ statusCode: 200, lineNumber: 12, columnNumber: 7 },
        ...{ timestamp: "2026-03-02T15:00:00Z", userAgent: "Browser 1", url: "/pricing" },
      },
    },
  ]);
});

test("a violation with texts that are cut inside an emoji is counted", async () => {
  const [long, page] = [`${"x".repeat(99)}🚀`, `https://gtmarc.example/${"x".repeat(198)}🚀`];
  const report = {
    effectiveDirective: long,
    documentUri: page,
    violatedDirective: long,
    originalPolicy: "x".repeat(4000),
  };
  const body = { type: "csp_violation", report, timestamp: long, userAgent: "Browser 1", url: page };
  expect((await call(ctx, "/csp-report", body)).status).toBe(204);
  expect(await db.select().from(cspReport)).toMatchObject([
    { directive: "x".repeat(99), count: 1, latest: { violatedDirective: "x".repeat(99), timestamp: "x".repeat(99) } },
  ]);
});

test("a client that invents violations cannot use up the day's limit of new kinds", async () => {
  const report = async (directive: string, address: string, n: number) => {
    const body = { "csp-report": { "effective-directive": directive, "document-uri": `https://gtmarc.example/${n}` } };
    const answer = await call(ctx, "/csp-report", JSON.stringify(body), {
      ...{ headers: { "content-type": "application/csp-report" }, address },
    });
    expect(answer.status).toBe(204);
  };
  await report("script-src", "198.51.100.1", 1);
  await db.execute(sql`update rate_limit set points = 100 where key like 'csp-report-client-kinds:%'`);
  await report("style-src", "198.51.100.1", 1);
  await report("script-src", "198.51.100.1", 1);
  await report("img-src", "198.51.100.2", 1);
  const kept = await db.select().from(cspReport).orderBy(cspReport.directive);
  expect(kept).toMatchObject([{ directive: "img-src" }, { directive: "script-src", count: 2 }]);
});

test("the paths of all content pages are stored unchanged", () => {
  for (const path of allPaths()) expect(storedAddress(`https://gtmarc.example${path}`)).toBe(path);
});

const secret = "Zk3_v9-QwErTyUiOpAsDfGhJkLzXcVbNm1234567890";

test.each(["booking", "share", "unsubscribe", "calendar"])(
  "a report from a /%s page is stored without its token",
  async (area) => {
    const address = `https://gtmarc.example/${area}/${secret}?x=1`;
    await send(
      { "csp-report": { "document-uri": address, "source-file": address, "blocked-uri": address } },
      "192.0.2.1",
    );
    const kept = await db.select().from(cspReport);
    expect(kept).toMatchObject([{ page: `/${area}/:token`, source: `/${area}/:token`, blocked: `/${area}/:token` }]);
    expect(JSON.stringify(kept)).not.toContain(secret);
  },
);

test("hits are stored without the tokens and queries of the referrer and the reported path", async () => {
  await visit("/.env", { referer: `https://gtmarc.example/reset-password?token=${secret}` });
  await visit("/backup", { referer: `https://elsewhere.example/mail/${secret}?q=1` });
  await call(ctx, "/security-honeypot", {
    path: `/share/${secret}?x=1`,
    referrer: `https://gtmarc.example/booking/${secret}`,
  });
  await call(ctx, "/security-honeypot", { path: `/config?token=${secret}` });
  const kept = await hits();
  expect(kept.map(({ path, referrer }) => [path, referrer])).toEqual([
    ["/.env", "/reset-password"],
    ["/backup", "https://elsewhere.example"],
    ["/share/:token", "/booking/:token"],
    ["/config", null],
  ]);
});

test("refused requests are counted by code, ordinary responses are not", async () => {
  const from = {
    origin: "https://evil.example",
    "content-type": "application/json",
    "x-forwarded-for": "198.51.100.4",
  };
  for (let sent = 0; sent < 3; sent += 1)
    expect((await visit("/api/functions/validate-preview-token", from, "POST")).status).toBe(403);
  expect((await visit("/api/csp-report", from, "PROPFIND")).status).toBe(405);
  expect((await visit("/api/nothing", from)).status).toBe(404);
  await expect
    .poll(async () => (await hits()).map(({ kind, rule, count }) => [kind, rule, count]).toSorted())
    .toEqual([
      ["refused", "foreign_origin", 3],
      ["refused", "method_not_allowed", 1],
    ]);
  expect(JSON.stringify(await hits())).not.toContain("198.51");
});

test("hits and reports are deleted after 90 days", async () => {
  await call(ctx, "/security-honeypot", { path: "/.env" });
  expect(await sweepTraps(later(ctx, { days: 89 }))).toBe(0);
  expect(await sweepTraps(later(ctx, { days: 91 }))).toBe(1);
});

const report = (page: string) => ({ "csp-report": { "effective-directive": "script-src", "document-uri": page } });
const send = (body: unknown, address: string) => call(ctx, "/csp-report", body, { address });
const pages = async () => (await db.select().from(cspReport)).map(({ page, count }) => [page, count]);

test("one client's reports are limited, those of others are still counted, and the response is always 204", async () => {
  const ten = (from: number) => Array.from({ length: 10 }, (_, n) => report(`/${from + n}`));
  for (let sent = 0; sent < 80; sent += 10) expect((await send(ten(sent), "198.51.100.1")).status).toBe(204);
  expect(await pages()).toHaveLength(60);
  await send(report("/other"), "198.51.100.2");
  expect(await pages()).toHaveLength(61);
});

test("many clients cannot fill the table with made-up violations; known ones are still counted", async () => {
  await send(report("/known"), "198.51.100.1");
  for (let use = 0; use < 1000; use += 1) await countUse(ctx, "csp-report-kinds", "all");
  await send(report("/made-up"), "198.51.100.2");
  await send(report("/known"), "198.51.100.3");
  expect(await pages()).toEqual([["/known", 2]]);
});

test("many clients cannot fill the table of hits", async () => {
  const hit = (address: string, path: string) => call(ctx, "/security-honeypot", { path }, { address });
  await hit("198.51.100.1", "/.env");
  await db.execute(sql`update rate_limit set points = 20000 where key like 'trap-rows:%'`);
  await hit("198.51.100.2", "/.env");
  expect(await hits()).toHaveLength(1);
});

test("reports and decoys have their own limit, which works when the request limit is used up", async () => {
  const from = { "x-forwarded-for": "198.51.100.9", "content-type": "application/json" };
  const post = (path: string, body: unknown) =>
    site().request(`http://localhost:3000${path}`, { method: "POST", headers: from, body: JSON.stringify(body) });
  for (let sent = 0; sent < 61; sent += 1) await post("/api/csp-report", report("/x"));
  await post("/api/security-honeypot", { path: "/.env" });
  await visit("/.env", from);
  const { rows } = await pool.query("select split_part(key, ':', 1) as rule, points from rate_limit order by rule");
  expect(rows).toEqual([
    { rule: "csp-report", points: 61 },
    { rule: "csp-report-client-kinds", points: 1 },
    { rule: "csp-report-kinds", points: 1 },
    { rule: "trap", points: 2 },
    { rule: "trap-rows", points: 2 },
  ]);
});
