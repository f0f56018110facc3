/**
 * Two builds of the product beside each other on a machine with varying speed: both run with copies of the same data and answer
 * the same requests in turn, so that whatever slows one slows the other. `ratio` is the median over all pairs of this build's time
 * divided by the other's; `cpuRatio` compares the CPU time of the product and its PostgreSQL over all requests.
 *
 * SIDE_TREE=/path/of/another/built/checkout is required. SIDE_DATA names a data directory filled by it, for example with
 * ADMIN_DATA; SIDE_PATHS="/,/admin" lists other paths, SIDE_ROUNDS the number of pairs of each.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { utcDate } from "../../app/lib/dates/calendar-dates.ts";
import { dayMs } from "../../app/lib/durations.ts";
import { signInAsAdmin } from "./admin-requests.ts";
import { cpuOf, type Running, startServer } from "./running-server.ts";

const otherTree = process.env["SIDE_TREE"];
const data = process.env["SIDE_DATA"];
const rounds = Number(process.env["SIDE_ROUNDS"] ?? 60);
const warmUp = 5;

const day = (ahead: number) => utcDate(Date.now() + ahead * dayMs);
const slots = `/api/booking/strategy-session/slots?from=${day(2)}&to=${day(20)}`;
const pages = [
  ...["/", "/automation-grid", "/pricing", "/sample-analysis", "/schedule/strategy-session", "/auth"],
  ...[slots, "/api/downloads/public_lite/count", "/admin"],
  ...["", "?q=an", "?view=table", "?view=table&sort=score", "?stage=lead", "?size=small"].map(
    (query) => `/admin/prospect-pipeline${query}`,
  ),
  ...["/api/admin/search?q=an", "/admin/mail", "/admin/mail?q=an", "/admin/access-requests", "/admin/users"],
  ...["/admin/audit-log", "/admin/jobs", "/admin/security", "/admin/email-sequences", "/admin/outreach-analytics"],
  ...[
    "/admin/analytics",
    "/admin/funnel-analytics",
    "/admin/newsletter",
    "/admin/billing",
    "/admin/calendar",
    "/admin/webhook-setup-guide",
  ],
  ...["/account", "/api/admin/sequences"],
];
const paths = process.env["SIDE_PATHS"]?.split(",") ?? pages;

type Row = { path: string; ratio: number; quartiles: string; ms: number; otherMs: number; kB: number; otherKB: number };
type Side = { server: Running; cookie: string };

export async function run(): Promise<{ rows: Row[]; ratio: number; cpuRatio: Record<string, number> }> {
  if (!otherTree) throw new Error("SIDE_TREE must name another checkout with a build.");
  const folders = [mkdtempSync(join(tmpdir(), "gtmarc-bench-")), mkdtempSync(join(tmpdir(), "gtmarc-bench-"))];
  const sides: Side[] = [];
  try {
    for (const [at, tree] of [process.cwd(), otherTree].entries()) {
      if (data) execFileSync("cp", ["-a", `${data}/.`, folders[at]!]);
      const server = await startServer({ port: 3301 + at, tree, dataDir: folders[at]!, settings: { JOBS: "off" } });
      sides.push({ server, cookie: await signInAsAdmin(server) });
    }
    const [ours, other] = sides as [Side, Side];
    const rows: Row[] = [];
    for (const path of paths) for (let turn = 0; turn < warmUp; turn += 1) await inTurn(ours, other, path, turn);
    const before = sides.map(({ server }) => cpuOf(server.pid, server.dataDir));
    for (const path of paths) rows.push(await comparePath(ours, other, path));
    const spent = sides.map(({ server }, at) => {
      const now = cpuOf(server.pid, server.dataDir);
      return { node: now!.nodeMs - before[at]!.nodeMs, postgres: now!.postgresMs - before[at]!.postgresMs };
    });
    const cpuRatio = {
      node: rounded(spent[0]!.node / spent[1]!.node),
      postgres: rounded(spent[0]!.postgres / spent[1]!.postgres),
    };
    const ratio = rounded(Math.exp(rows.reduce((sum, row) => sum + Math.log(row.ratio), 0) / rows.length));
    process.stdout.write(
      `Mean ratio ${ratio}, CPU time ${cpuRatio.node} (product), ${cpuRatio.postgres} (PostgreSQL)\n`,
    );
    return { rows, ratio, cpuRatio };
  } finally {
    for (const { server } of sides) await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function comparePath(ours: Side, other: Side, path: string): Promise<Row> {
  const pairs: { ms: number; otherMs: number; bytes: number; otherBytes: number }[] = [];
  for (let turn = 0; turn < rounds; turn += 1) pairs.push(await inTurn(ours, other, path, turn));
  const ratios = pairs.map(({ ms, otherMs }) => ms / otherMs).sort((one, next) => one - next);
  const quarter = (share: number) => rounded(ratios[Math.floor((ratios.length - 1) * share)]!);
  const middle = (values: number[]) => values.sort((one, next) => one - next)[Math.floor(values.length / 2)]!;
  return {
    path,
    ratio: quarter(0.5),
    quartiles: `${quarter(0.25)} to ${quarter(0.75)}`,
    ms: rounded(middle(pairs.map(({ ms }) => ms))),
    otherMs: rounded(middle(pairs.map(({ otherMs }) => otherMs))),
    kB: rounded(pairs[0]!.bytes / 1000),
    otherKB: rounded(pairs[0]!.otherBytes / 1000),
  };
}

/** Requests the path from both; who is first changes with every turn. */
async function inTurn(ours: Side, other: Side, path: string, turn: number) {
  const first = await request(turn % 2 ? other : ours, path);
  const second = await request(turn % 2 ? ours : other, path);
  const [own, others] = turn % 2 ? [second, first] : [first, second];
  return { ms: own.ms, otherMs: others.ms, bytes: own.bytes, otherBytes: others.bytes };
}

async function request({ server, cookie }: Side, path: string): Promise<{ ms: number; bytes: number }> {
  // The public pages as visitors get them.
  const headers: Record<string, string> = /^\/(admin|api\/admin|account)/.test(path) ? { cookie } : {};
  const began = performance.now();
  const answer = await fetch(server.url + path, { headers, redirect: "manual" });
  const { byteLength } = await answer.arrayBuffer();
  const ms = performance.now() - began;
  if (answer.status !== 200) throw new Error(`${server.url}${path} answered ${answer.status}`);
  return { ms, bytes: byteLength };
}

const rounded = (value: number) => Number(value.toFixed(3));
