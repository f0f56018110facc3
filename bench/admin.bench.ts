/**
 * The firm's side with volume: 100,000 prospects, 1,000,000 events and 1,000,000 mails. Each page and call is asked for 60 times
 * by an admin over HTTP, one after the other, with filters, orders, searches and prospects that change from request to request.
 * The target is a p95 of 200 ms. ADMIN_SCALE=0.01 measures with a hundredth of it. ADMIN_DATA names a folder to fill once and
 * to use again.
 */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { migrateDatabase } from "#app/platform/migrations.server.ts";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { fillWithVolume, type Volume } from "./admin-volume.ts";
import { type Running, startServer } from "./running-server.ts";
import { command } from "./signed-in.ts";

type Row = { what: string; p50Ms: number; p95Ms: number; largestMs: number; kB: number };

const scale = Number(process.env["ADMIN_SCALE"] ?? 1);
const volume: Volume = { prospects: 100_000 * scale, events: 1_000_000 * scale, mails: 1_000_000 * scale };
const requests = 60;
const mostMs = 200;
const admin = { email: `admin-${Date.now()}@gtmarc-bench.example`, password: "Draw2Automate" };
const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

type Sample = { ids: string[]; emails: string[]; words: string[]; domains: string[] };

export async function run(): Promise<{ rows: Row[]; below: string[] }> {
  const dataDir = process.env["ADMIN_DATA"] ?? mkdtempSync(join(tmpdir(), "gtmarc-bench-admin-"));
  const sample = await fill(dataDir);
  const server = await startServer({ port: 3297, dataDir, keepData: process.env["ADMIN_DATA"] !== undefined });
  try {
    const cookie = await signInAsAdmin(server);
    const rows: Row[] = [];
    for (const [what, pathOf] of visits(sample)) rows.push(await measure(server, cookie, what, pathOf));
    const below = rows.filter(({ p95Ms }) => p95Ms > mostMs).map(({ what, p95Ms }) => `${what}: p95 ${p95Ms} ms`);
    return { rows, below };
  } finally {
    await server.stop();
  }
}

async function fill(dataDir: string): Promise<Sample> {
  const database = await startEmbedded({ dataDir, role: "command" });
  try {
    await migrateDatabase(database.connection);
    const filled = join(dataDir, "filled");
    if (!existsSync(filled)) {
      await fillWithVolume(database.connection, volume);
      writeFileSync(filled, JSON.stringify(volume));
    }
    const client = new pg.Client(database.connection);
    await client.connect();
    const { rows } = await client.query<{ id: string; email: string; name: string; domain: string }>(
      "select id, email, name, domain from prospect order by md5(email) limit $1",
      [requests],
    );
    await client.end();
    return {
      ids: rows.map(({ id }) => id),
      emails: rows.map(({ email }) => email),
      words: rows.map(({ name }) => name.split(" ")[0]!.toLowerCase()),
      domains: rows.map(({ domain }) => domain),
    };
  } finally {
    await database.stop();
  }
}

/** Each page or call, with the path of its nth request. */
function visits({ ids, emails, words, domains }: Sample): [string, (turn: number) => string][] {
  const pipeline = "/admin/prospect-pipeline";
  const of = <Value>(values: readonly Value[], turn: number) => values[turn % values.length]!;
  const filters = [
    ...["lead", "qualified", "won", "lost"].map((stage) => `stage=${stage}`),
    ...["source=kit", "source=payment", "size=small", "size=large", "score=50", "tag=partner", "tag=none", "cold=1"],
    ...["due=late", "due=today", "due=week", "due=none", "owner=none"],
  ];
  const orders = ["company", "score", "value", "activity", "stage_age"].flatMap((key) => [
    `sort=${key}`,
    `sort=${key}&direction=desc`,
  ]);
  const misspelled = (word: string) => `${word.slice(0, 2)}${word.slice(3)}`;
  return [
    ["today", () => "/admin"],
    ["board", () => pipeline],
    ["board, filtered", (turn) => `${pipeline}?${of(filters, turn)}`],
    ["board, searched", (turn) => `${pipeline}?q=${of(words, turn)}`],
    ["table, in every order", (turn) => `${pipeline}?view=table&${of(orders, turn)}`],
    ["table, filtered", (turn) => `${pipeline}?view=table&${of(filters, turn)}&${of(orders, turn)}`],
    ["table, searched", (turn) => `${pipeline}?view=table&q=${of(words, turn)}`],
    ["prospect", (turn) => `${pipeline}/${of(ids, turn)}`],
    ["company", (turn) => `${pipeline}/company/${of(domains, turn)}`],
    ["search, as typed", (turn) => `/api/admin/search?q=${of(words, turn).slice(0, 4)}`],
    ["search, misspelled", (turn) => `/api/admin/search?q=${misspelled(of(words, turn))}`],
    ["search, address", (turn) => `/api/admin/search?q=${encodeURIComponent(of(emails, turn))}`],
    ["mail", () => "/admin/mail"],
    ["mail, searched", (turn) => `/admin/mail?q=${of(words, turn)}`],
    ["access requests", () => "/admin/access-requests"],
    ["users", () => "/admin/users"],
    ["audit log", () => "/admin/audit-log"],
    ["jobs", () => "/admin/jobs"],
    ["security", () => "/admin/security"],
  ];
}

async function measure(server: Running, cookie: string, what: string, pathOf: (turn: number) => string): Promise<Row> {
  const times: number[] = [];
  let bytes = 0;
  // The first three warm up code and plans, as the first visits of a day do.
  for (let turn = -3; turn < requests; turn += 1) {
    const path = pathOf(Math.max(0, turn));
    const began = performance.now();
    const answer = await fetch(server.url + path, { headers: { cookie }, redirect: "manual" });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (turn >= 0) times.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1]!);
  return { what, p50Ms: at(0.5), p95Ms: at(0.95), largestMs: at(1), kB: Math.round(bytes / 1000) };
}

async function signInAsAdmin(server: Running): Promise<string> {
  command(server, ["admin", "create", admin.email, "--password-stdin", "--totp-secret", totpSecret], admin.password);
  const jar = new Map<string, string>();
  const post = async (path: string, body: object) => {
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.url, cookie: cookieOf(jar) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]!.split("=");
      jar.set(name, value);
    }
  };
  await post("/api/auth/sign-in/email", admin);
  await post("/api/auth/two-factor/verify-totp", { code: await codeOf(totpSecret, stepAt(new Date())) });
  return cookieOf(jar);
}

const cookieOf = (jar: ReadonlyMap<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
