import { setTimeout as wait } from "node:timers/promises";
import PQueue from "p-queue";
import { minuteMs } from "#app/lib/durations.ts";
import { demoAnswer } from "#app/lib/forms/mail-answers.ts";
import { isDemoAddress } from "#app/lib/people/demo-address.ts";
import { cut } from "#app/lib/words/cut.ts";
import { scrub } from "#app/lib/words/scrub.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type Mailer, mailer as processMailer, type SendResult } from "#app/platform/mail/mailer.server.ts";
import { mailOutcomes } from "#app/platform/metrics.server.ts";
import { traced } from "#app/platform/tracing/trace.server.ts";
import { judgeRefusal } from "../refusals/judge-refusal.ts";
import { isOurFault } from "../refusals/refusal-causes.ts";
import { drawAttachments } from "./drawn-attachments.server.ts";
import {
  type ClaimedMail,
  claimDueMail,
  holdMail,
  type Outcome,
  recordOutcomes,
  releaseMail,
} from "./outbox.server.ts";

/*
 * Delivery sends the outbox: it claims due rows into a queue, which sends as many at a time as the mailer has connections, and
 * claims the next ones before the queue is empty. A recorder writes many outcomes in one statement. The queue pauses while
 * `maxUnwritten` outcomes are not written, so a process that is killed has sent at most that many mails, plus one per
 * connection, without recording it.
 *
 * Those mails are sent again when their lease ends, with the same Message-ID and Date: at-least-once delivery. A mail server
 * that accepts a mail and disconnects before its reply has the same effect (RFC 1047), and no sender can detect it.
 */

/**
 * Minutes to wait after the first, second, ... failed attempt. Long enough in total (two days) to outlast an outage over a
 * weekend, short enough at first that greylisting delays a code by only a minute.
 */
const pausesMinutes = [1, 5, 15, 60, 120, 240, 480, 720, 1200];

const maxAttempts = pausesMinutes.length + 1;

/** Returns when to retry after attempt number `attempt` (from 1) failed at `at`; null after the last one. */
function nextAttempt(attempt: number, at: Date): Date | null {
  const pause = pausesMinutes[attempt - 1];
  return pause === undefined ? null : new Date(at.getTime() + pause * minuteMs);
}

export type DeliveryCounts = {
  sent: number;
  retried: number;
  failed: number;
  /** Canceled because the recipient has unsubscribed from the list. */
  suppressed: number;
  /** True when it stopped with mail still due. */
  more: boolean;
};

export type DeliveryOptions = {
  mailer?: Mailer;
  batch?: number;
  leaseSeconds?: number;
  /** No new claims after this long; the caller wakes another run. */
  maxSeconds?: number;
};

const recordEveryMs = 50;
/** Number of outcomes that are written at once without waiting for the interval. */
const writtenTogether = 16;
const maxUnwritten = 32;

/** True once this process is shutting down: code that prepares mail stops as well. */
export const isDeliveryClosing = (): boolean => processMailer().isClosing();

/** Sends every due mail; returns the counts. Several processes may run it. Throws only if the outbox is unreachable. */
export async function deliverDueMail(ctx: Ctx, options: DeliveryOptions = {}): Promise<DeliveryCounts> {
  const { mailer = processMailer(), batch = 100, leaseSeconds = 300, maxSeconds = 120 } = options;
  const counts: DeliveryCounts = { sent: 0, retried: 0, failed: 0, suppressed: 0, more: false };
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  /** The caller's time, moved on by how long this run has taken. */
  const current = (): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + seconds() * 1000) });
  const leaseEnd = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000);

  const held = new Set<string>();
  const unsent = new Set<string>();
  const outcomes: Outcome[] = [];
  let writing = 0;
  let failure: { cause: unknown } | undefined;
  /** The outbox does not respond: sending stops, because outcomes could not be written. */
  let isUnrecordable = false;
  const mustStop = () => isUnrecordable || failure !== undefined || mailer.isClosing();
  const fail = (cause: unknown) => {
    failure ??= { cause };
  };

  const sending = new PQueue({ concurrency: mailer.parallel });
  const recording = new PQueue({ concurrency: 1 });

  async function send(mail: ClaimedMail) {
    if (mustStop()) return;
    unsent.delete(mail.id);
    const outcome = await attempt(mail, mailer, current);
    counts[outcome.event] += 1;
    outcomes.push(outcome);
    if (outcomes.length >= writtenTogether) recordSoon();
    if (outcomes.length + writing >= maxUnwritten) sending.pause();
  }

  /** At most one statement runs and one waits, which takes all outcomes that are there when it starts. */
  const recordSoon = () => {
    if (outcomes.length > 0 && recording.size === 0) void recording.add(record);
  };

  async function record() {
    const ready = outcomes.splice(0);
    writing = ready.length;
    try {
      await retryWrite(
        () => recordOutcomes(ctx, ready),
        () => {
          isUnrecordable = true;
          sending.start();
        },
      );
      for (const { id } of ready) held.delete(id);
    } catch (cause) {
      fail(cause);
    } finally {
      writing = 0;
      sending.start();
    }
  }

  /** Claims the next rows before the queue is empty. */
  async function claimAll() {
    while (!mustStop()) {
      if (seconds() > maxSeconds) {
        counts.more = true;
        return;
      }
      const now = current();
      const { mails, suppressed } = await claimDueMail(now, batch, leaseEnd(now.now));
      counts.suppressed += suppressed;
      for (const mail of mails) {
        held.add(mail.id);
        unsent.add(mail.id);
        sending.add(() => send(mail)).catch(fail);
      }
      if (mails.length + suppressed < batch) return;
      await sending.onSizeLessThan(batch / 2);
    }
  }

  const recordTimer = setInterval(recordSoon, recordEveryMs);
  const hold = setInterval(
    () => {
      const now = current();
      void holdMail(now, [...held], leaseEnd(now.now)).catch((error: unknown) =>
        log.warn({ err: error }, "cannot hold mail"),
      );
    },
    (leaseSeconds * 1000) / 3,
  );
  try {
    await claimAll().catch(fail);
    await sending.onIdle();
    recordSoon();
    await recording.onIdle();
  } finally {
    clearInterval(recordTimer);
    clearInterval(hold);
  }
  if (failure) throw failure.cause;
  await releaseMail(ctx, [...unsent]);
  counts.more ||= unsent.size > 0;
  return counts;
}

async function attempt(mail: ClaimedMail, mailer: Mailer, current: () => Ctx): Promise<Outcome> {
  const { id, attempts } = mail;
  if (attempts > maxAttempts)
    return {
      id,
      attempt: attempts,
      status: "failed",
      event: "failed",
      at: current().now,
      detail: "Failed: the sending process ended repeatedly.",
    };
  const { outcome, answer, stage } = await traced(
    "send mail",
    "client",
    { "gtmarc.mail.kind": mail.kind },
    async (span) => {
      const result = await transmit(mail, mailer, current);
      span.set({ "gtmarc.mail.outcome": result.outcome, "gtmarc.mail.attempt": attempts });
      if (result.outcome !== "accepted") span.fail(result.outcome);
      return result;
    },
  );
  const at = current().now;
  const detail = cut(scrub(answer), 500);
  const nextAttemptAt = outcome === "later" ? nextAttempt(attempts, at) : null;
  mailOutcomes.inc({ outcome: outcome === "accepted" ? "sent" : nextAttemptAt ? "retried" : "failed" });
  if (outcome === "accepted") return { id, attempt: attempts, status: "sent", event: "sent", at, detail };
  log.warn({ kind: mail.kind, attempt: attempts, outcome, answer }, "mail not accepted");
  if (nextAttemptAt) return { id, attempt: attempts, status: "queued", event: "retried", at, nextAttemptAt, detail };
  const refusal = stage && judgeRefusal({ text: answer, stage });
  if (refusal && isOurFault(refusal.cause))
    log.warn({ kind: mail.kind, cause: refusal.cause }, "mail refused because of us");
  return { id, attempt: attempts, status: "failed", event: "failed", at, detail, refusal };
}

/** Demo mail is never sent: its addresses do not exist, and each mail would bounce. */
function transmit(mail: ClaimedMail, mailer: Mailer, current: () => Ctx): Promise<SendResult> {
  if (isDemoAddress(mail.to)) return Promise.resolve({ outcome: "accepted", answer: demoAnswer });
  return drawAttachments(current(), mail.attachments).then(
    (attachments) => mailer.send({ ...mail, attachments }),
    (error: Error): SendResult => ({ outcome: "later", answer: error.message }),
  );
}

/** Retries a write for about half a minute while the database restarts, because sent mail must be recorded. */
async function retryWrite(write: () => Promise<void>, onTrouble: () => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      onTrouble();
      if (tries === 8) throw error;
      await wait(Math.min(250 * 2 ** tries, 8000));
    }
  }
}
