import { EventEmitter, once } from "node:events";
import { setTimeout as pause, scheduler } from "node:timers/promises";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { log } from "#app/platform/log.server.ts";
import { webhookOutcomes } from "#app/platform/metrics.server.ts";
import type { Reach } from "#app/platform/outside/outside-request.server.ts";
import { webhookReach } from "../endpoints/reach.server.ts";
import { attemptDelivery, unreadableEndpoint } from "./attempt.server.ts";
import { type Claim, claimDue, findNextDue, releaseClaims } from "./claims.server.ts";
import { type Outcome, recordOutcomes } from "./outcomes.server.ts";
import { type Decrypted, type Preparation, prepare } from "./preparing.server.ts";

/*
 * Sends deliveries. One loop per process claims due deliveries, sends them and records the outcomes, many in one
 * transaction. Each endpoint has its own lanes, so a hanging endpoint occupies only these. The loop ends when nothing
 * is due; a job starts it again.
 *
 * A claim is checked again right before its request (preparing.server.ts), and after a failure not before its outcome
 * is stored. An endpoint that is paused, disabled or changed gets only requests that have already started.
 *
 * A killed process has claimed at most `share` deliveries per endpoint, including those with an outcome not yet stored.
 * They are sent again after the lease, with the same `webhook-id`: at-least-once delivery.
 */

export type SenderOptions = {
  reach?: Reach;
  lanes?: number;
  timeoutMs?: number;
  leaseSeconds?: number;
};

export type SenderCounts = { delivered: number; failed: number };

/** Claims per lane: enough to send the next one while outcomes are written. */
const claimsPerLane = 4;
const pollMs = 200;
const startsAtOnce = 8;
/** Minimum time between rounds without a backlog, so that a steady stream is claimed and recorded with few statements. */
const roundMs = 200;

/** `hasBacklog`: an endpoint reached its share, so more may be due. */
type Claimed = { claimed: number; hasBacklog: boolean };
const noClaims: Claimed = { claimed: 0, hasBacklog: false };

/** One loop. `sendDue` runs it until nothing is due. */
class Sender {
  readonly counts: SenderCounts = { delivered: 0, failed: 0 };
  private readonly ctx: Ctx;
  private readonly reach: Reach;
  private readonly lanes: number;
  private readonly timeoutMs: number | undefined;
  private readonly leaseMs: number;
  private readonly began = performance.now();
  /** Per endpoint: claims waiting for a lane, and the number of lanes in use. */
  private readonly waiting = new Map<string, Claim[]>();
  private readonly running = new Map<string, number>();
  /** Claims that have a lane and wait for their endpoint and event to be read. */
  private readonly starting: Claim[] = [];
  private isPreparing = false;
  private readonly outcomes: Outcome[] = [];
  private recording: readonly Outcome[] = [];
  private failure: unknown;
  private readonly changed = new EventEmitter();
  private readonly decrypted: Decrypted = new Map();
  private isPoked = false;
  private isClosing = false;

  constructor(ctx: Ctx, { reach = webhookReach(), lanes = 8, timeoutMs, leaseSeconds = 120 }: SenderOptions) {
    this.ctx = ctx;
    this.reach = reach;
    this.lanes = lanes;
    this.timeoutMs = timeoutMs;
    this.leaseMs = leaseSeconds * 1000;
  }

  /** Called when there may be new deliveries. */
  poke(): void {
    this.isPoked = true;
    this.changed.emit("changed");
  }

  close(): void {
    this.isClosing = true;
    this.changed.emit("changed");
    this.changed.emit("closing");
  }

  async run(): Promise<void> {
    try {
      await this.loop();
    } catch (error) {
      // Nothing more is started. Requests that were sent are recorded if the database works again, and the rest is released.
      this.isClosing = true;
      await this.end().catch(() => {});
      throw error;
    }
    this.isClosing = true;
  }

  private async loop(): Promise<void> {
    for (;;) {
      if (this.failure) throw this.failure;
      const began = performance.now();
      this.isPoked = false;
      const { claimed, hasBacklog } = this.isClosing ? noClaims : await this.claim();
      await this.record();
      if (this.failure) continue;
      if (this.isClosing) return this.end();
      const isIdle = this.outcomes.length === 0 && !this.isPoked;
      if (claimed === 0 && !hasBacklog && this.held() === 0 && isIdle) return;
      if (this.held() > 0 && isIdle) await this.until("changed", pollMs);
      const early = roundMs - (performance.now() - began);
      if (early > 0 && !hasBacklog && !this.isClosing && !this.failure) await this.until("closing", early);
    }
  }

  /** The caller's time plus the loop's running time. */
  private now(): Ctx {
    return { ...this.ctx, now: new Date(this.ctx.now.getTime() + performance.now() - this.began) };
  }

  private heldOf(endpointId: string): number {
    return (this.waiting.get(endpointId)?.length ?? 0) + (this.running.get(endpointId) ?? 0);
  }

  private unrecordedOf(endpointId: string): number {
    return this.outcomes.filter(({ claim }) => claim.endpointId === endpointId).length;
  }

  private held(): number {
    return [...new Set([...this.waiting.keys(), ...this.running.keys()])].reduce((sum, id) => sum + this.heldOf(id), 0);
  }

  private async claim(): Promise<Claimed> {
    const ids = new Set([...this.waiting.keys(), ...this.running.keys()]);
    for (const { claim } of this.outcomes) ids.add(claim.endpointId);
    const held = new Map([...ids].map((id) => [id, this.heldOf(id) + this.unrecordedOf(id)]));
    const now = this.now();
    const leaseEndsAt = new Date(now.now.getTime() + this.leaseMs);
    const share = this.lanes * claimsPerLane;
    const claims = await claimDue(now, { share, held, leaseEndsAt });
    const perEndpoint = Map.groupBy(claims, ({ endpointId }) => endpointId);
    for (const [id, each] of perEndpoint) this.waiting.set(id, [...(this.waiting.get(id) ?? []), ...each]);
    this.fillAll();
    const isFull = [...held].some(([id, count]) => count >= share && this.unrecordedOf(id) > 0);
    const hasBacklog = isFull || [...perEndpoint].some(([id, each]) => each.length === share - (held.get(id) ?? 0));
    return { claimed: claims.length, hasBacklog };
  }

  private fillAll(): void {
    for (const endpointId of this.waiting.keys()) this.fill(endpointId);
  }

  private fill(endpointId: string): void {
    const queue = this.waiting.get(endpointId) ?? [];
    if (this.isClosing || this.isUnsettled(endpointId)) return;
    while (queue.length > 0 && (this.running.get(endpointId) ?? 0) < this.lanes) {
      this.running.set(endpointId, (this.running.get(endpointId) ?? 0) + 1);
      this.starting.push(queue.shift()!);
    }
    void this.start();
  }

  /** Whether a failure of the endpoint is not stored yet: it may disable or delay the endpoint. */
  private isUnsettled(endpointId: string): boolean {
    const isFailure = ({ claim, result }: Outcome) =>
      claim.endpointId === endpointId && result !== null && result.outcome !== "delivered";
    return this.outcomes.some(isFailure) || this.recording.some(isFailure);
  }

  private async start(): Promise<void> {
    if (this.isPreparing) return;
    this.isPreparing = true;
    try {
      while (this.starting.length > 0 && !this.failure) {
        const now = this.now();
        const prepared = await prepare(now, this.starting.splice(0), this.decrypted);
        const held = prepared.filter(({ kind }) => kind === "held" || this.isClosing);
        await releaseClaims(
          now,
          held.map(({ claim }) => claim),
        );
        for (const [index, each] of prepared.entries()) {
          void (held.includes(each) ? Promise.resolve() : this.follow(each)).finally(() => this.freeLane(each.claim));
          // A round starts dozens of requests; yield to pages and API calls in between.
          if (index % startsAtOnce === startsAtOnce - 1) await scheduler.yield();
        }
      }
    } catch (error) {
      // The leases of these claims expire, and the deliveries become due again.
      this.failure = error;
      this.changed.emit("changed");
      this.changed.emit("closing");
    } finally {
      this.isPreparing = false;
    }
  }

  private freeLane({ endpointId }: Claim): void {
    this.running.set(endpointId, (this.running.get(endpointId) ?? 1) - 1);
    this.fill(endpointId);
    this.changed.emit("changed");
  }

  private async follow(prepared: Preparation): Promise<void> {
    const at = this.now().now;
    if (prepared.kind === "ready") return this.send(prepared, at);
    const { claim } = prepared;
    if (prepared.kind === "unreadable")
      this.outcomes.push({ claim, at, url: prepared.url, result: unreadableEndpoint });
    if (prepared.kind === "forgotten") this.outcomes.push({ claim, at, url: prepared.url, result: null });
  }

  private async send({ claim, target, body }: Preparation & { kind: "ready" }, at: Date): Promise<void> {
    try {
      const result = await attemptDelivery(
        target,
        { messageId: claim.messageId, body },
        { at, reach: this.reach, ...(this.timeoutMs && { timeoutMs: this.timeoutMs }) },
      );
      this.counts[result.outcome === "delivered" ? "delivered" : "failed"] += 1;
      webhookOutcomes.inc({ outcome: result.outcome });
      this.outcomes.push({ claim, at, url: target.url, result });
    } catch (error) {
      // A bug: the lease expires and the delivery is attempted again.
      log.error({ err: error, deliveryId: claim.id }, "webhook attempt failed");
    }
  }

  private async record(): Promise<void> {
    this.recording = this.outcomes.splice(0);
    try {
      await recordOutcomes(this.now(), this.recording);
    } catch (error) {
      this.outcomes.unshift(...this.recording);
      throw error;
    } finally {
      this.recording = [];
    }
    this.fillAll();
  }

  private async until(what: "changed" | "closing", ms: number): Promise<void> {
    const stop = new AbortController();
    await Promise.race([
      once(this.changed, what, { signal: stop.signal }),
      pause(ms, undefined, { signal: stop.signal }),
    ]);
    stop.abort();
  }

  /** Waits briefly for running requests; leases of unfinished ones expire. */
  private async end(): Promise<void> {
    const unsent = [...this.waiting.values()].flat();
    this.waiting.clear();
    await releaseClaims(this.now(), unsent);
    const until = performance.now() + closingMs;
    while (this.held() > 0 && performance.now() < until) await this.until("changed", pollMs);
    await this.record();
  }
}

const closingMs = 3000;

/** Sends until nothing is due, and returns the number of attempts. Several processes can run it at once. */
export async function sendDue(ctx: Ctx, options: SenderOptions = {}): Promise<SenderCounts> {
  const sender = new Sender(ctx, options);
  await sender.run();
  return sender.counts;
}

let current: { sender: Sender; ended: Promise<void> } | undefined;
const maxWaitMs = 30_000;
const soonMs = minuteMs;

/** Starts or wakes this process's loop; returns at its end or after half a minute. `onDueLater`: next time within a minute. */
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
    await Promise.race([current.ended, pause(maxWaitMs, undefined, { ref: false, signal: waited.signal })]);
  } finally {
    waited.abort();
  }
  if (current) return;
  const next = await findNextDue(ctx);
  const now = currentTime().getTime();
  if (next && next.getTime() - now < soonMs) await onDueLater(new Date(Math.max(next.getTime(), now + 500)));
}

export async function closeSender(): Promise<void> {
  current?.sender.close();
  await current?.ended.catch(() => {});
}
