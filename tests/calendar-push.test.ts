import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { systemContext } from "#app/platform/context.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { type Embedded, startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import type { Sent } from "./fakes/calendar-notifications.ts";
import { startRestCalendars } from "./fakes/rest-calendars.ts";
import { asAdmin } from "./fixtures/actors.ts";
import { connectAt, useCalendarServices } from "./fixtures/calendar-consent.ts";
import { type Product, startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";

/** Two processes of the built product that a calendar service reports changes to. */

let database: Embedded;
let pool: pg.Pool;
let server: Awaited<ReturnType<typeof startRestCalendars>>;
const products: Product[] = [];
let sent = 0;

/** To one process, then to the other. */
async function deliver({ url, headers, body }: Sent) {
  const { pathname, search } = new URL(url);
  sent += 1;
  const at = products[sent % products.length]!.url;
  const answer = await fetch(`${at}${pathname}${search}`, { method: "POST", headers, body });
  return { status: answer.status, contentType: answer.headers.get("content-type") ?? "", text: await answer.text() };
}

beforeAll(async () => {
  server = await startRestCalendars("google");
  server.logInAs({ sub: "1", email: "dana@firm.example" });
  server.deliverBy(deliver);
  database = await startEmbedded({ dataDir: scratch(), role: "command" });
  pool = openPool(database.connection);
  const { host, user, database: name } = database.connection;
  const settings = {
    DATABASE_URL: `postgresql:///${name}?host=${encodeURIComponent(String(host))}&user=${user}`,
    ...{ SECRET: "b".repeat(32), SITE_URL: "https://calls.gtmarc.example", STOP_GRACE_SECONDS: "0" },
    ...{ WEBHOOK_ALLOW_PRIVATE: "on", OPENID_TEST_ISSUER: server.origin, TRUSTED_PROXIES: "127.0.0.1" },
    ...{ GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "words" },
  };
  products.push(await startProduct(scratch(), settings));
  useCalendarServices(server.origin, settings.SITE_URL);
  const ctx = systemContext(createDb(pool));
  expect((await connectAt(await asAdmin(ctx, `${newId()}@gtmarc.example`), "google"))?.connected.ok).toBe(true);
  products.push(await startProduct(scratch(), settings));
});
afterAll(async () => {
  for (const product of products) product.signal("SIGTERM");
  await Promise.all(products.map(({ ended }) => ended()));
  await pool.end();
  await database.stop();
  await server.stop();
});

const callStart = async () => {
  const { rows } = await pool.query<{ start: Date }>("select lower(during) as start from booking");
  return rows[0]?.start.toISOString();
};

test("two processes open one channel of each calendar, and a call that the host moves there moves here at once", async () => {
  await expect.poll(() => server.live().length, { timeout: 90_000, interval: 100 }).toBe(2);
  expect(server.requests.filter((request) => request.endsWith("/watch"))).toHaveLength(2);
  const at = products[0]!.url;
  const today = Date.now();
  const days = [2, 30].map((count) => new Date(today + count * dayMs).toISOString().slice(0, 10));
  const free = (await (
    await fetch(`${at}/api/booking/strategy-session/slots?from=${days[0]}&to=${days[1]}`)
  ).json()) as { slots: { start: string }[] };
  const { start } = free.slots[0]!;
  const booked = await fetch(`${at}/api/booking/strategy-session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(at).origin },
    body: JSON.stringify({ start, name: "Dana Reyes", email: "dana@northfield.example", timezone: "America/New_York" }),
  });
  expect(booked.status).toBe(201);
  await expect.poll(() => server.calls().length, { timeout: 70_000, interval: 50 }).toBe(1);
  const { id, start: from, end: to } = server.calls()[0]!;
  const dayLater = (time: string) => new Date(Date.parse(time) + dayMs).toISOString();
  server.move(id, dayLater(from), dayLater(to));
  const secrets = server.live().map(({ secret }) => secret);
  const messages = Array.from({ length: 100 }, () => server.changeMessages("dana@firm.example")[0]!);
  const answers = await Promise.all(messages.map(deliver));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  await expect.poll(callStart, { interval: 50 }).toBe(dayLater(from));
  for (const { output } of products) for (const secret of secrets) expect(output()).not.toContain(secret);
});
