/**
 * Analytics ingest: page views of 10,000 visitors on 64 keep-alive connections over loopback, in durable and in batched mode,
 * compared with a bare batched insert (ingest-baseline.ts) and, if it runs, a peer. They take turns; each figure is the median,
 * and the best rates are shown too. Server and PostgreSQL run on one core, the client on the other.
 *
 *   INGEST_SECONDS=60 INGEST_ROUNDS=3 npm run bench -- ingest
 *
 * The peer is Umami 3 on this machine, built and started by hand: INGEST_PEER_URL is the URL of its collector (such as
 * http://127.0.0.1:3400/api/send), INGEST_PEER_WEBSITE the id of a website in it, INGEST_PEER_PID its process id,
 * INGEST_PEER_DATA the data directory of its PostgreSQL. Table sizes are read by hand (docs/operations.md, "Performance").
 */
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { Pool } from "pg";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { type Post, type PostRate, postRate } from "./post-load.ts";
import { type Running, spawnPinned, startServer } from "./running-server.ts";

type Row = {
  what: string;
  /** Median and best of the rounds. */
  eventsPerSecond: number;
  best: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU milliseconds per event. */
  serverCpuMs: number | null;
  postgresCpuMs: number | null;
  /** In all rounds; only a peer may have failures. */
  failed: number;
  client: PostRate["client"];
};
type Measured = {
  what: string;
  mayFail?: true;
  url: string;
  posts: readonly Post[];
  pids: () => { server: number[]; postgres: number[] };
};
type Turn = PostRate & { serverMs: number; postgresMs: number };

const seconds = Number(process.env["INGEST_SECONDS"] ?? 10);
const rounds = Number(process.env["INGEST_ROUNDS"] ?? 3);
const visitors = 10_000;
const pages = ["/", "/pricing", "/automation-grid", "/faq", "/contact", "/blueprint", "/training", "/who-we-help"];
const serverCore = 0;
const ports = { durable: 7440, batched: 7441, baseline: 7442 };

export async function run() {
  const settings = { TRUSTED_PROXIES: "127.0.0.1", JOBS: "off" };
  const durable = await startServer({
    port: ports.durable,
    core: serverCore,
    settings: { ...settings, ANALYTICS_INGEST: "durable" },
  });
  const batched = await startServer({
    port: ports.batched,
    core: serverCore,
    settings: { ...settings, ANALYTICS_INGEST: "batched" },
  });
  const database = await startEmbedded({ dataDir: durable.dataDir, role: "command" });
  const pool = new Pool(database.connection);
  const baseline = await startBaseline(durable.dataDir);
  try {
    const measured: Measured[] = [
      ours("durable: 202 after the commit", durable),
      ours("batched: 202 before the commit", batched),
      {
        what: "bare batched insert",
        url: `http://127.0.0.1:${ports.baseline}/`,
        posts: ourPosts(),
        pids: () => ({ server: [baseline.pid!], postgres: postgresOf(durable.dataDir) }),
      },
      ...peers(),
    ];
    const before = await sizeOf(pool);
    const rows = await takeTurns(measured);
    const after = await sizeOf(pool);
    const size = {
      mibPer100000Events: mib(((after.hits - before.hits) / Math.max(1, after.rows - before.rows)) * 100_000),
      mibPer100000Sessions: mib((after.sessions / Math.max(1, after.sessionRows)) * 100_000),
      events: after.rows - before.rows,
    };
    process.stdout.write(`${JSON.stringify(size)}\n`);
    return { rows, size };
  } finally {
    baseline.kill("SIGKILL");
    await pool.end();
    await database.stop();
    await batched.stop();
    await durable.stop();
  }
}

const ours = (what: string, server: Running): Measured => ({
  what,
  url: `${server.url}/api/functions/collect-analytics`,
  posts: ourPosts(),
  pids: () => ({ server: [server.pid], postgres: postgresOf(server.dataDir) }),
});

/** One page view per visitor, each with its own client address. */
const ourPosts = (): Post[] =>
  Array.from({ length: visitors }, (_, visitor) => ({
    headers: { ...browser, "x-forwarded-for": addressOf(visitor) },
    body: JSON.stringify({
      type: "page_view",
      session_id: `1772463600000-${visitor}`,
      data: { page_path: pages[visitor % pages.length], page_title: "A page", referrer: "", duration: visitor % 90 },
    }),
  }));

const browser = {
  "content-type": "application/json",
  "user-agent":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "accept-language": "en-US,en;q=0.9",
};
const addressOf = (visitor: number) => `198.18.${visitor >> 8}.${visitor & 255}`;

function peers(): Measured[] {
  const url = process.env["INGEST_PEER_URL"];
  if (!url) return [];
  const website = process.env["INGEST_PEER_WEBSITE"] ?? "";
  const pid = Number(process.env["INGEST_PEER_PID"]);
  const dataDir = process.env["INGEST_PEER_DATA"];
  const posts = Array.from({ length: visitors }, (_, visitor) => ({
    headers: { ...browser, "x-forwarded-for": addressOf(visitor), "cf-ipcountry": "US" },
    body: JSON.stringify({
      type: "event",
      payload: {
        ...{ website, hostname: "gtmarc.example", language: "en-US", screen: "1440x900", referrer: "" },
        ...{ url: pages[visitor % pages.length], title: "A page" },
      },
    }),
  }));
  return [
    {
      ...{ what: "peer", mayFail: true as const, url, posts },
      pids: () => ({ server: pid ? [pid] : [], postgres: dataDir ? postgresOf(dataDir) : [] }),
    },
  ];
}

async function startBaseline(dataDir: string) {
  const args = ["tools/bench/ingest-baseline.ts", dataDir, String(ports.baseline)];
  const child = spawnPinned(process.execPath, args, serverCore, {}, { output: "pipe" });
  await once(child.stdout!, "data");
  return child;
}

async function takeTurns(measured: readonly Measured[]): Promise<Row[]> {
  const turns = new Map(measured.map((one) => [one, [] as Turn[]]));
  // A cold write can take longer than batched mode waits; warm up, because the measured turns must not refuse anything.
  for (const one of measured) await postRate(one.url, one.posts, { seconds: 2, mayFail: true });
  for (let round = 0; round < rounds; round += 1) for (const one of measured) turns.get(one)!.push(await turnOf(one));
  return measured.map((one) => {
    const own = turns.get(one)!;
    const of = (pick: (turn: Turn) => number) => median(own.map(pick));
    const cpu = (pick: (turn: Turn) => number) => Number(of((turn) => pick(turn) / turn.requests).toFixed(3)) || null;
    return {
      what: one.what,
      eventsPerSecond: of(({ perSecond }) => perSecond),
      best: Math.max(...own.map(({ perSecond }) => perSecond)),
      p50Ms: of(({ p50Ms }) => p50Ms),
      p99Ms: of(({ p99Ms }) => p99Ms),
      serverCpuMs: cpu(({ serverMs }) => serverMs),
      postgresCpuMs: cpu(({ postgresMs }) => postgresMs),
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
      client: own[0]!.client,
    };
  });
}

async function turnOf({ url, posts, pids, mayFail }: Measured): Promise<Turn> {
  const earlier = pids();
  const before = new Map([...earlier.server, ...earlier.postgres].map((pid) => [pid, cpuMs(pid)]));
  const rate = await postRate(url, posts, { seconds, ...(mayFail && { mayFail }) });
  // Pools replace idle connections, and with them PostgreSQL's processes.
  const { server, postgres } = pids();
  const used = (list: readonly number[]) => list.reduce((sum, pid) => sum + cpuMs(pid) - (before.get(pid) ?? 0), 0);
  return { ...rate, serverMs: used(server), postgresMs: used(postgres) };
}

/** CPU time of a process so far; Linux only, otherwise 0. `stat` counts in hundredths of a second. */
function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** PostgreSQL's processes work in its data directory. */
const postgresOf = (dataDir: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir);
      } catch {
        return false;
      }
    })
    .map(Number);

/** Bytes including indexes, and rows of hits and of sessions. */
async function sizeOf(pool: Pool) {
  const { rows } = await pool.query<Record<"hits" | "rows" | "sessions" | "sessionRows", string>>(`
    select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'analytics_hit'::regclass) as hits,
      (select count(*) from analytics_hit) as rows, pg_total_relation_size('analytics_session') as sessions,
      (select count(*) from analytics_session) as "sessionRows"`);
  const [{ hits, rows: count, sessions, sessionRows } = { hits: 0, rows: 0, sessions: 0, sessionRows: 0 }] = rows;
  return { hits: Number(hits), rows: Number(count), sessions: Number(sessions), sessionRows: Number(sessionRows) };
}

const mib = (bytes: number) => Number((bytes / 1024 / 1024).toFixed(2));
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
