import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import pg from "pg";
import { expect, test } from "vitest";
import { type Embedded, startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { clusterMark, layoutOf } from "#app/platform/postgres/layout.server.ts";
import { type Product, startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";

/** The built product while its database is unavailable, late or slow, and during shutdown. */

const secret = "s".repeat(32);

function urlOf({ connection: { host, user, database } }: Embedded): string {
  return `postgresql:///${database}?host=${encodeURIComponent(String(host))}&user=${user}`;
}

let sent = 0;
const requestAccess = (url: string, email: string) => {
  sent += 1;
  return fetch(`${url}/api/functions/request-access-code`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `203.0.${sent >> 8}.${sent & 255}` },
    body: JSON.stringify({ email, company_name: "Northfield Analytics" }),
  });
};

async function readiness(url: string) {
  const response = await fetch(`${url}/readyz`);
  return { code: response.status, ...((await response.json()) as { status: string; reason?: string }) };
}

const untilReady = (url: string) =>
  expect
    .poll(() => readiness(url).catch(() => undefined), { interval: 50 })
    .toMatchObject({ code: 200, status: "ready" });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stopped(product: Product) {
  product.signal("SIGTERM");
  expect(await product.ended()).toMatchObject({ status: 0 });
}

test("the process survives twelve lost connections during writes, returns 503 meanwhile and loses no acknowledged row", async () => {
  const dataDir = scratch();
  const database = await startEmbedded({ dataDir, role: "command" });
  const product = await startProduct(scratch(), {
    DATABASE_URL: urlOf(database),
    SECRET: secret,
    TRUSTED_PROXIES: "127.0.0.1",
    STOP_GRACE_SECONDS: "0",
  });
  const admin = new pg.Client({ ...(database.superuserConnection as pg.ClientConfig), database: "gtmarc" });
  admin.on("error", () => {});
  await admin.connect();
  const backends = async () =>
    (await admin.query<{ pid: number }>("select pid from pg_stat_activity where usename = 'gtmarc'")).rows.map(
      ({ pid }) => pid,
    );

  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  let isOver = false;
  const visitors = Array.from({ length: 6 }, async (_, visitor) => {
    for (let turn = 0; !isOver; turn += 1) {
      const email = `v${visitor}-t${turn}@northfield.example`;
      const { status, headers } = await requestAccess(product.url, email);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) acknowledged.push(email);
      if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });
  for (let round = 0; round < 12; round += 1) {
    const stored = acknowledged.length;
    await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(stored + 3);
    if (round % 4 < 3)
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'gtmarc'");
    else process.kill((await backends()).at(-1)!, "SIGTERM");
  }
  isOver = true;
  await Promise.all(visitors);
  await untilReady(product.url);
  expect([...statuses.keys()].toSorted()).toEqual([200, 503]);
  const { rows } = await admin.query(
    "select count(distinct email)::int as n from access_request where email = any($1)",
    [acknowledged],
  );
  expect(rows).toEqual([{ n: acknowledged.length }]);
  expect(product.output()).not.toContain("request failed");
  await admin.end();
  await stopped(product);
  await database.stop();
});

test("the process survives a killed backend of the embedded database, which ends all sessions", async () => {
  const dataDir = scratch();
  const product = await startProduct(dataDir);
  const mark = clusterMark(layoutOf(dataDir).cluster);
  const backends = () =>
    execFileSync("pgrep", ["-f", `postgres: ${mark}.* gtmarc gtmarc`], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  const before = backends();
  process.kill(before.at(-1)!, "SIGKILL");
  await expect.poll(() => before.filter((pid) => isAlive(pid))).toEqual([]);
  const { pid } = product;
  await expect
    .poll(async () => (await requestAccess(product.url, `after-${sent}@northfield.example`)).status)
    .toBe(200);
  expect(isAlive(pid)).toBe(true);
  await stopped(product);
});

test("without its database the site shows an outage, and it recovers automatically when the database is back", async () => {
  const dataDir = scratch();
  const first = await startEmbedded({ dataDir, role: "command" });
  const product = await startProduct(scratch(), { DATABASE_URL: urlOf(first), SECRET: secret });
  await first.stop();

  expect(await readiness(product.url)).toMatchObject({ code: 503, reason: "database unavailable" });
  const call = await requestAccess(product.url, "outage@northfield.example");
  expect(call.status).toBe(503);
  expect(call.headers.get("retry-after")).toBe("5");
  expect(await call.json()).toMatchObject({ error: { code: "temporarily_unavailable" } });
  const page = await fetch(`${product.url}/schedule/strategy-session`);
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("5");
  const text = await page.text();
  expect(text).toContain("Temporarily unavailable");
  expect(text).not.toMatch(/>500</);
  const signIn = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "dana@northfield.example", password: "a long enough password" }),
  });
  expect(signIn.status).toBe(503);

  const again = await startEmbedded({ dataDir, role: "command" });
  await untilReady(product.url);
  expect((await requestAccess(product.url, "outage@northfield.example")).status).toBe(200);
  await stopped(product);
  await again.stop();
});

test("a start before the database is available waits for it and logs that", async () => {
  const dataDir = scratch();
  const before = await startEmbedded({ dataDir, role: "command" });
  const settings = { DATABASE_URL: urlOf(before), SECRET: secret };
  await before.stop();
  const product = await startProduct(scratch(), settings, { wait: false });
  await expect.poll(() => product.output()).toContain("Waiting for the database");
  const database = await startEmbedded({ dataDir, role: "command" });
  await untilReady(product.url);
  expect(product.output()).not.toContain("    at ");
  await stopped(product);
  await database.stop();
});

test("SIGTERM: not ready first, then connections close, then the listener, and requests in progress finish", async () => {
  const product = await startProduct(scratch(), { STOP_GRACE_SECONDS: "2" });
  await fetch(`${product.url}/pricing`);
  const body = JSON.stringify({ email: "slow@northfield.example", company_name: "Northfield Analytics" });
  const sending = request(`${product.url}/api/functions/request-access-code`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length, expect: "100-continue" },
  });
  const slow = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.flushHeaders();
  // The server has read the request's head.
  await once(sending, "continue");
  sending.write(body.slice(0, 10));
  product.signal("SIGTERM");
  const ended = product.ended();
  await expect.poll(() => readiness(product.url), { interval: 20 }).toMatchObject({ code: 503, reason: "stopping" });
  for (const path of ["/pricing", "/healthz"]) {
    const response = await fetch(product.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get("connection")).toBe("close");
  }
  expect((await requestAccess(product.url, "late@northfield.example")).status).toBe(200);
  const isListening = () =>
    fetch(`${product.url}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(isListening, { interval: 20 }).toBe(false);
  sending.end(body.slice(10));
  expect((await slow)[0].statusCode).toBe(200);
  const { status, ms } = await ended;
  expect(status).toBe(0);
  expect(ms).toBeLessThan(10_000);
});
