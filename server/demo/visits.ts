import { and, eq, inArray, isNotNull, like } from "drizzle-orm";
import { userAgentFacts } from "#app/features/analytics/collecting/user-agent.ts";
import { countPayment } from "#app/features/analytics/steps/derived-steps.server.ts";
import { recordFunnelEvent } from "#app/features/analytics/steps/funnel.server.ts";
import { deviceKinds } from "#app/features/analytics/storage/device-kinds.ts";
import { type Collected, storeCollected, textsOf } from "#app/features/analytics/storage/hits.server.ts";
import { Sessions } from "#app/features/analytics/storage/sessions.server.ts";
import { Terms } from "#app/features/analytics/storage/terms.server.ts";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { analyticsSession } from "#app/features/analytics/tables.server.ts";
import { rejectionOf } from "#app/features/analytics/visits/rejection-rules.ts";
import { deriveSessions } from "#app/features/analytics/visits/visits.server.ts";
import { payment } from "#app/features/billing/tables.server.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { anonymous } from "#app/lib/actor.ts";
import { utcDate, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";
import { demoAddressPattern } from "#app/lib/people/demo-address.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Client } from "./client.ts";
import { clientTexts } from "./client-visits.ts";
import { must, Timeline } from "./timeline.ts";
import { devices, entries, nextPages, type Origin, origins, places, rejected } from "./visit-facts.ts";
import { Hits } from "./visit-hits.ts";
import { VisitMaker } from "./visit-maker.ts";

const days = 90;

type FunnelStep = { at: Date; sessionId: string; stage: string; substage: string };

/**
 * Generates visits without an account, and hits that are rejected. Deterministic for the same `now` and `seed`. They get as far
 * as the calendar on the contact page; `Client.visits` has the visits of clients.
 */
export class DemoVisits {
  readonly calls: Collected[] = [];
  readonly funnelSteps: FunnelStep[] = [];
  readonly #time: Timeline;
  readonly #maker: VisitMaker;
  #count = 0;

  constructor(now: Date, seed: number) {
    this.#time = new Timeline(now, seed + 1000);
    this.#maker = new VisitMaker(this.#time);
    for (let day = 0; day < days; day += 1) this.#addDay(day);
  }

  addDownload(at: Date, origin: Origin) {
    const device = this.#weighted(devices);
    const start = new Date(at.getTime() - 2 * minuteMs);
    const { session } = this.#session(start, origin, device);
    const hits = new Hits(start);
    this.#maker.open(hits, "/downloads", device);
    hits.waitUntil(at);
    hits.conversion("download", starterKit.path, hits.page, null);
    this.#maker.leave(hits, device);
    this.calls.push({ session, hits: hits.until(this.#time.now) });
  }

  addClients(clients: readonly Client[]) {
    for (const { visits } of clients) this.calls.push(...visits.collected(this.#maker, this.#time.now));
  }

  /** Adds more visits toward the end, and about a third as many on weekends. */
  #addDay(day: number) {
    const { now } = this.#time;
    const date = new Date(now.getTime() - (days - day) * dayMs);
    const share = weekdayNumber(utcDate(date)) > 5 ? 0.35 : 1;
    const visitors = Math.round((10 + day / 5 + this.#time.between(-4, 4)) * share);
    for (let visitor = 0; visitor < visitors; visitor += 1) this.#addVisitor(this.#moment(date));
    for (let visitor = this.#time.between(0, 3); visitor > 0; visitor -= 1) this.#addRejected(this.#moment(date));
  }

  /** Returns a time in the 24 hours after `date`, mostly in New York office hours. */
  #moment(date: Date): Date {
    const hour = this.#time.chance() < 0.75 ? 13 + this.#time.chance() * 9 : this.#time.chance() * 24;
    const midnight = Math.floor(date.getTime() / dayMs) * dayMs;
    return new Date(Math.min(midnight + hour * hourMs, this.#time.now.getTime() - 10 * minuteMs));
  }

  #addVisitor(at: Date) {
    const device = this.#weighted(devices);
    const { session, sessionId } = this.#session(at, this.#weighted(origins), device);
    const hits = new Hits(at);
    const isBounce = this.#time.chance() < (device.device === "phone" ? 0.58 : 0.42);
    this.#maker.view(hits, this.#weighted(entries).path, device, !isBounce);
    for (let page = isBounce ? 0 : this.#time.between(1, 5); page > 0; page -= 1)
      this.#viewNext(hits, this.#time.pick(nextPages), device, sessionId);
    this.calls.push({ session, hits: hits.until(this.#time.now) });
  }

  #viewNext(hits: Hits, page: string, device: (typeof devices)[number], sessionId: string) {
    this.#maker.view(hits, page, device);
    const { chance } = this.#time;
    if (page === "/automation-blueprint-gtmarc" && chance() < 0.12)
      hits.conversion("button_click", "Start Your Free Analysis", page, null);
    if (page !== "/contact" || chance() > 0.6) return;
    this.#addStep(hits.at, sessionId, "widget_viewed");
    if (chance() > 0.3) return;
    hits.wait(12_000);
    this.#addStep(hits.at, sessionId, "date_selected");
  }

  #addStep(at: Date, sessionId: string, substage: string) {
    if (at < this.#time.now) this.funnelSteps.push({ at, sessionId, stage: "booking", substage });
  }

  /** Adds crawlers, which start a session with every page and do nothing else. */
  #addRejected(at: Date) {
    const { userAgent, acceptLanguage, isAdmin, pages } = this.#weighted(rejected);
    const facts = userAgentFacts(userAgent);
    const rule = rejectionOf({
      ...{ isAdmin, acceptLanguage, userAgent: facts },
      ...{ isExcluded: false, startsTooMany: false, isDevelopment: false, isDriven: false },
    });
    this.#count += 1;
    const session = this.#maker.session(
      {
        ...{ sessionId: `demo-visitor-${this.#count}`, at, rule, origin: { referrer: null } },
        place: isAdmin ? this.#place() : { timezone: "UTC", language: null },
      },
      { ...facts, device: deviceKinds[facts.device] },
    );
    const hits = new Hits(at);
    for (let page = this.#time.between(1, pages); page > 0; page -= 1) {
      hits.view(this.#time.pick(nextPages));
      hits.wait((isAdmin ? this.#time.between(10, 90) : 1) * 1000);
    }
    this.calls.push({ session, hits: hits.until(this.#time.now) });
  }

  #session(at: Date, origin: Origin, device: (typeof devices)[number]) {
    this.#count += 1;
    const sessionId = `demo-visitor-${this.#count}`;
    return { session: this.#maker.session({ sessionId, at, origin, place: this.#place() }, device), sessionId };
  }

  #place() {
    const { language, timezone } = this.#weighted(places);
    return { language, timezone };
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

/** Stores what cannot be part of the seeding transaction: partitions, and terms, which are shared and never deleted. */
export async function prepareVisits(ctx: Ctx, visits: DemoVisits): Promise<Terms> {
  await visitStore().prepareMonths(ctx, new Date(ctx.now.getTime() - (days + 1) * dayMs), ctx.now);
  const terms = new Terms(ctx.db);
  const sessions = visits.calls.flatMap(({ session }) => session ?? []);
  // For clients and downloads, which are added later.
  const later = [...clientTexts, "/downloads", "download", starterKit.path];
  const texts = new Map<string, string | null>(later.map((text) => [text, null]));
  await terms.idsOf(new Map([...textsOf(visits.calls, sessions), ...texts]), ctx.now);
  return terms;
}

const callsPerStatement = 200;

/** Stores the visits, their funnel steps and the derived data. Returns the number of sessions. */
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
    if (visitStore().isTransactional)
      await deriveSessions(
        tx,
        stored.map(({ id }) => id),
      );
  }
  for (const { at, sessionId, ...step } of visits.funnelSteps)
    must(await recordFunnelEvent({ ...tx, now: at, actor: anonymous }, { ...step, session_id: sessionId }));
  // Invoices were paid before the visits were stored.
  const invoices = await tx.db
    .select({ blueprintId: payment.blueprintId, amountCents: payment.amountCents })
    .from(payment)
    .where(and(eq(payment.method, "invoice"), isNotNull(payment.paidAt), like(payment.email, demoAddressPattern)));
  for (const invoice of invoices) await countPayment(tx, invoice);
  return visits.calls.length;
}
