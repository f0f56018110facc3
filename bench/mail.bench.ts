/**
 * What the outbox costs: mails a second through deliverDueMail (claimed, sent, recorded, on a real PostgreSQL) beside a plain
 * nodemailer loop that keeps no record, over the same number of connections to the same loopback mail server.
 * The two take turns, because a shared machine is not equally fast all the time.
 *
 *   node bench/mail.bench.ts [mails per round]
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createTransport } from "nodemailer";
import { deliverDueMail } from "../app/features/mail/delivery.server.ts";
import { message } from "../app/features/mail/tables.server.ts";
import { system } from "../app/lib/actor.ts";
import { newId } from "../app/lib/uuid.ts";
import type { Ctx } from "../app/platform/context.server.ts";
import { createDb, openPool } from "../app/platform/db.server.ts";
import { createMailer } from "../app/platform/mailer.server.ts";
import { migrateDatabase } from "../app/platform/migrations.server.ts";
import { startEmbedded } from "../app/platform/postgres/embedded.server.ts";

export interface MailBench {
  name: "mail";
  mailsPerRound: number;
  connections: number;
  /** Medians over the rounds. */
  outboxPerSecond: number;
  nodemailerPerSecond: number;
  /** Outbox against nodemailer, median of the rounds; 0.9 is the least that is good enough. */
  ratio: number;
  passed: boolean;
}

const rounds = 5;
const connections = 5;
const from = "GTMarc <hello@gtmarc.example>";
const html = `<html><body>${"<p>The register lists eighteen automations, each with its hours.</p>".repeat(150)}</body></html>`;
const text = "The register lists eighteen automations, each with its hours.\n".repeat(30);

/** Runs the benchmark, about a quarter of a minute for 1,000 mails. */
export async function run(mailsPerRound = 1000): Promise<MailBench> {
  const dataDir = await mkdtemp(join(tmpdir(), "gtmarc-bench-mail-"));
  const database = await startEmbedded({ dataDir, role: "command" });
  const sink = new Worker(new URL("./mail-sink.ts", import.meta.url));
  const listening = once(sink, "message") as Promise<[{ port: number }]>;
  const pool = openPool(database.connection);
  try {
    await migrateDatabase(database.connection);
    const [{ port }] = await listening;
    const url = `smtp://127.0.0.1:${port}`;
    const ctx: Ctx = { db: createDb(pool), actor: system, now: new Date() };
    await outboxRound(ctx, url, 200);
    await nodemailerRound(url, 200);
    const outbox: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      outbox.push(await outboxRound(ctx, url, mailsPerRound));
      plain.push(await nodemailerRound(url, mailsPerRound));
    }
    await checkTaken(sink, 2 * (200 + rounds * mailsPerRound));
    const ratio = median(outbox.map((perSecond, round) => perSecond / plain[round]!));
    return {
      name: "mail",
      mailsPerRound,
      connections,
      outboxPerSecond: Math.round(median(outbox)),
      nodemailerPerSecond: Math.round(median(plain)),
      ratio: Number(ratio.toFixed(3)),
      passed: ratio >= 0.9,
    };
  } finally {
    await sink.terminate();
    await pool.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function outboxRound(ctx: Ctx, url: string, mails: number): Promise<number> {
  for (let rest = mails; rest > 0; rest -= 500) await queueMails(ctx, Math.min(rest, 500));
  const mailer = createMailer({ SMTP_URL: url, DATA_DIR: "unused", MAIL_FROM: from });
  const begun = performance.now();
  const { sent } = await deliverDueMail(ctx, { mailer });
  const seconds = (performance.now() - begun) / 1000;
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
      toAddress: `person${n}@northfield.example`,
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
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: mails }, (_, n) =>
      transport.sendMail({ from, to: `person${n}@northfield.example`, subject: `Register ${n}`, html, text }),
    ),
  );
  const seconds = (performance.now() - begun) / 1000;
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
  console.table([result]);
  if (!result.passed) process.exitCode = 1;
}
