/**
 * The admin area with volume: 100,000 prospects, 1,000,000 events and 1,000,000 mails. An admin requests each page and endpoint
 * 60 times over HTTP, one after another, with filters, orders, searches and prospects that change per request. Target: a p95 of
 * 200 ms. ADMIN_SCALE=0.01 measures with a hundredth of the data. ADMIN_DATA names a folder to fill once and reuse.
 */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrateDatabase } from "../../app/platform/database/migrations.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { measurePage, type PageRow, signInAsAdmin } from "./admin-requests.ts";
import { fillWithVolume, type Volume } from "./admin-volume.ts";
import { startServer } from "./running-server.ts";

const scale = Number(process.env["ADMIN_SCALE"] ?? 1);
const volume: Volume = { prospects: 100_000 * scale, events: 1_000_000 * scale, mails: 1_000_000 * scale };
const requests = 60;
const maxMs = 200;

type Sample = { ids: string[]; emails: string[]; words: string[]; domains: string[] };

export async function run(): Promise<{ rows: PageRow[]; below: string[] }> {
  const dataDir = process.env["ADMIN_DATA"] ?? mkdtempSync(join(tmpdir(), "gtmarc-bench-admin-"));
  const sample = await fill(dataDir);
  const server = await startServer({ port: 3297, dataDir, keepData: process.env["ADMIN_DATA"] !== undefined });
  try {
    const cookie = await signInAsAdmin(server);
    const rows: PageRow[] = [];
    for (const [what, pathOf] of visits(sample))
      rows.push(await measurePage(server, cookie, what, { requests, pathOf }));
    const below = rows.filter(({ p95Ms }) => p95Ms > maxMs).map(({ what, p95Ms }) => `${what}: p95 ${p95Ms} ms`);
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

/** Each page or endpoint, with the path of its nth request. */
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
