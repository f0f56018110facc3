/**
 * Cost of the outbox: mails per second through deliverDueMail (claimed, sent, recorded, on a real PostgreSQL) compared with a
 * plain nodemailer loop without records, over the same number of connections to the same loopback mail server. The two take
 * turns, because the speed of a shared machine varies. Measured with a mail server that responds at once, and with one that
 * takes 50 ms per mail, like a remote one. Then the memory of this process while 100,000 mails are queued and the first of them
 * are being sent.
 *
 *   npm run bench mail
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createTransport } from "nodemailer";
import { deliverDueMail } from "../../app/features/mail/sending/delivery.server.ts";
import { message } from "../../app/features/mail/tables.server.ts";
import { system } from "../../app/lib/actor.ts";
import { newId } from "../../app/lib/uuid.ts";
import type { Ctx } from "../../app/platform/context.server.ts";
import { migrateDatabase } from "../../app/platform/database/migrations.server.ts";
import { createDb, openPool } from "../../app/platform/db.server.ts";
import { createMailer } from "../../app/platform/mail/mailer.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { domainOf, northfield } from "../../db/world.ts";

type Row = {
  /** The mail server's delay per mail. */
  latencyMs: number;
  mails: number;
  connections: number;
  /** Medians over the rounds. */
  outboxPerSecond: number;
  nodemailerPerSecond: number;
  /** Outbox compared with nodemailer, median of the rounds. */
  ratio: number;
};

export type MailBench = {
  rows: Row[];
  /** Resident memory before, and its maximum while 100,000 mails were queued and some of them sent. */
  memory: { beforeMiB: number; with100000QueuedMiB: number };
  below: string[];
};

const leastRatio = 0.9;
const rounds = 5;
const connections = 5;
const from = "GTMarc <hello@gtmarc.example>";
const html = `<html><body>${"<p>The register lists eighteen automations, each with its hours.</p>".repeat(150)}</body></html>`;
const text = "The register lists eighteen automations, each with its hours.\n".repeat(30);

/** Runs the benchmark, about 15 seconds for 1,000 mails. */
export async function run(mailsPerRound = 1000): Promise<MailBench> {
  const dataDir = await mkdtemp(join(tmpdir(), "gtmarc-bench-mail-"));
  const database = await startEmbedded({ dataDir, role: "command" });
  const pool = openPool(database.connection);
  try {
    await migrateDatabase(database.connection);
    const ctx: Ctx = { db: createDb(pool), actor: system, now: new Date() };
    const rows = [
      await compare(ctx, 0, mailsPerRound),
      await compare(ctx, 50, Math.max(100, Math.round(mailsPerRound / 5))),
    ];
    const memory = await memoryWhileQueued(ctx);
    process.stdout.write(
      `memory ${memory.beforeMiB} MiB, ${memory.with100000QueuedMiB} MiB with 100,000 mails queued and some being sent\n`,
    );
    const below = rows
      .filter(({ ratio }) => ratio < leastRatio)
      .map(({ latencyMs, ratio }) => `${ratio} of plain nodemailer at ${latencyMs} ms; ${leastRatio} is the least`);
    return { rows, memory, below };
  } finally {
    await pool.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare(ctx: Ctx, latencyMs: number, mails: number): Promise<Row> {
  const sink = new Worker(new URL("./mail-sink.ts", import.meta.url), { workerData: { latencyMs } });
  try {
    const [{ port }] = (await once(sink, "message")) as [{ port: number }];
    const url = `smtp://127.0.0.1:${port}`;
    const warmUp = Math.min(mails, 200);
    await outboxRound(ctx, url, warmUp);
    await nodemailerRound(url, warmUp);
    const outbox: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      outbox.push(await outboxRound(ctx, url, mails));
      plain.push(await nodemailerRound(url, mails));
    }
    await checkTaken(sink, 2 * (warmUp + rounds * mails));
    const ratio = median(outbox.map((perSecond, round) => perSecond / plain[round]!));
    return {
      latencyMs,
      mails,
      connections,
      outboxPerSecond: Math.round(median(outbox)),
      nodemailerPerSecond: Math.round(median(plain)),
      ratio: Number(ratio.toFixed(3)),
    };
  } finally {
    await sink.terminate();
  }
}

/** Claims take a hundred mails at a time, however many are queued; this measures it. */
async function memoryWhileQueued(ctx: Ctx) {
  const miB = () => Math.round(process.memoryUsage().rss / 1024 / 1024);
  const before = miB();
  for (let rest = 100_000; rest > 0; rest -= 1000) await queueMails(ctx, 1000);
  const sink = new Worker(new URL("./mail-sink.ts", import.meta.url));
  try {
    const [{ port }] = (await once(sink, "message")) as [{ port: number }];
    const mailer = createMailer({ SMTP_URL: `smtp://127.0.0.1:${port}`, DATA_DIR: "unused", MAIL_FROM: from });
    let most = miB();
    const watch = setInterval(() => {
      most = Math.max(most, miB());
    }, 100);
    await deliverDueMail(ctx, { mailer, maxSeconds: 5 });
    clearInterval(watch);
    mailer.close();
    return { beforeMiB: before, with100000QueuedMiB: most };
  } finally {
    await sink.terminate();
  }
}

async function outboxRound(ctx: Ctx, url: string, mails: number): Promise<number> {
  for (let rest = mails; rest > 0; rest -= 500) await queueMails(ctx, Math.min(rest, 500));
  const mailer = createMailer({ SMTP_URL: url, DATA_DIR: "unused", MAIL_FROM: from });
  const startedAt = performance.now();
  const { sent } = await deliverDueMail(ctx, { mailer });
  const seconds = (performance.now() - startedAt) / 1000;
  mailer.close();
  if (sent !== mails) throw new Error(`${sent} of ${mails} mails were sent`);
  return mails / seconds;
}

async function queueMails(ctx: Ctx, count: number) {
  const rows = Array.from({ length: count }, (_, n) => {
    const id = newId();
    return {
      id,
      kind: "bench",
      toAddress: `person${n}@${domainOf(northfield)}`,
      subject: `Register ${n}`,
      html,
      text,
      messageId: `<${id}@gtmarc.example>`,
      nextAttemptAt: ctx.now,
      createdAt: ctx.now,
    };
  });
  await ctx.db.insert(message).values(rows);
}

async function nodemailerRound(url: string, mails: number): Promise<number> {
  const transport = createTransport({ url, pool: true, maxConnections: connections });
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: mails }, (_, n) =>
      transport.sendMail({ from, to: `person${n}@${domainOf(northfield)}`, subject: `Register ${n}`, html, text }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  transport.close();
  return mails / seconds;
}

async function checkTaken(sink: Worker, expected: number) {
  sink.postMessage("count");
  const [{ taken }] = (await once(sink, "message")) as [{ taken: number }];
  if (taken !== expected) throw new Error(`The mail server took ${taken} mails, ${expected} were expected`);
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

if (import.meta.main) {
  const result = await run(Number(process.argv[2] ?? 1000));
  console.table(result.rows);
  if (result.below.length > 0) process.exitCode = 1;
}
