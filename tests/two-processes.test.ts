import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueCode } from "#app/features/access/codes/codes.server.ts";
import { verifyUser } from "#app/features/accounts/accounts.server.ts";
import { paymentReceived } from "#app/features/billing/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { prospectCreated, prospectStageChanged } from "#app/features/pipeline/events.ts";
import { changeSettings } from "#app/features/settings/settings.server.ts";
import { commandLine } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction, systemContext } from "#app/platform/context.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { type Embedded, startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { closeJobs, openJobs } from "#app/platform/queues/jobs.server.ts";
import { connectConsumers, consumers } from "../server/consumers.ts";
import { type Browser, openBrowser, type Reply } from "./fixtures/browser.ts";
import { type Product, startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";

/** Two processes of the built product on one database, behind a proxy that may send each request of a visitor to the other one. */

const urlOf = ({ connection: { host, user, database } }: Embedded): string =>
  `postgresql:///${database}?host=${encodeURIComponent(String(host))}&user=${user}`;
const secret = { SECRET: "s".repeat(32) };
const password = "Northfield-2026";

const dataDirs = [scratch(), scratch()] as const;
let database: Embedded;
let pool: pg.Pool;
let one: Product;
let two: Product;

beforeAll(async () => {
  database = await startEmbedded({ dataDir: scratch(), role: "command" });
  const settings = { DATABASE_URL: urlOf(database), TRUSTED_PROXIES: "127.0.0.1", STOP_GRACE_SECONDS: "0", ...secret };
  [one, two] = await Promise.all([startProduct(dataDirs[0], settings), startProduct(dataDirs[1], settings)]);
  pool = openPool(database.connection);
  useSettings(secret);
  connectConsumers();
  const { connection } = database;
  await openJobs({ connection, db: createDb(pool), definitions: eventJobs(consumers), work: false });
});
afterAll(async () => {
  for (const product of [one, two]) product.signal("SIGTERM");
  expect(await Promise.all([one, two].map(async ({ ended }) => (await ended()).status))).toEqual([0, 0]);
  registerConsumers({ consumers: [], events: [] });
  await closeJobs(0);
  await pool.end();
  await database.stop();
});

const operator = () => systemContext(createDb(pool));
const rows = async <Row = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  (await pool.query<Row & pg.QueryResultRow>(query, values)).rows;
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort();
const alternating = (index: number) => (index % 2 ? two : one);

/** A signed-in visitor with a verified address. */
async function signUp(email: string): Promise<Browser> {
  const browser = openBrowser();
  expect((await browser.send(one, "POST", "/api/auth/sign-up/email", { email, password })).status).toBe(200);
  await verifyUser(operator(), { email });
  expect((await browser.send(two, "POST", "/api/auth/sign-in/email", { email, password })).status).toBe(200);
  return browser;
}

test("a session opened in one process is valid in the other, and signing out in one ends it in both", async () => {
  const browser = await signUp("session@northfield.example");
  const copy = browser.copy();
  const both = () => Promise.all([one, two].map((at) => copy.send(at, "GET", "/api/blueprints")));
  // No access to the wizard yet, but a session.
  expect(statuses(await both())).toEqual([403, 403]);
  for (const at of [one, two]) expect((await copy.send(at, "GET", "/pricing")).text).toContain("Sign out");
  expect((await browser.send(two, "POST", "/api/auth/sign-out")).status).toBe(200);
  expect(statuses(await both())).toEqual([401, 401]);
  for (const at of [one, two]) expect((await copy.send(at, "GET", "/pricing")).text).not.toContain("Sign out");
});

test("a changed setting is on the frozen pages of both processes, also if its notification is lost", async () => {
  const home = (name: string) => `aria-label="${name} home"`;
  const shows = (at: Product, name: string) =>
    expect.poll(async () => (await fetch(`${at.url}/pricing`)).text(), { interval: 50 }).toContain(home(name));
  const setName = async (value: string | null) =>
    expect(
      await changeSettings({ ...operator(), actor: commandLine }, { changes: [{ name: "firm.name", value }] }),
    ).toMatchObject({ ok: true });
  for (const at of [one, two, one, two]) await shows(at, "GTMarc");
  await setName("Harbor");
  await Promise.all([one, two].map((at) => shows(at, "Harbor")));
  await rows(
    `insert into setting_version (name, value, changed_by_kind, changed_at) values ('firm.name', 'Vale', 'system', now())`,
  );
  await Promise.all([one, two].map((at) => shows(at, "Vale")));
  await setName(null);
  await Promise.all([one, two].map((at) => shows(at, "GTMarc")));
});

test("a process follows settings after its listening connection was cut", async () => {
  const listeners = `select pid from pg_stat_activity where query ilike '%listen%gtmarc_settings%' and pid <> pg_backend_pid()`;
  const cut = await rows<{ pid: number }>(`select pg_terminate_backend(pid), pid from (${listeners}) as all_of_them`);
  expect(cut.length).toBeGreaterThanOrEqual(2);
  const isBack = async () =>
    (await rows<{ pid: number }>(listeners)).filter(({ pid }) => !cut.some((one) => one.pid === pid)).length;
  await expect.poll(isBack).toBe(cut.length);
  await changeSettings({ ...operator(), actor: commandLine }, { changes: [{ name: "firm.name", value: "Quay" }] });
  for (const at of [one, two])
    await expect.poll(async () => (await fetch(`${at.url}/pricing`)).text(), { interval: 50 }).toContain("Quay home");
  await changeSettings({ ...operator(), actor: commandLine }, { changes: [{ name: "firm.name", value: null }] });
});

test("uses of a limit are counted over both processes", async () => {
  const browser = openBrowser("198.18.0.1");
  const replies = await Promise.all(
    Array.from({ length: 36 }, (_, n) =>
      browser.send(alternating(n), "POST", "/api/functions/request-access-code", {
        ...{ email: `limit-${n}@northfield.example`, company_name: "Northfield Analytics" },
      }),
    ),
  );
  expect(statuses(replies).filter((status) => status === 200)).toHaveLength(30);
  expect(statuses(replies).filter((status) => status === 429)).toHaveLength(6);
});

const strategySession = "/api/booking/strategy-session";

async function freeTimes(at: Product): Promise<string[]> {
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const path = `${strategySession}/slots?from=${day(3)}&to=${day(17)}&timezone=America/New_York`;
  const { json } = await openBrowser().send(at, "GET", path);
  return (json["slots"] as { start: string }[]).map(({ start }) => start);
}

const invitee = (email: string, start: string) => ({
  ...{ email, name: "Dana Whitfield", start, timezone: "America/New_York", answers: {} },
});

test("a time that is held in one process is taken in the other until it is released there", async () => {
  const [start = ""] = await freeTimes(one);
  const holder = openBrowser();
  const held = await holder.send(one, "POST", `${strategySession}/hold`, { start });
  expect(held.status).toBe(201);
  expect(await freeTimes(two)).not.toContain(start);
  const other = openBrowser();
  expect((await other.send(two, "POST", `${strategySession}/hold`, { start })).status).toBe(409);
  expect((await holder.send(two, "POST", `/api/booking/holds/${held.json["hold"]}/release`)).status).toBe(200);
  expect(await freeTimes(one)).toContain(start);
  expect((await other.send(one, "POST", `${strategySession}/hold`, { start })).status).toBe(201);
});

test("of simultaneous bookings of one time in two processes one succeeds", async () => {
  const start = (await freeTimes(one)).at(-1)!;
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      openBrowser().send(alternating(n), "POST", strategySession, invitee(`booking-${n}@northfield.example`, start)),
    ),
  );
  expect(statuses(replies)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  expect(await rows("select count(*)::int as n from booking where email like 'booking-%'")).toEqual([{ n: 1 }]);
});

test("a code is redeemed once, and of two simultaneous saves of a draft in two processes one must merge", async () => {
  const email = "draft@northfield.example";
  const browser = await signUp(email);
  const issued = await issueCode(operator(), { email });
  if (!issued.ok) throw new Error(issued.reason.kind);
  const redeem = (at: Product) =>
    browser.send(at, "POST", "/api/functions/validate-access-code", { code: issued.value.code });
  const answers = await Promise.all([one, two, one, two].map(redeem));
  expect(answers.filter(({ json }) => json["valid"] === true)).toHaveLength(1);

  const started = await browser.send(one, "POST", "/api/blueprints", { mode: "guided" });
  const path = `/api/blueprints/${started.json["id"]}`;
  const save = (at: Product, employees: number, version: unknown) =>
    browser.send(at, "PUT", path, { version, inputs: { company: { employees } } });
  const saved = await Promise.all([save(one, 40, started.json["version"]), save(two, 50, started.json["version"])]);
  expect(statuses(saved)).toEqual([200, 409]);
  const { version } = saved.find(({ status }) => status === 409)!.json;
  expect((await save(two, 60, version)).status).toBe(200);
  expect((await browser.send(one, "GET", path)).json).toMatchObject({ inputs: { company: { employees: 60 } } });
});

test("each payment takes effect once while both processes deliver events", async () => {
  const count = 60;
  const email = "payments@northfield.example";
  for (let n = 0; n < count; n += 1) {
    const paid = { paymentId: newId(), userId: null, email, blueprintId: null };
    await inTransaction(operator(), (tx) =>
      publish(tx, paymentReceived, { ...paid, method: "invoice", amountCents: 49_900 }),
    );
  }
  const person = () => rows("select paid_cents::int, stage from prospect where email = $1", [email]);
  const paid = { paid_cents: count * 49_900, stage: "won" };
  await expect.poll(person, { interval: 50 }).toEqual([paid]);
  const steps = () => rows("select count(*)::int as n from funnel_event where stage = 'unlock'");
  await expect.poll(steps, { interval: 50 }).toEqual([{ n: count }]);
  const logged = (name: string) =>
    rows(
      "select count(*)::int as n from event where name = $1 and payload->>'prospectId' = (select id::text from prospect where email = $2)",
      [name, email],
    );
  for (const { name } of [prospectCreated, prospectStageChanged])
    expect([name, await logged(name)]).toEqual([name, [{ n: 1 }]]);
});

test("each mail is sent once while both processes send", async () => {
  const count = 60;
  for (let n = 0; n < count; n += 1) {
    const request = { email: `mail-${n}@northfield.example`, company_name: "Northfield Analytics" };
    const reply = await openBrowser().send(alternating(n), "POST", "/api/functions/request-access-code", request);
    expect(reply.status).toBe(200);
  }
  const mails = "select count(*)::int as n from message where to_address like 'mail-%@northfield.example'";
  const isSent = "and status = 'sent'";
  await expect.poll(() => rows(`${mails} ${isSent}`), { interval: 50 }).toEqual([{ n: count }]);
  expect(await rows(mails)).toEqual([{ n: count }]);
  // Without SMTP_URL each process writes the mails that it sends into its own directory.
  const files = (await Promise.all(dataDirs.map((dataDir) => mailFiles(dataDir)))).flat();
  const recipients = files.flatMap((content) => /^To: .*(mail-\d+@northfield\.example)/m.exec(content)?.[1] ?? []);
  expect(recipients.sort()).toEqual(Array.from({ length: count }, (_, n) => `mail-${n}@northfield.example`).sort());
});

async function mailFiles(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, "mailbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}

/** How long a copy of the archive may be used (freshSeconds in content/content.ts), and the time to render it. */
const staleMs = 5_000;

test("an issue that is published is in the archive of both processes within seconds, and gone when it is withdrawn", async () => {
  const archive = async () =>
    Promise.all([one, two].map(async (at) => (await openBrowser().send(at, "GET", "/newsletter/archive")).text));
  const shown = async (subject: string) => (await archive()).map((text) => text.includes(subject));
  expect(await shown("Routing drawn")).toEqual([false, false]);
  await pool.query(
    `with mailed as (insert into mail_body (id, html, text, created_at) values ($1, '', '', $2) returning id)
     insert into newsletter_issue (id, status, subject, body, mail_body, started_at, finished_at, published_at, slug, created_at, updated_at)
     select id, 'sent', 'Routing drawn', 'Text.', id, $2, $2, $2, 'routing-drawn', $2, $2 from mailed`,
    [newId(), new Date()],
  );
  const links = (at: Product) => openBrowser().send(at, "GET", "/newsletter/archive/routing-drawn");
  expect(statuses(await Promise.all([links(one), links(two)]))).toEqual([200, 200]);
  await expect.poll(() => shown("Routing drawn"), { timeout: staleMs, interval: 100 }).toEqual([true, true]);
  await pool.query("update newsletter_issue set published_at = null where slug = 'routing-drawn'");
  expect(statuses(await Promise.all([links(one), links(two)]))).toEqual([404, 404]);
  await expect.poll(() => shown("Routing drawn"), { timeout: staleMs, interval: 100 }).toEqual([false, false]);
});

test("page views of one visit that reach both processes are stored once each, in one visit", async () => {
  const count = 60;
  const browser = openBrowser();
  const replies = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      browser.send(alternating(n), "POST", "/api/functions/collect-analytics", {
        ...{ type: "page_view", session_id: "both-processes", data: { page_path: `/both/${n % 6}` } },
      }),
    ),
  );
  expect(new Set(statuses(replies))).toEqual(new Set([202]));
  const stored = `select count(*)::int as hits, count(distinct h.session_id)::int as sessions, count(distinct page_id)::int as pages
    from analytics_hit h join analytics_term t on t.id = h.page_id where t.text like '/both/%'`;
  expect(await rows(stored)).toEqual([{ hits: count, sessions: 1, pages: 6 }]);
});
