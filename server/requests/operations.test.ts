import type { SQL } from "drizzle-orm";
import { DatabaseError, Pool } from "pg";
import { expect, test, vi } from "vitest";
import { createDb, type Db } from "#app/platform/db.server.ts";
import { requestChain } from "#tests/fixtures/request-chain.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const database = useDatabase();
const { db, connection } = database;
const chain = requestChain(database);
const rejecting = (code: string) => () => Promise.reject(Object.assign(new DatabaseError("", 0, "error"), { code }));
const brokenDatabase = { execute: rejecting("57P01"), transaction: rejecting("57P01") } as unknown as Db;
const peer = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const token = "a-long-enough-token";

test("health needs no database; readiness names the part that is missing", async () => {
  const ready = async (parts: Parameters<typeof chain>[1], path = "/readyz") => {
    const response = await chain({ JOBS: false }, parts).request(path);
    return { code: response.status, ...((await response.json()) as object) };
  };
  expect(await ready({ database: brokenDatabase }, "/healthz")).toMatchObject({ code: 200 });
  expect(await ready({})).toEqual({ code: 200, status: "ready", database: true, jobs: true, storage: true });
  expect(await ready({ database: brokenDatabase })).toMatchObject({ code: 503, reason: "database unavailable" });
  expect(await ready({ stopping: true })).toMatchObject({ code: 503, reason: "stopping" });
});

test("a process that only runs jobs answers health checks and nothing else", async () => {
  const site = chain({ SERVE: false });
  for (const path of ["/healthz", "/readyz"]) expect((await site.request(path)).status).not.toBe(404);
  for (const path of ["/", "/api/openapi.json", "/favicon.svg"]) {
    const response = await site.request(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "jobs_only" } });
  }
  expect((await site.request("/api/newsletter", { method: "POST" })).status).toBe(404);
});

test("readiness detects a full disk within seconds, and its recovery", async () => {
  let isFull = false;
  const write = rejecting("53100");
  const fillable = {
    execute: (query: SQL) => db.execute(query),
    transaction: (work: Parameters<Db["transaction"]>[0]) => (isFull ? write() : db.transaction(work)),
  } as unknown as Db;
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const site = chain({ JOBS: false }, { database: fillable });
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

test("the disk probe makes the database write a temporary file", async () => {
  // One connection, because PostgreSQL publishes a session's statistics when that session is idle.
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

test.each(["127.0.0.1", "127.5.6.7", "::1", "::ffff:127.0.0.1"])(
  "metrics are readable from loopback: %s",
  async (address) => {
    const response = await chain().request("/metrics", { headers: { host: "localhost:3000" } }, peer(address));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("gtmarc_http_request_seconds");
  },
);

test("metrics are not readable through an nginx with default settings, which adds no header and uses HTTP/1.0", async () => {
  const nginx = { incoming: { socket: { remoteAddress: "127.0.0.1" }, httpVersion: "1.0" } };
  const response = await chain().request(
    "/metrics",
    { headers: { host: "127.0.0.1:3000", connection: "close" } },
    nginx,
  );
  expect(response.status).toBe(404);
});

test.each<[string, string, Record<string, string>]>([
  ["another machine", "203.0.113.7", {}],
  ["another machine that claims to be this one", "203.0.113.7", { "x-forwarded-for": "127.0.0.1" }],
  ["a client of a local proxy", "127.0.0.1", { "x-forwarded-for": "203.0.113.7" }],
  ["a client of a local proxy that claims to be local", "127.0.0.1", { "x-forwarded-for": "127.0.0.1, 203.0.113.7" }],
  ["a local proxy that hides its client", "127.0.0.1", { forwarded: "for=unknown" }],
  ["a local proxy that names its client in another header", "127.0.0.1", { "x-real-ip": "127.0.0.1" }],
  ["a local proxy that names only itself", "127.0.0.1", { via: "1.1 varnish" }],
  ["a local proxy that passes the host on", "127.0.0.1", { host: "gtmarc.example" }],
])("metrics require the token from %s", async (_from, address, headers) => {
  for (const TRUSTED_PROXIES of [[], ["127.0.0.1"]]) {
    const site = chain({ TRUSTED_PROXIES, METRICS_TOKEN: token, SITE_URL: "https://gtmarc.example" });
    const status = async (more: Record<string, string>) =>
      (await site.request("/metrics", { headers: { host: "localhost:3000", ...headers, ...more } }, peer(address)))
        .status;
    expect(await status({})).toBe(404);
    expect(await status({ authorization: "Bearer wrong" })).toBe(404);
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
  }
});
