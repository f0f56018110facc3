import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import pg from "pg";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { startMailServer } from "./fakes/mail-server.ts";
import { startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";

/** The built product as a process: start, stop, kill and recovery. */

const requestAccess = (url: string, email: string, address = "203.0.113.1") =>
  fetch(`${url}/api/functions/request-access-code`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ email, company_name: "Northfield Analytics" }),
  });

async function mailedTo(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, "mailbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.flatMap((mail) => mail.to?.map(({ address }) => address ?? "") ?? []);
}

const eventually = (holds: () => Promise<boolean> | boolean, what: string) =>
  expect.poll(holds, { interval: 20, message: what }).toBe(true);

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

test("SIGTERM lets a request in progress finish, then exits with status 0 within ten seconds", async () => {
  const product = await startProduct(scratch());
  const body = JSON.stringify({ email: "slow@northfield.example", company_name: "Northfield Analytics" });
  const answer = new Promise<number>((resolve, reject) => {
    const slow = request(
      `${product.url}/api/functions/request-access-code`,
      {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": body.length, expect: "100-continue" },
      },
      (response) => resolve(response.statusCode!),
    );
    slow.on("error", reject);
    // The server has read the request's head.
    slow.on("continue", async () => {
      slow.write(body.slice(0, 10));
      product.signal("SIGTERM");
      await eventually(async () => !(await isReady(product.url)), "the server is stopping").catch(reject);
      slow.end(body.slice(10));
    });
    slow.flushHeaders();
  });
  expect(await answer).toBe(200);
  const { status, ms } = await product.ended();
  expect(status).toBe(0);
  expect(ms).toBeLessThan(10_000);
});

test("a mail that is being sent at SIGTERM is sent once, by this process or the next", async () => {
  const sink = await startMailServer({ onData: () => ({ slow: 1500 }) });
  const dataDir = scratch();
  const settings = { SMTP_URL: sink.url };
  const first = await startProduct(dataDir, settings);
  expect((await requestAccess(first.url, "job@northfield.example")).status).toBe(200);
  await eventually(() => sink.maxConnections() > 0, "delivery has started");
  first.signal("SIGTERM");
  expect(await first.ended()).toMatchObject({ status: 0 });
  const second = await startProduct(dataDir, settings);
  await eventually(() => sink.recipients().includes("job@northfield.example"), "the mail arrived");
  await eventually(async () => (await unsent(dataDir)) === 0, "the outbox is empty");
  second.signal("SIGTERM");
  await second.ended();
  expect(sink.recipients().filter((address) => address === "job@northfield.example")).toHaveLength(1);
  await sink.close();
});

test("a second start on the same data is refused with a message and does no harm", async () => {
  const dataDir = scratch();
  const first = await startProduct(dataDir);
  const second = await startProduct(dataDir, {}, { wait: false });
  expect(await second.ended()).toMatchObject({ status: 1 });
  expect(second.output()).toContain(`GTMarc is already running on ${dataDir} (process ${first.pid})`);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  first.signal("SIGTERM");
  expect(await first.ended()).toMatchObject({ status: 0 });
});

test("invalid settings end the start with status 2 and are all named", async () => {
  const product = await startProduct(
    scratch(),
    { SMTP_URL: "mail.example", COMPANY_TIMEZONE: "Mars/Base" },
    { wait: false },
  );
  expect(await product.ended()).toMatchObject({ status: 2 });
  expect(product.output()).toContain("SMTP_URL");
  expect(product.output()).toContain("COMPANY_TIMEZONE");
});

test("a port in use is named", async () => {
  const first = await startProduct(scratch());
  const second = await startProduct(scratch(), { PORT: new URL(first.url).port }, { wait: false });
  expect(await second.ended()).toMatchObject({ status: 1 });
  expect(second.output()).toContain(`Port ${new URL(first.url).port} is in use by another program`);
  first.signal("SIGTERM");
  await first.ended();
});

test("after repeated SIGKILL under load, acknowledged writes are stored and their mail is sent", async () => {
  const dataDir = scratch();
  const acknowledged: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const product = await startProduct(dataDir, { TRUSTED_PROXIES: "127.0.0.1" });
    let killed = false;
    const visitors = Array.from({ length: 4 }, async (_, visitor) => {
      for (let turn = 0; turn < 6 && !killed; turn += 1) {
        const email = `r${round}-v${visitor}-t${turn}@northfield.example`;
        const status = await requestAccess(product.url, email, `203.0.113.${round}${visitor}`).then(
          (response) => response.status,
          () => 0,
        );
        if (status === 200) acknowledged.push(email);
      }
    });
    const enough = acknowledged.length + 2 + Math.floor(Math.random() * 8);
    await eventually(() => acknowledged.length >= enough, "visitors are being answered");
    killed = true;
    product.signal("SIGKILL");
    await product.ended();
    await Promise.all(visitors);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(8);
  const last = await startProduct(dataDir);
  await endLeases(dataDir);
  expect((await requestAccess(last.url, "wakes-delivery@northfield.example")).status).toBe(200);
  await eventually(async () => {
    const sent = await mailedTo(dataDir);
    return acknowledged.every((email) => sent.includes(email));
  }, `${acknowledged.length} confirmations in the mailbox`);
  last.signal("SIGTERM");
  expect(await last.ended()).toMatchObject({ status: 0 });
});

/** Mail claimed by a killed process is retried after its lease; this ends the lease at once. */
const endLeases = (dataDir: string) =>
  ask(dataDir, "update message set locked_until = now() - interval '1 second' where status = 'sending'");

const unsent = async (dataDir: string): Promise<number> =>
  (await ask(dataDir, "select count(*)::int as n from message where status <> 'sent'"))[0].n;

async function ask(dataDir: string, sql: string) {
  const database = await startEmbedded({ dataDir, role: "command" });
  const client = new pg.Client(database.connection as pg.ClientConfig);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  await database.stop();
  return rows;
}
