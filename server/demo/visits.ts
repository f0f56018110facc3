import { inArray } from "drizzle-orm";
import { channelOf, channels } from "#app/features/analytics/channels.ts";
import { sessionKey } from "#app/features/analytics/collecting/session-key.server.ts";
import { deviceKinds } from "#app/features/analytics/device-kinds.ts";
import { recordFunnelEvent } from "#app/features/analytics/funnel.server.ts";
import { goalSteps } from "#app/features/analytics/funnel-stages.ts";
import { type RejectionRule, rejectionRules } from "#app/features/analytics/rejection-rules.ts";
import { type Collected, storeCollected, textsOf } from "#app/features/analytics/storage/hits.server.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { type SessionFacts, Sessions } from "#app/features/analytics/storage/sessions.server.ts";
import { Terms } from "#app/features/analytics/storage/terms.server.ts";
import { analyticsSession } from "#app/features/analytics/tables.server.ts";
import { deriveSessions } from "#app/features/analytics/visits.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { must, Timeline } from "./timeline.ts";
import { devices, entries, nextPages, type Origin, origins, places, rejected, way } from "./visit-facts.ts";
import { Hits } from "./visit-hits.ts";

const days = 60;
const minuteMs = 60_000;
const dayMs = 86_400_000;

type FunnelStep = { at: Date; sessionId: string; stage: string; substage: string; value?: number };

/** The visits before they are stored. The same for the same `now` and `seed`. */
export class DemoVisits {
  readonly calls: Collected[] = [];
  readonly funnelSteps: FunnelStep[] = [];
  readonly #time: Timeline;
  #count = 0;

  constructor(now: Date, seed: number) {
    this.#time = new Timeline(now, seed + 1000);
    for (let day = 0; day < days; day += 1) this.#addDay(day);
  }

  /** More visits toward the end, a third of them at weekends. */
  #addDay(day: number) {
    const { now } = this.#time;
    const date = new Date(now.getTime() - (days - day) * dayMs);
    const share = date.getUTCDay() % 6 === 0 ? 0.35 : 1;
    const visitors = Math.round((16 + day / 4 + this.#time.between(-4, 4)) * share);
    for (let visitor = 0; visitor < visitors; visitor += 1) this.#addVisitor(this.#moment(date));
    for (let visitor = this.#time.between(0, 3); visitor > 0; visitor -= 1)
      this.#addRejected(this.#moment(date), this.#weighted(rejected).rule);
  }

  /** Office hours in New York mostly, in the 24 hours after `date`. */
  #moment(date: Date): Date {
    const hour = this.#time.chance() < 0.75 ? 13 + this.#time.chance() * 9 : this.#time.chance() * 24;
    const midnight = Math.floor(date.getTime() / dayMs) * dayMs;
    return new Date(Math.min(midnight + hour * 3_600_000, this.#time.now.getTime() - 10 * minuteMs));
  }

  #addVisitor(at: Date) {
    const device = this.#weighted(devices);
    const origin = this.#weighted(origins);
    const { session, sessionId } = this.#session(at, device, origin, null);
    const hits = new Hits(at);
    const isBounce = this.#time.chance() < (device.device === "phone" ? 0.58 : 0.42);
    const first = this.#weighted(entries).path;
    this.#view(hits, first, device.device, !isBounce);
    const pages = isBounce ? 0 : this.#time.between(1, 5);
    for (let page = 0; page < pages; page += 1) this.#view(hits, this.#time.pick(nextPages), device.device);
    if (!isBounce && this.#time.chance() < 0.05) hits.conversion("download", "starter kit", "/downloads", null);
    if (!isBounce && this.#time.chance() < 0.04) hits.conversion("goal_complete", "newsletter", hits.page, null);
    if (!isBounce && this.#time.chance() < 0.13) this.#goTheWay(hits, sessionId, device.device);
    this.calls.push({ session, hits: hits.until(this.#time.now) });
  }

  #goTheWay(hits: Hits, sessionId: string, device: string) {
    for (const { chance, steps } of way) {
      if (this.#time.chance() >= chance) return;
      for (const { stage, substage, value, page, afterDays = 0 } of steps) {
        hits.wait(afterDays * dayMs + this.#time.between(1, 4) * minuteMs);
        if (hits.at >= this.#time.now) return;
        this.#view(hits, page, device);
        const name = `${stage}.${substage}`;
        if (goalSteps.includes(name)) hits.conversion("goal_complete", name, page, value ?? null);
        if (name === "unlock.paid") hits.conversion("revenue", "full blueprint", page, value ?? null);
        if (hits.at < this.#time.now)
          this.funnelSteps.push({ at: hits.at, sessionId, stage, substage, ...(value !== undefined && { value }) });
      }
    }
  }

  #addRejected(at: Date, rule: RejectionRule) {
    const { session } = this.#session(at, devices[0], origins[0]!, rule);
    const hits = new Hits(at);
    for (let page = this.#time.between(1, 4); page > 0; page -= 1)
      this.#view(hits, this.#time.pick(nextPages), "desktop");
    this.calls.push({ session, hits: hits.until(this.#time.now) });
  }

  /** A page view with what the collector reports about it. */
  #view(hits: Hits, page: string, device: string, isActive = true) {
    const { chance } = this.#time;
    const slow = device === "phone" ? 1.7 : 1;
    hits.view(page);
    if (page === "/case-studies") hits.event("error", "not_found", null);
    if (chance() < 0.75) {
      const ttfb = 60 + chance() * 220 * slow;
      const fcp = ttfb + 250 + chance() * 700 * slow;
      hits.metric("ttfb", ttfb);
      hits.metric("fcp", fcp);
      hits.metric("lcp", fcp + chance() ** 2 * 2600 * slow);
      hits.metric("cls", chance() ** 3 * 0.22);
    }
    hits.wait((5 + chance() ** 2 * 170) * 1000);
    if (chance() < 0.5) hits.metric("inp", 24 + chance() ** 3 * 420 * slow);
    if (isActive && chance() < 0.25) hits.event("click", "button", { href: this.#time.pick(nextPages) });
    if (isActive && chance() < 0.03) hits.event("click", "outbound_link", { href: "https://www.hubspot.com" });
    if (chance() < 0.015) hits.behavior("rage_click", "button.filter");
    if (chance() < 0.015) hits.behavior("dead_click", "button");
    if (chance() < 0.008) hits.behavior("error", "TypeError: Failed to fetch");
    const seconds = Math.round(hits.secondsOnPage * (0.7 + chance() * 0.3));
    hits.event("engagement", "page_time", { seconds, scroll_percent: this.#time.between(18, 100) });
  }

  #session(
    at: Date,
    { device, browser, os, screen }: (typeof devices)[number],
    origin: Origin,
    rule: RejectionRule | null,
  ) {
    this.#count += 1;
    const sessionId = `demo-visitor-${this.#count}`;
    const { language, timezone } = this.#weighted(places);
    const words = {
      referrer: origin.referrer,
      source: origin.source ?? null,
      medium: origin.medium ?? null,
      campaign: origin.campaign ?? null,
    };
    const session: SessionFacts = {
      key: sessionKey(sessionId),
      client: BigInt(this.#count),
      firstAt: at,
      rule: rule === null ? null : rejectionRules[rule],
      adminUserId: null,
      device: deviceKinds[device],
      browser,
      os,
      arrival: { channel: channels[channelOf(words)], ...words, screen, language, timezone },
    };
    return { session, sessionId };
  }

  #weighted<Item extends { weight: number }>(items: readonly Item[]): Item {
    let left = this.#time.chance() * items.reduce((sum, { weight }) => sum + weight, 0);
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }
    return items[0]!;
  }
}

/** What has to be stored outside of the transaction of the seeding: partitions, and terms, which are shared and never deleted. */
export async function prepareVisits(ctx: Ctx, visits: DemoVisits): Promise<Terms> {
  await createPartitions(ctx, new Date(ctx.now.getTime() - (days + 1) * dayMs), ctx.now);
  const terms = new Terms(ctx.db);
  const sessions = visits.calls.flatMap(({ session }) => session ?? []);
  await terms.idsOf(textsOf(visits.calls, sessions), ctx.now);
  return terms;
}

const callsPerStatement = 200;

/** Stores the visits, their funnel steps, and what is derived from them. Returns the number of sessions. */
export async function storeVisits(tx: Ctx, visits: DemoVisits, terms: Terms): Promise<number> {
  const sessions = new Sessions(tx.db);
  for (let start = 0; start < visits.calls.length; start += callsPerStatement) {
    const calls = visits.calls.slice(start, start + callsPerStatement);
    await storeCollected(tx.db, { terms, sessions }, calls, tx.now);
    const keys = calls.flatMap(({ session }) => session?.key ?? []);
    const stored = await tx.db
      .select({ id: analyticsSession.id })
      .from(analyticsSession)
      .where(inArray(analyticsSession.key, keys));
    await deriveSessions(
      tx,
      stored.map(({ id }) => id),
    );
  }
  for (const { at, sessionId, ...step } of visits.funnelSteps)
    must(await recordFunnelEvent({ ...tx, now: at, actor: anonymous }, { ...step, session_id: sessionId }));
  return visits.calls.length;
}
