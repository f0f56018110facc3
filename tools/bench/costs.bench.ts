/**
 * What a visit, a request for access and a registration cost: processor time of Node and of PostgreSQL, and bytes. The
 * basis of docs/scale.md. Operations are sent eight at a time to the built product with 20,000 stored visits; processor time
 * does not depend on how busy the machine is, unlike the time that an operation takes.
 *
 *   npm run bench -- costs
 */
import { rm } from "node:fs/promises";
import PQueue from "p-queue";
import pg, { type ClientConfig } from "pg";
import { rebuildVisits } from "../../app/features/analytics/visits/visits.server.ts";
import { systemContext } from "../../app/platform/context.server.ts";
import { createDb, openPool } from "../../app/platform/db.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { domainOf, northfield } from "../../db/world.ts";
import { filledFolder } from "./analytics-volume.ts";
import { cpuOf, type Running, startServer } from "./running-server.ts";

type Row = { what: string; count: number; nodeMs: number | null; postgresMs: number | null; transactions: number };

const hits = 400_000;
const port = 7447;

export async function run(): Promise<{
  rows: Row[];
  bytesPerVisit: number;
  hitsPerVisit: number;
  viewsPerVisit: number;
}> {
  const { dataDir, stored } = await filledFolder(hits, undefined);
  try {
    const bytesPerVisit = Math.round((await analyticsBytes(dataDir)) / stored.visits);
    process.stdout.write(`${bytesPerVisit} bytes per visit\n`);
    const rows = [await derivation(dataDir, stored.visits)];
    const server = await startServer({
      ...{ port, dataDir, keepData: true },
      settings: { TRUSTED_PROXIES: "127.0.0.1", ACCESS_CODE_DELAY_BUSINESS_DAYS: "0" },
    });
    try {
      await operation(server, "warm-up", 200, visit);
      rows.push(
        await operation(server, "visit: three pages, files of the first, six reports with 18 hits", 3000, visit),
      );
      rows.push(await operation(server, "page that is rendered for one visitor", 300, renderedPage));
      rows.push(await operation(server, "request for access, with its events, jobs and two mails", 200, accessRequest));
      rows.push(await operation(server, "registration, with password hash and mail", 100, registration));
    } finally {
      await server.stop();
    }
    const per = (count: number) => Math.round((count / stored.visits) * 10) / 10;
    return { rows, bytesPerVisit, hitsPerVisit: per(stored.hits), viewsPerVisit: per(stored.views) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function analyticsBytes(dataDir: string): Promise<number> {
  return withDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relname like 'analytics\\_%'",
    );
    return Number(rows[0]!.bytes);
  });
}

/** All visits derived again from their hits, as the job does every two minutes for new ones. */
async function derivation(dataDir: string, visits: number): Promise<Row> {
  const database = await startEmbedded({ dataDir, role: "command" });
  const pool = openPool(database.connection);
  try {
    const before = cpuOf(process.pid, dataDir)!;
    await rebuildVisits(systemContext(createDb(pool)));
    const after = cpuOf(process.pid, dataDir)!;
    return rowOf("visit: derived from its hits", visits, before, after, 0);
  } finally {
    await pool.end();
    await database.stop();
  }
}

async function operation(
  server: Running,
  what: string,
  count: number,
  work: (url: string, number: number) => Promise<void>,
): Promise<Row> {
  const transactions = () =>
    withDatabase(server.dataDir, async (client) => {
      const { rows } = await client.query<{ n: string }>(
        "select xact_commit as n from pg_stat_database where datname = current_database()",
      );
      return Number(rows[0]!.n);
    });
  const earlier = await transactions();
  const before = cpuOf(server.pid, server.dataDir)!;
  const queue = new PQueue({ concurrency: 8 });
  await queue.addAll(Array.from({ length: count }, (_, n) => () => work(server.url, n)));
  await settled(server);
  const after = cpuOf(server.pid, server.dataDir)!;
  return rowOf(what, count, before, after, (await transactions()) - earlier);
}

type Cpu = { nodeMs: number; postgresMs: number };

function rowOf(what: string, count: number, before: Cpu, after: Cpu, transactions: number): Row {
  const per = (from: number, to: number) => Number(((to - from) / count).toFixed(3));
  const row = {
    ...{ what, count, transactions: Math.round((transactions / count) * 10) / 10 },
    nodeMs: per(before.nodeMs, after.nodeMs),
    postgresMs: per(before.postgresMs, after.postgresMs),
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
  return row;
}

/** Waits until events, jobs and mails of the operations are done. */
async function settled({ dataDir }: Running): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    for (let still = 1; still > 0; ) {
      const { rows } = await client.query<{ n: number }>(
        `select (select count(*) from pgboss.job where state < 'completed' and start_after <= now())
           + (select count(*) from message where status = 'queued') as n`,
      );
      still = Number(rows[0]!.n);
      if (still > 0) await client.query("select pg_sleep(0.2)");
    }
  });
}

async function withDatabase<Value>(dataDir: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const database = await startEmbedded({ dataDir, role: "command" });
  const client = new pg.Client(database.connection as ClientConfig);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.stop();
  }
}

const headersOf = (n: number) => ({
  "x-forwarded-for": `198.18.${(n >> 8) & 255}.${n & 255}`,
  "user-agent":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "accept-language": "en-US,en;q=0.9",
  "accept-encoding": "br",
});

async function get(url: string, n: number) {
  const response = await fetch(url, { headers: headersOf(n) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
}

async function post(url: string, n: number, body: unknown) {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headersOf(n), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

const pages = ["/", "/pricing", "/automation-grid"];
let sessions = 0;
let files: string[] | undefined;

/** Style sheets, typefaces and scripts that the first page names; a browser requests them once. */
async function filesOf(url: string): Promise<string[]> {
  const html = await (await fetch(`${url}/`)).text();
  return [...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!))];
}

/** A new visitor. Two reports per page: when it is idle, and when it is left. */
async function visit(url: string, n: number): Promise<void> {
  sessions += 1;
  const session_id = `1772463600000-${sessions}`;
  files ??= await filesOf(url);
  for (const file of files) await get(`${url}${file}`, n);
  for (const [place, page_path] of pages.entries()) {
    await get(`${url}${page_path}`, n);
    const vitals = ["lcp", "fcp", "ttfb"].map((metric_type) => ({
      type: "performance",
      session_id,
      data: { metric_type, metric_value: 800 + n, page_path },
    }));
    const first = place === 0 ? [{ type: "session", session_id, data: { referrer: "https://www.google.com/" } }] : [];
    const view = { type: "page_view", session_id, data: { page_path, page_title: "A page", duration: 20 } };
    const left = ["click", "engagement"].map((event_name) => ({
      type: "event",
      session_id,
      data: { event_type: event_name, event_name, page_path },
    }));
    const collect = `${url}/api/functions/collect-analytics`;
    await post(collect, n, [...first, view, ...vitals]);
    await post(collect, n, left);
  }
}

const renderedPage = (url: string, n: number) => get(`${url}/auth`, n);

let people = 0;
const nextEmail = () => {
  people += 1;
  return `person-${people}@${domainOf(northfield)}`;
};

const accessRequest = (url: string, n: number) =>
  post(`${url}/api/functions/request-access-code`, n, { email: nextEmail(), company_name: "Northfield" });

const registration = (url: string, n: number) =>
  post(`${url}/api/auth/sign-up/email`, n, { email: nextEmail(), password: "Draw2Automate", name: "Dana Reed" });
