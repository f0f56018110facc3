/**
 * Sequences with 100,000 enrollments, 100,000 prospects, 200,000 events and 200,000 other mails.
 *
 * Sending: mails per second from a due step to a recorded mail (claimed, facts read, rules checked, queued, sent, recorded)
 * compared with a plain nodemailer loop without records, with the same mail, over the same number of connections to the same
 * loopback mail server. The two take turns, and each of our rounds is compared with the mean of the plain rounds before and
 * after it, so other load on the machine slows both. With a mail server that responds at once, and with one that takes 50 ms.
 * Target: 0.9. Then the plans of every statement of a batch: none may scan a large table.
 * Pages: the admin pages of sequences and outreach over HTTP, 60 requests each. Target: a p95 of 200 ms.
 *
 * SEQUENCES_SCALE=0.01 measures with a hundredth of the data.
 */

import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createTransport } from "nodemailer";
import pg from "pg";
import { deliverMailJob } from "../../app/features/mail/jobs.server.ts";
import { deliverDueMail } from "../../app/features/mail/sending/delivery.server.ts";
import { previewStep } from "../../app/features/sequences/steps/step-previews.server.ts";
import { advanceDue } from "../../app/features/sequences/steps/worker.server.ts";
import { system } from "../../app/lib/actor.ts";
import { utcDate } from "../../app/lib/dates/calendar-dates.ts";
import { dayMs } from "../../app/lib/durations.ts";
import type { Ctx } from "../../app/platform/context.server.ts";
import { migrateDatabase } from "../../app/platform/database/migrations.server.ts";
import { createDb, openPool } from "../../app/platform/db.server.ts";
import { useSettings as setSettings } from "../../app/platform/env.server.ts";
import { createMailer } from "../../app/platform/mail/mailer.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { closeJobs, openJobs } from "../../app/platform/queues/jobs.server.ts";
import { daytimeZone, wholeDay } from "../../tests/fixtures/daytime-zone.ts";
import { measurePage, type PageRow, signInAsAdmin } from "./admin-requests.ts";
import { fillWithVolume } from "./admin-volume.ts";
import { startServer } from "./running-server.ts";
import { fillWithEnrollments } from "./sequence-volume.ts";

type Sending = {
  latencyMs: number;
  mails: number;
  /** Medians over the rounds. */
  sequencesPerSecond: number;
  nodemailerPerSecond: number;
  /** Sequences compared with nodemailer, median of the rounds; `ratios`: of each. */
  ratio: number;
  ratios: string;
};
export type SequencesBench = {
  enrollments: number;
  sending: Sending[];
  /** Sequential scans of tables with more than a thousand rows, in the statements of a batch. */
  wholeTables: string[];
  rows: PageRow[];
  below: string[];
};

const scale = Number(process.env["SEQUENCES_SCALE"] ?? 1);
const rounds = 5;
const connections = 5;
const leastRatio = 0.9;
const requests = 60;
const maxMs = 200;
const secret = "bench-".repeat(6);
const from = "GTMarc <hello@gtmarc.example>";
const rates = { perMinute: 1_000_000, perDomain: 1_000_000 };

export async function run(): Promise<SequencesBench> {
  const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-bench-sequences-"));
  const zone = daytimeZone();
  setSettings({
    ...{ SECRET: secret, DATA_DIR: dataDir, SITE_URL: "https://gtmarc.example", COMPANY_TIMEZONE: zone },
    ...{ CONTACT_EMAIL: "desk@gtmarc.example" },
  });
  try {
    const { enrollments, sequences, sending, wholeTables } = await measureSending(dataDir);
    console.table(sending);
    process.stdout.write(`whole tables read: ${wholeTables.join("; ") || "none"}\n`);
    const rows = await measurePages(dataDir, sequences, zone);
    const below = [
      ...sending
        .filter(({ ratio }) => ratio < leastRatio)
        .map(({ latencyMs, ratio }) => `${ratio} of plain nodemailer at ${latencyMs} ms; ${leastRatio} is the least`),
      ...wholeTables,
      ...rows.filter(({ p95Ms }) => p95Ms > maxMs).map(({ what, p95Ms }) => `${what}: p95 ${p95Ms} ms`),
    ];
    if (below.length > 0) process.stdout.write(`below the targets: ${below.join("; ")}\n`);
    return { enrollments, sending, wholeTables, rows, below };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureSending(dataDir: string) {
  const database = await startEmbedded({ dataDir, role: "command" });
  const pool = openPool(database.connection);
  try {
    await migrateDatabase(database.connection);
    await fillWithVolume(database.connection, {
      ...{ prospects: 100_000 * scale, events: 200_000 * scale, mails: 200_000 * scale },
    });
    const ctx: Ctx = { db: createDb(pool), actor: system, now: new Date() };
    await openJobs({ connection: database.connection, db: ctx.db, definitions: [deliverMailJob], work: false });
    const { enrollments, sequences, due } = await fillWithEnrollments(ctx, database.connection, wholeDay);
    process.stdout.write(`${enrollments} enrollments, ${due} due\n`);
    const preview = await previewStep(ctx, { id: sequences[0]!, stepKey: "second" });
    if (!preview.ok) throw new Error(preview.reason.kind);
    const perRound = Math.round(2000 * scale);
    const sending = [
      await compare(ctx, preview.value, 0, perRound),
      await compare(ctx, preview.value, 50, Math.round(perRound / 5)),
    ];
    return { enrollments, sequences, sending, wholeTables: await plansOfBatch(ctx, database.connection) };
  } finally {
    await closeJobs(0);
    await pool.end();
    await database.stop();
  }
}

type Mail = { subject: string; html: string; text: string };

async function compare(ctx: Ctx, mail: Mail, latencyMs: number, mails: number): Promise<Sending> {
  const sink = new Worker(new URL("./mail-sink.ts", import.meta.url), { workerData: { latencyMs } });
  try {
    const [{ port }] = (await once(sink, "message")) as [{ port: number }];
    const url = `smtp://127.0.0.1:${port}`;
    const warmUp = Math.min(mails, 400);
    await sequencesRound(ctx, url, warmUp);
    await nodemailerRound(mail, url, warmUp);
    const [ours, plain]: [number[], number[]] = [[], []];
    plain.push(await nodemailerRound(mail, url, mails));
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await sequencesRound(ctx, url, mails));
      plain.push(await nodemailerRound(mail, url, mails));
    }
    sink.postMessage("count");
    const [{ taken }] = (await once(sink, "message")) as [{ taken: number }];
    const expected = 2 * warmUp + (2 * rounds + 1) * mails;
    if (taken !== expected) throw new Error(`The mail server took ${taken} mails, ${expected} were expected`);
    const ratios = ours.map((perSecond, round) => (2 * perSecond) / (plain[round]! + plain[round + 1]!));
    const ratio = median(ratios);
    return {
      ...{ latencyMs, mails, ratio: Number(ratio.toFixed(3)) },
      ratios: ratios.map((each) => each.toFixed(2)).join(" "),
      sequencesPerSecond: Math.round(median(ours)),
      nodemailerPerSecond: Math.round(median(plain)),
    };
  } finally {
    await sink.terminate();
  }
}

/** As in the product: one job takes due steps while another sends queued mail in the same process. */
async function sequencesRound(ctx: Ctx, url: string, mails: number): Promise<number> {
  const mailer = createMailer({ SMTP_URL: url, DATA_DIR: "unused", MAIL_FROM: from });
  const now = { ...ctx, now: new Date() };
  const began = performance.now();
  let [queued, sent] = [0, 0];
  const advance = async () => {
    while (queued < mails) {
      const done = await advanceDue(now, { rates, limit: Math.min(200, mails - queued) });
      if (done.mails === 0) throw new Error("Nothing was due.");
      queued += done.mails;
    }
  };
  const deliver = async () => {
    while (sent < mails) {
      const counts = await deliverDueMail(now, { mailer });
      if (counts.retried + counts.failed > 0) throw new Error("A mail was not accepted.");
      sent += counts.sent;
    }
  };
  await Promise.all([advance(), deliver()]);
  const seconds = (performance.now() - began) / 1000;
  mailer.close();
  return mails / seconds;
}

async function nodemailerRound({ subject, html, text }: Mail, url: string, mails: number): Promise<number> {
  const transport = createTransport({ url, pool: true, maxConnections: connections });
  const began = performance.now();
  await Promise.all(
    Array.from({ length: mails }, (_, n) =>
      transport.sendMail({ from, to: `person${n}@northfield.example`, subject, html, text }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  transport.close();
  return mails / seconds;
}

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };

/** Explains each statement of a batch with its values, and lists large tables that are scanned. */
async function plansOfBatch(ctx: Ctx, connection: pg.PoolConfig): Promise<string[]> {
  const statements = await statementsOf(() => advanceDue({ ...ctx, now: new Date() }, { rates, limit: 200 }));
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: large } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and reltuples > 1000",
    );
    const names = new Set(large.map(({ name }) => name));
    const found = new Set<string>();
    for (const { text, values } of statements) {
      if (!/^\s*(select|with|insert|update|delete)/i.test(text)) continue;
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      for (const table of scannedIn(rows[0]["QUERY PLAN"][0].Plan))
        if (names.has(table)) found.add(`${table} in: ${text.replace(/\s+/g, " ").slice(0, 120)}`);
    }
    return [...found];
  } finally {
    await client.end();
  }
}

const scannedIn = (plan: Plan): string[] => [
  ...(plan["Node Type"] === "Seq Scan" && plan["Relation Name"] ? [plan["Relation Name"]] : []),
  ...(plan.Plans ?? []).flatMap(scannedIn),
];

/** Records every statement that this process sends to PostgreSQL while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const seen: { text: string; values: unknown[] }[] = [];
  const client = pg.Client.prototype as unknown as { query: (...parts: unknown[]) => unknown };
  const { query } = client;
  client.query = function record(this: unknown, ...parts: unknown[]) {
    const [first, values] = parts as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof first === "string" ? first : first?.text;
    const given = (typeof first === "object" && first.values) || values;
    if (text) seen.push({ text, values: Array.isArray(given) ? given : [] });
    return query.apply(this, parts);
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return seen;
}

async function measurePages(dataDir: string, sequences: readonly string[], zone: string): Promise<PageRow[]> {
  const settings = { COMPANY_TIMEZONE: zone };
  const server = await startServer({ port: Number(process.env["SEQUENCES_PORT"] ?? 3296), dataDir, settings });
  try {
    const cookie = await signInAsAdmin(server);
    const of = (turn: number) => sequences[turn % sequences.length]!;
    const day = (daysAgo: number) => utcDate(Date.now() - daysAgo * dayMs);
    const period = (days: number) => `from=${day(days)}&to=${day(0)}`;
    const states = ["active", "finished", "blocked"];
    const visits: [string, (turn: number) => string][] = [
      ["list", () => "/admin/email-sequences"],
      ["list, API", () => "/api/admin/sequences"],
      ["editor", (turn) => `/admin/email-sequences/${of(turn)}`],
      ["editor, API", (turn) => `/api/admin/sequences/${of(turn)}`],
      ["people", (turn) => `/admin/email-sequences/${of(turn)}/people`],
      ["people in a state", (turn) => `/admin/email-sequences/${of(turn)}/people?state=${states[turn % 3]}`],
      ["outreach, 30 days", () => `/admin/outreach-analytics?${period(29)}`],
      ["outreach, 90 days", () => `/admin/outreach-analytics?${period(89)}`],
      ["outreach, one sequence", (turn) => `/admin/outreach-analytics?${period(29)}&sequence=${of(turn)}`],
      ["outreach, API, 90 days", () => `/api/admin/outreach?${period(89)}`],
      ["outreach, CSV", () => `/api/admin/outreach-figures?${period(89)}`],
    ];
    const rows: PageRow[] = [];
    for (const [what, pathOf] of visits) rows.push(await measurePage(server, cookie, what, { requests, pathOf }));
    return rows;
  } finally {
    await server.stop();
  }
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
