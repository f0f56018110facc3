import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import { findEvents } from "#app/features/events/log.server.ts";
import { currentTime } from "#app/platform/clock.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { webhookOutcomes } from "#app/platform/metrics.server.ts";
import type { Reach } from "#app/platform/outside-request.server.ts";
import { attemptDelivery, type Target, unreadableEndpoint } from "./attempt.server.ts";
import { type Claim, claimDue, findNextDue, releaseClaims } from "./claims.server.ts";
import type { CustomHeader } from "./custom-headers.ts";
import { messageBody } from "./message-body.server.ts";
import { type Outcome, recordOutcomes } from "./outcomes.server.ts";
import { webhookReach } from "./reach.server.ts";
import { decrypt } from "./signing.server.ts";
import { webhookEndpoint } from "./tables.server.ts";

/*
 * Sending. One loop per process claims due deliveries, sends them and records the outcomes, many in one transaction. Each endpoint
 * has its own lanes, so an endpoint that hangs occupies only these. The loop ends when nothing is due; a job starts it again.
 *
 * A process that is killed has claimed at most `share` deliveries per endpoint. They are sent again after the lease, with the same
 * `webhook-id`: at least once, never lost.
 */

export type SenderOptions = {
  reach?: Reach;
  /** Requests at the same time per endpoint. */
  lanes?: number;
  timeoutMs?: number;
  leaseSeconds?: number;
};

export type SenderCounts = { delivered: number; failed: number };

/** Claims per lane: enough to send the next one while outcomes are written. */
const claimsPerLane = 4;
const pollMs = 200;

/** One loop. `sendDue` runs it until nothing is due. */
class Sender {
  readonly counts: SenderCounts = { delivered: 0, failed: 0 };
  private readonly ctx: Ctx;
  private readonly reach: Reach;
  private readonly lanes: number;
  private readonly timeoutMs: number | undefined;
  private readonly leaseMs: number;
  private readonly began = performance.now();
  /** Per endpoint: claims that wait for a lane, and the number of running requests. */
  private readonly waiting = new Map<string, Ready[]>();
  private readonly running = new Map<string, number>();
  private readonly outcomes: Outcome[] = [];
  private readonly changed = new EventEmitter();
  /** Decrypted secrets and headers, by their stored form. */
  private readonly plain = new Map<string, Promise<string>>();
  private isPoked = false;
  private isClosing = false;

  constructor(ctx: Ctx, { reach = webhookReach(), lanes = 8, timeoutMs, leaseSeconds = 120 }: SenderOptions) {
    this.ctx = ctx;
    this.reach = reach;
    this.lanes = lanes;
    this.timeoutMs = timeoutMs;
    this.leaseMs = leaseSeconds * 1000;
  }

  /** There may be new deliveries. */
  poke(): void {
    this.isPoked = true;
    this.changed.emit("changed");
  }

  /** Stops claiming; what was not begun is released. */
  close(): void {
    this.isClosing = true;
    this.changed.emit("changed");
  }

  async run(): Promise<void> {
    for (;;) {
      this.isPoked = false;
      const claimed = this.isClosing ? 0 : await this.claim();
      await this.record();
      if (this.isClosing) return this.end();
      if (claimed === 0 && this.held() === 0 && this.outcomes.length === 0 && !this.isPoked) return;
      if (this.outcomes.length === 0 && !this.isPoked) await this.untilChanged();
    }
  }

  /** The caller's time, moved on by how long the loop has been running. */
  private now(): Ctx {
    return { ...this.ctx, now: new Date(this.ctx.now.getTime() + performance.now() - this.began) };
  }

  private heldOf(endpointId: string): number {
    return (this.waiting.get(endpointId)?.length ?? 0) + (this.running.get(endpointId) ?? 0);
  }

  private held(): number {
    return [...new Set([...this.waiting.keys(), ...this.running.keys()])].reduce((sum, id) => sum + this.heldOf(id), 0);
  }

  private async claim(): Promise<number> {
    const ids = new Set([...this.waiting.keys(), ...this.running.keys()]);
    const held = new Map([...ids].map((id) => [id, this.heldOf(id)]));
    const now = this.now();
    const leaseEndsAt = new Date(now.now.getTime() + this.leaseMs);
    const claims = await claimDue(now, { share: this.lanes * claimsPerLane, held, leaseEndsAt });
    if (claims.length === 0) return 0;
    const [events, targets] = await Promise.all([
      findEvents(
        now,
        claims.flatMap(({ eventId }) => eventId ?? []),
      ),
      this.targetsOf(now, claims),
    ]);
    for (const claim of claims) {
      const target = targets.get(claim.endpointId);
      const body = messageBody(claim, claim.eventId ? events.get(claim.eventId) : undefined);
      // Deleted after the claim, with its deliveries.
      if (target === undefined) continue;
      if (target === null) this.outcomes.push({ claim, at: now.now, result: unreadableEndpoint });
      else if (body === null) this.outcomes.push({ claim, at: now.now, result: null });
      else this.queue({ claim, target, body });
    }
    for (const endpointId of targets.keys()) this.fill(endpointId);
    return claims.length;
  }

  private queue(ready: Ready): void {
    const { endpointId } = ready.claim;
    const queue = this.waiting.get(endpointId) ?? [];
    queue.push(ready);
    this.waiting.set(endpointId, queue);
  }

  /** Starts requests while the endpoint has free lanes. */
  private fill(endpointId: string): void {
    const queue = this.waiting.get(endpointId) ?? [];
    while (queue.length > 0 && (this.running.get(endpointId) ?? 0) < this.lanes && !this.isClosing) {
      this.running.set(endpointId, (this.running.get(endpointId) ?? 0) + 1);
      void this.send(queue.shift()!).finally(() => {
        this.running.set(endpointId, (this.running.get(endpointId) ?? 1) - 1);
        this.fill(endpointId);
        this.changed.emit("changed");
      });
    }
  }

  private async send({ claim, target, body }: Ready): Promise<void> {
    const at = this.now().now;
    try {
      const result = await attemptDelivery(
        target,
        { messageId: claim.messageId, body },
        { at, reach: this.reach, ...(this.timeoutMs && { timeoutMs: this.timeoutMs }) },
      );
      this.counts[result.outcome === "delivered" ? "delivered" : "failed"] += 1;
      webhookOutcomes.inc({ outcome: result.outcome });
      this.outcomes.push({ claim, at, result });
    } catch (error) {
      // A bug: the lease ends and the delivery is attempted again.
      log.error({ err: error, deliveryId: claim.id }, "webhook attempt failed");
    }
  }

  private async record(): Promise<void> {
    const ready = this.outcomes.splice(0);
    try {
      await recordOutcomes(this.now(), ready);
    } catch (error) {
      this.outcomes.unshift(...ready);
      throw error;
    }
  }

  private async untilChanged(): Promise<void> {
    const stop = new AbortController();
    await Promise.race([
      once(this.changed, "changed", { signal: stop.signal }),
      pause(pollMs, undefined, { signal: stop.signal }),
    ]);
    stop.abort();
  }

  /** Waits a moment for running requests; the lease of the others ends later. */
  private async end(): Promise<void> {
    const unsent = [...this.waiting.values()].flat().map(({ claim }) => claim.id);
    this.waiting.clear();
    await releaseClaims(this.now(), unsent);
    const until = performance.now() + closingMs;
    while (this.held() > 0 && performance.now() < until) await this.untilChanged();
    await this.record();
  }

  /** Null where the stored secret or headers cannot be read. */
  private async targetsOf(ctx: Ctx, claims: readonly Claim[]): Promise<ReadonlyMap<string, Target | null>> {
    const ids = [...new Set(claims.map(({ endpointId }) => endpointId))];
    const { id, url, secret, headers, previousSecret, previousSecretUntil } = webhookEndpoint;
    const rows = await ctx.db
      .select({ id, url, secret, headers, previousSecret, previousSecretUntil })
      .from(webhookEndpoint)
      .where(inArray(id, ids));
    const targets = await Promise.all(
      rows.map(async (row): Promise<[string, Target | null]> => {
        const hasPrevious = row.previousSecret && row.previousSecretUntil && row.previousSecretUntil > ctx.now;
        const stored = [row.secret, ...(hasPrevious ? [row.previousSecret!] : [])];
        try {
          const secrets = await Promise.all(stored.map((text) => this.decrypted(text)));
          const headers = JSON.parse(await this.decrypted(row.headers)) as CustomHeader[];
          return [row.id, { url: row.url, secrets, headers }];
        } catch (error) {
          log.error({ err: error, endpointId: row.id }, "a webhook secret cannot be read");
          return [row.id, null];
        }
      }),
    );
    return new Map(targets);
  }

  private decrypted(stored: string): Promise<string> {
    const known = this.plain.get(stored) ?? decrypt(stored);
    this.plain.set(stored, known);
    return known;
  }
}

type Ready = { claim: Claim; target: Target; body: string };

const closingMs = 3000;

/** Sends until nothing is due, and returns how many attempts were made. Several processes can run it at once. */
export async function sendDue(ctx: Ctx, options: SenderOptions = {}): Promise<SenderCounts> {
  const sender = new Sender(ctx, options);
  await sender.run();
  return sender.counts;
}

let current: { sender: Sender; ended: Promise<void> } | undefined;
const longestWaitMs = 30_000;
const soonMs = 60_000;

/**
 * Starts the loop of this process, or tells it that there may be more. Returns when it ended, or after half a minute while it
 * continues. `onDueLater` receives the time of the next delivery that is due within a minute.
 */
export async function runSender(ctx: Ctx, { onDueLater }: { onDueLater: (at: Date) => Promise<void> }): Promise<void> {
  if (current) current.sender.poke();
  else {
    const sender = new Sender(ctx, {});
    const ended = sender.run().finally(() => {
      current = undefined;
    });
    current = { sender, ended };
  }
  const waited = new AbortController();
  try {
    await Promise.race([current.ended, pause(longestWaitMs, undefined, { ref: false, signal: waited.signal })]);
  } finally {
    waited.abort();
  }
  if (current) return;
  const next = await findNextDue(ctx);
  const now = currentTime().getTime();
  if (next && next.getTime() - now < soonMs) await onDueLater(new Date(Math.max(next.getTime(), now + 500)));
}

/** Ends the loop of this process: nothing more is claimed, running requests get a moment. */
export async function closeSender(): Promise<void> {
  current?.sender.close();
  await current?.ended.catch(() => {});
}
