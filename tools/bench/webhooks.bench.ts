/**
 * Latency from an action to its webhooks: the built product, five endpoints of which one never responds, and downloads of the
 * starter kit at up to RATE per second. Measures from the event's timestamp, which is before its commit, until the request
 * arrives. Before that, in turns, the same action without endpoints and with five: the cost of webhooks for the visitor. CPU
 * time per event is comparable between versions even on a busy machine.
 *
 *   WEBHOOKS_PAIRS=12 WEBHOOKS_RATE=50 npm run bench webhooks
 */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { eq, sql } from "drizzle-orm";
import { newSecret } from "../../app/features/webhooks/sending/signing.server.ts";
import { webhookDelivery, webhookEndpoint } from "../../app/features/webhooks/tables.server.ts";
import { createDb, type Db, openPool } from "../../app/platform/db.server.ts";
import { useSettings as setSettings } from "../../app/platform/env.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { sealText } from "../../app/platform/secrets/sealed-text.server.ts";
import { cpuOf, startServer } from "./running-server.ts";
import type { Taken } from "./webhook-sink.ts";

type Row = { what: string; count: number; p50Ms: number; p95Ms: number; maxMs: number };

export type WebhooksBench = {
  rows: Row[];
  eventsPerSecond: number;
  writeRatio: number;
  /** CPU time per event, including the action; null if it cannot be measured. */
  cpuMsPerEvent: { node: number; postgres: number } | null;
  below: string[];
};

const port = Number(process.env["WEBHOOKS_PORT"] ?? 3297);
const perSecond = Number(process.env["WEBHOOKS_RATE"] ?? 50);
const targetMs = 2000;
/** Pairs of blocks of actions, one without endpoints and one with five. */
const pairs = Number(process.env["WEBHOOKS_PAIRS"] ?? 12);
const actionsOfBlock = 50;
/** A higher ratio is beyond the noise between two blocks. */
const maxWriteRatio = 1.1;
const paths = ["/1", "/2", "/3", "/4", "/hang"];
const secret = "webhooks-".repeat(5);
setSettings({ SECRET: secret });

/** Runs the benchmark: four to five minutes for 10,000 events. */
export async function run(events = 10_000): Promise<WebhooksBench> {
  const sink = new Worker(new URL("./webhook-sink.ts", import.meta.url));
  const [{ port: sinkPort }] = (await once(sink, "message")) as [{ port: number }];
  const server = await startServer({
    port,
    settings: { SECRET: secret, WEBHOOK_ALLOW_PRIVATE: "on", TRUSTED_PROXIES: "127.0.0.1" },
  });
  const database = await startEmbedded({ dataDir: server.dataDir, role: "command" });
  const pool = openPool(database.connection);
  const db = createDb(pool);
  try {
    await addEndpoints(db, sinkPort);
    const actions = await compareWrites(db, server.url);
    console.table(actions.rows);
    await take(sink);
    const began = performance.now();
    const cpuBefore = cpuOf(server.pid, server.dataDir);
    const during = await act(server.url, events);
    const seconds = (performance.now() - began) / 1000;
    const late = await settled(db).then(
      () => [],
      (error: Error) => [error.message],
    );
    const cpuAfter = cpuOf(server.pid, server.dataDir);
    const taken = await take(sink);
    const working = paths.slice(0, 4).map((path) => row(`${path}, from event to request`, taken[path]?.delays ?? []));
    const rows = [...actions.rows, row("act, during the load", during), ...working];
    return {
      rows,
      eventsPerSecond: Math.round(events / seconds),
      writeRatio: actions.ratio,
      cpuMsPerEvent: cpuBefore && cpuAfter && perEvent(events, cpuBefore, cpuAfter),
      below: [
        ...late,
        ...working.filter(({ p95Ms }) => p95Ms > targetMs).map(({ what, p95Ms }) => `${what}: p95 ${p95Ms} ms`),
        ...paths.slice(0, 4).flatMap((path) => missing(path, taken, events)),
        ...(actions.ratio > maxWriteRatio ? [`the act takes ${actions.ratio} of its time without endpoints`] : []),
      ],
    };
  } finally {
    await pool.end();
    await database.stop();
    await server.stop();
    await sink.terminate();
  }
}

type Cpu = NonNullable<ReturnType<typeof cpuOf>>;
const perEvent = (events: number, before: Cpu, after: Cpu) => ({
  node: Number(((after.nodeMs - before.nodeMs) / events).toFixed(1)),
  postgres: Number(((after.postgresMs - before.postgresMs) / events).toFixed(1)),
});

const missing = (path: string, taken: Taken, events: number) => {
  const arrived = taken[path]?.ids.size ?? 0;
  return arrived === events ? [] : [`${path}: ${arrived} of ${events} events arrived`];
};

async function addEndpoints(db: Db, sinkPort: number) {
  const now = new Date();
  for (const path of paths)
    await db.insert(webhookEndpoint).values({
      ...{ url: `http://127.0.0.1:${sinkPort}${path}`, description: path, events: ["kit.downloaded"] },
      ...{ headers: sealText("[]"), headerNames: [], secret: sealText(newSecret()) },
      ...{ secretCreatedAt: now, createdAt: now },
    });
}

/** Alternates the action without and with endpoints, because the speed of a shared machine varies. */
async function compareWrites(db: Db, url: string): Promise<{ rows: Row[]; ratio: number }> {
  const without: number[][] = [];
  const withFive: number[][] = [];
  await act(url, actionsOfBlock);
  await settled(db);
  await db.delete(webhookDelivery);
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [without, withFive] : [withFive, without];
    for (const into of order) {
      await enable(db, into === withFive);
      into.push(await act(url, actionsOfBlock));
      await settled(db);
      await db.delete(webhookDelivery);
    }
  }
  await enable(db, true);
  if (pairs === 0) return { rows: [], ratio: 0 };
  const ratio = median(withFive.map((block, index) => median(block) / median(without[index]!)));
  return {
    rows: [row("act, no endpoint", without.flat()), row("act, five endpoints", withFive.flat())],
    ratio: Number(ratio.toFixed(3)),
  };
}

/** One statement per endpoint: the sender locks several in its own order. */
async function enable(db: Db, isOn: boolean) {
  const change = isOn
    ? { status: "active" as const, disabledAt: null }
    : { status: "disabled" as const, disabledAt: new Date() };
  for (const path of paths) await db.update(webhookEndpoint).set(change).where(eq(webhookEndpoint.description, path));
}

let actions = 0;

/** Performs actions at the rate, each from its own client address. Returns the duration of each in ms. */
async function act(url: string, count: number): Promise<number[]> {
  const began = performance.now();
  const running: Promise<number>[] = [];
  for (let n = 0; n < count; n += 1) {
    const early = began + (n * 1000) / perSecond - performance.now();
    if (early > 0) await pause(early);
    running.push(download(url));
  }
  return Promise.all(running);
}

async function download(url: string): Promise<number> {
  actions += 1;
  const began = performance.now();
  const response = await fetch(`${url}/api/downloads`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${(actions >> 16) & 255}.${(actions >> 8) & 255}.${actions & 255}`,
    },
    body: JSON.stringify({ download_type: "public_lite" }),
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`The act returned ${response.status}`);
  return performance.now() - began;
}

/** Waits until only the hanging endpoint has deliveries left and every event was processed. */
async function settled(db: Db) {
  let left: Record<string, unknown>[] = [];
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await pause(100)) {
    ({ rows: left } = await db.execute(sql`
      select e.description as what, d.status::text as state, count(*)::int as n from webhook_delivery d
        join webhook_endpoint e on e.id = d.endpoint_id
        where d.status = 'pending' and e.description <> '/hang' group by 1, 2
      union all select name, state::text, count(*)::int from pgboss.job
        where name in ('events.dispatch', 'events.deliver-webhooks') and state < 'completed' group by 1, 2`));
    if (left.length === 0) return;
  }
  throw new Error(`Left after two minutes: ${JSON.stringify(left)}`);
}

async function take(sink: Worker): Promise<Taken> {
  sink.postMessage("take");
  const [taken] = (await once(sink, "message")) as [Taken];
  return taken;
}

const at = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const median = (values: number[]) => at(values, 0.5);

const row = (what: string, values: number[]): Row => ({
  ...{ what, count: values.length, p50Ms: Math.round(at(values, 0.5) * 10) / 10 },
  ...{ p95Ms: Math.round(at(values, 0.95) * 10) / 10, maxMs: Math.round(at(values, 1)) },
});

if (import.meta.main) {
  const result = await run(process.argv[2] ? Number(process.argv[2]) : undefined);
  console.table(result.rows);
  console.log(result);
  if (result.below.length > 0) process.exitCode = 1;
}
