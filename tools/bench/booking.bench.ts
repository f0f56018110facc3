/**
 * Fifty visitors request one slot at the same moment from the built product over HTTP: exactly one may get it (201), the others
 * are refused at once (409), one row is written and one mail is sent to each side. Runs against one process, then against two
 * processes on one database; BENCH_ROUNDS sets the number of slots for each.
 *
 * Target: 99 of 100 responses within 200 ms.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { utcDate } from "../../app/lib/calendar-dates.ts";
import { dayMs } from "../../app/lib/durations.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { domainOf, northfield } from "../../db/world.ts";
import { startServer } from "./running-server.ts";

const visitors = 50;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 12);
const ports = [3293, 3294];

type Row = {
  processes: number;
  slots: number;
  booked: number;
  refused: number;
  other: number;
  rows: number;
  visitorMails: number;
  hostMails: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
};

export async function run(): Promise<{ rows: Row[]; below: string[] }> {
  const rows = [await race(1), await race(2)];
  return { rows, below: rows.flatMap(below) };
}

async function race(processes: number): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-bench-database-"));
  const database = await startEmbedded({ dataDir, role: "command", throwaway: true });
  const { host, user, database: name, password } = database.connection;
  const address = `postgresql:///${name}?host=${encodeURIComponent(String(host))}&user=${user}${password ? `&password=${String(password)}` : ""}`;
  const servers = [];
  const pool = new pg.Pool(database.connection);
  try {
    for (const port of ports.slice(0, processes))
      servers.push(
        await startServer({
          port,
          settings: { DATABASE_URL: address, SECRET: "b".repeat(32), TRUSTED_PROXIES: "127.0.0.1" },
        }),
      );
    const starts = await freeStarts(servers[0]!.url);
    await bookAll(
      servers.map(({ url }) => url),
      starts[0]!,
      "warm",
    );
    await pool.query("delete from booking");
    await pool.query("delete from message");
    const answers = [];
    // Far apart, so that one booking's buffer never blocks the next slot.
    for (let round = 1; round <= rounds; round += 1)
      answers.push(
        ...(await bookAll(
          servers.map(({ url }) => url),
          starts[round * 4]!,
          String(round),
        )),
      );
    return { processes, slots: rounds, ...(await figures(pool, answers)) };
  } finally {
    await pool.end();
    for (const server of servers) await server.stop();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Answer = { status: number; ms: number };

const bookAll = (urls: readonly string[], start: string, round: string): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: visitors }, async (_, index) => {
      const began = performance.now();
      const response = await fetch(`${urls[index % urls.length]}/api/booking/strategy-session`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${index + 1}` },
        body: JSON.stringify({
          start,
          name: `Visitor ${index}`,
          email: `v${round}-${index}@${domainOf(northfield)}`,
          timezone: "Europe/Vienna",
        }),
      });
      await response.arrayBuffer();
      return { status: response.status, ms: performance.now() - began };
    }),
  );

async function freeStarts(url: string): Promise<string[]> {
  const day = (ahead: number) => utcDate(Date.now() + ahead * dayMs);
  const response = await fetch(`${url}/api/booking/strategy-session/slots?from=${day(1)}&to=${day(40)}`);
  const { slots } = (await response.json()) as { slots: { start: string }[] };
  return slots.map(({ start }) => start);
}

async function figures(pool: pg.Pool, answers: readonly Answer[]) {
  const count = async (sql: string) => (await pool.query<{ n: number }>(sql)).rows[0]!.n;
  const ms = answers.map((answer) => answer.ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(ms[Math.min(ms.length - 1, Math.floor(ms.length * share))]!);
  const withStatus = (status: number) => answers.filter((answer) => answer.status === status).length;
  return {
    booked: withStatus(201),
    refused: withStatus(409),
    other: answers.length - withStatus(201) - withStatus(409),
    rows: await count("select count(*)::int as n from booking"),
    visitorMails: await count("select count(*)::int as n from message where kind = 'call-booked'"),
    hostMails: await count("select count(*)::int as n from message where kind = 'call-booked-host'"),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}

const below = (row: Row): string[] =>
  (
    [
      ["booked", row.booked === row.slots],
      ["refused", row.refused === row.slots * (visitors - 1)],
      ["rows", row.rows === row.slots],
      ["visitorMails", row.visitorMails === row.slots],
      ["hostMails", row.hostMails === row.slots],
      ["p99Ms", row.p99Ms <= 200],
    ] as const
  ).flatMap(([name, isMet]) => (isMet ? [] : [`${row.processes} processes: ${name} ${row[name]}`]));
