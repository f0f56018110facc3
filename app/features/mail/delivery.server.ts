import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { isDemoAddress } from "#app/lib/demo-address.ts";
import { demoAnswer } from "#app/lib/mail-answers.ts";
import { scrub } from "#app/lib/scrub.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type Handover, type Mailer, mailer as processMailer } from "#app/platform/mailer.server.ts";
import { mailOutcomes } from "#app/platform/metrics.server.ts";
import { drawAttachments } from "./drawn-attachments.server.ts";
import { bounceKind, statusIn } from "./sending/bounce-kind.ts";
import {
  type ClaimedMail,
  claimDueMail,
  holdMail,
  type Outcome,
  recordOutcomes,
  releaseMail,
} from "./sending/outbox.server.ts";
import { maxAttempts, nextAttempt } from "./sending/retry.ts";

/*
 * Delivery sends the outbox. Three things run concurrently: as many lanes as the mailer has connections, each sending one
 * mail after the other; a claim that fetches the next rows before the lanes run dry; and a recorder that writes the collected
 * outcomes, many in one statement. The connections wait for the database only when it falls behind: at most `maxUnwritten`
 * outcomes are unwritten at any time. So a killed process has sent at most that many mails, plus one per lane, without
 * recording it.
 *
 * Those mails are sent again when their lease ends, with the same Message-ID and Date: at-least-once delivery. A mail server
 * that accepts a mail and disconnects before its reply has the same effect (RFC 1047), and no sender can detect it.
 */

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
  longestSeconds?: number;
};

const recordEveryMs = 50;
/** Number of outcomes that are written at once without waiting for the interval. */
const writtenTogether = 16;
const maxUnwritten = 32;

/** True once this process is shutting down: code that prepares mail stops as well. */
export const isDeliveryClosing = (): boolean => processMailer().isClosing();

/** Sends every due mail; returns the counts. Several processes may run it. Throws only if the outbox is unreachable. */
export async function deliverDueMail(ctx: Ctx, options: DeliveryOptions = {}): Promise<DeliveryCounts> {
  const { mailer = processMailer(), batch = 100, leaseSeconds = 300, longestSeconds = 120 } = options;
  const counts: DeliveryCounts = { sent: 0, retried: 0, failed: 0, suppressed: 0, more: false };
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  /** The caller's time plus the duration of this run. */
  const current = (): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + seconds() * 1000) });
  const leaseEnd = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000);

  const held = new Set<string>();
  const waiting: ClaimedMail[] = [];
  const outcomes: Outcome[] = [];
  let writing = 0;
  const moved = new EventEmitter().setMaxListeners(0);
  let broken: { cause: unknown } | undefined;
  let exhausted = false;
  /** The outbox does not respond: send nothing whose outcome might never be recorded. */
  let unrecordable = false;
  let claiming: Promise<void> | undefined;
  const mustStop = () => unrecordable || broken !== undefined || mailer.isClosing();

  async function claim() {
    if (seconds() > longestSeconds) {
      counts.more = exhausted = true;
      return;
    }
    const now = current();
    const { mails, suppressed } = await claimDueMail(now, batch, leaseEnd(now.now));
    for (const mail of mails) held.add(mail.id);
    waiting.push(...mails);
    counts.suppressed += suppressed;
    exhausted = mails.length + suppressed < batch;
  }

  const claimMore = () => {
    claiming ??= claim()
      .catch((cause: unknown) => {
        broken ??= { cause };
      })
      .finally(() => {
        claiming = undefined;
      });
    return claiming;
  };

  async function nextMail(): Promise<ClaimedMail | undefined> {
    while (waiting.length === 0 && !exhausted && !mustStop()) await claimMore();
    if (mustStop()) return undefined;
    const mail = waiting.shift();
    if (waiting.length < batch / 2 && !exhausted) void claimMore();
    return mail;
  }

  async function lane() {
    for (let mail = await nextMail(); mail; mail = await nextMail()) {
      const outcome = await attempt(mail, mailer, current);
      counts[outcome.event] += 1;
      outcomes.push(outcome);
      if (outcomes.length >= writtenTogether) moved.emit("ready");
      while (outcomes.length + writing >= maxUnwritten && !mustStop()) await once(moved, "written");
    }
  }

  async function record() {
    const ready = outcomes.splice(0);
    if (ready.length === 0) return;
    writing = ready.length;
    try {
      await insist(
        () => recordOutcomes(ctx, ready),
        () => {
          unrecordable = true;
          moved.emit("written");
        },
      );
      for (const { id } of ready) held.delete(id);
    } catch (cause) {
      broken ??= { cause };
    } finally {
      writing = 0;
      moved.emit("written");
    }
  }

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
    const lanes = Promise.all(Array.from({ length: mailer.parallel }, lane));
    let done = false;
    void lanes.finally(() => {
      done = true;
    });
    while (!done) {
      if (outcomes.length < writtenTogether)
        await Promise.race([lanes, wait(recordEveryMs), new Promise((resolve) => moved.once("ready", resolve))]);
      await record();
    }
    await lanes;
    await claiming;
    await record();
  } finally {
    clearInterval(hold);
  }
  if (broken) throw broken.cause;
  await releaseMail(
    ctx,
    waiting.map(({ id }) => id),
  );
  counts.more ||= waiting.length > 0;
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
  const { outcome, answer } = await transmit(mail, mailer, current);
  const at = current().now;
  const detail = scrub(answer).slice(0, 500);
  const nextAttemptAt = outcome === "later" ? nextAttempt(attempts, at) : null;
  mailOutcomes.inc({ outcome: outcome === "accepted" ? "sent" : nextAttemptAt ? "retried" : "failed" });
  if (outcome === "accepted") return { id, attempt: attempts, status: "sent", event: "sent", at, detail };
  log.warn({ kind: mail.kind, attempt: attempts, outcome, answer }, "mail not accepted");
  if (nextAttemptAt) return { id, attempt: attempts, status: "queued", event: "retried", at, nextAttemptAt, detail };
  const isHardBounce = outcome === "refused" && bounceKind(statusIn(answer)) === "hard";
  return { id, attempt: attempts, status: "failed", event: "failed", at, detail, isHardBounce };
}

/** Demo mail is never sent: its addresses do not exist, and each mail would bounce. */
function transmit(mail: ClaimedMail, mailer: Mailer, current: () => Ctx): Promise<Handover> {
  if (isDemoAddress(mail.to)) return Promise.resolve({ outcome: "accepted", answer: demoAnswer });
  return drawAttachments(current(), mail.attachments).then(
    (attachments) => mailer.send({ ...mail, attachments }),
    (error: Error): Handover => ({ outcome: "later", answer: error.message }),
  );
}

/** Retries a write for about half a minute while the database restarts, because sent mail must be recorded. */
async function insist(write: () => Promise<void>, onTrouble: () => void): Promise<void> {
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
