/*
 * Analytics: visits of the site, the steps of visitors, and reports about them.
 *
 * collecting/ reads what pages report, storage/ writes it (`analytics_session`, `analytics_hit`, `analytics_measurement`), visits/ derives visits and views from it,
 * reports/ and funnels/ compute figures in the store (store/: PostgreSQL or ClickHouse), steps/ records steps of the product
 * (`funnel_event`). imports/ and exports/ move history, alerts/ and weekly-mail/ report by mail, privacy/ deletes. It publishes no events.
 *
 * Here: collecting. A call usually carries payloads (collecting/payload.ts) of one browser session. Hits go into a bounded in-memory queue; one database write runs
 * at a time and takes everything that arrived meanwhile (storage/batch-writer.ts). In `durable` mode a call is answered after the
 * commit; in `batched` mode before it, and a killed process loses the last second of accepted hits. When the queue is full, calls are
 * refused, so memory stays bounded while the database is down.
 *
 * Invariants: no address, user agent or session id is stored, only facts derived from the user agent, a hash of the session id and a
 * client hash with a salt that is deleted after a day. Visitors who send Sec-GPC or DNT are counted without any of these. Admins are
 * recognized by the session cookie, never by the body. Email addresses, ids and tokens are removed from texts, queries and secrets from
 * pages. Hits of bots, scripts and the own team are stored as rejected, under the rule that matched.
 */

import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countPageReport } from "#app/features/security/security-log/page-reports.server.ts";
import { storedAddress } from "#app/features/security/security-log/stored-address.server.ts";
import { isTeamMember } from "#app/lib/actor.ts";
import { ownValue } from "#app/lib/program/own-value.ts";
import { type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { scrub } from "#app/lib/words/scrub.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env, keptWithSettings } from "#app/platform/env.server.ts";
import { collectedHits } from "#app/platform/metrics.server.ts";
import { addressList, isListed } from "#app/platform/outside/ip-address.server.ts";
import { securityEventType } from "./collecting/automatic-events.ts";
import { cutText } from "./collecting/cut-text.ts";
import { countOnly, type HitFields, hitFields } from "./collecting/hits.ts";
import type { AnalyticsPayload } from "./collecting/payload.ts";
import { remembered } from "./collecting/recent-map.ts";
import { ruleKey, sessionKey } from "./collecting/session-key.server.ts";
import { adClicks, channelOf, channels } from "./collecting/sources/channels.ts";
import { userAgentFacts } from "./collecting/user-agent.ts";
import { isDerivedStep } from "./steps/derived-steps.server.ts";
import { type Collector, collectorOf, payloadBytes } from "./storage/collector.server.ts";
import { deviceKinds } from "./storage/device-kinds.ts";
import { hitKinds } from "./storage/hit-kinds.ts";
import type { Collected, Hit } from "./storage/hits.server.ts";
import type { Arrival, SessionFacts } from "./storage/sessions.server.ts";
import { termText } from "./storage/terms.server.ts";
import { visitStore } from "./store/current-store.server.ts";
import { isDevelopmentOrigin, rejectionOf } from "./visits/rejection-rules.ts";

export { closeCollector } from "./storage/collector.server.ts";

/**
 * The origin of a call. `isPrivate`: the visitor asked not to be tracked (`asksForPrivacy`). `rejected`: the number of the call's payloads that
 * were not valid.
 */
export type Sender = {
  bodyLength: number;
  address: string;
  userAgent: string;
  acceptLanguage: string | null;
  isPrivate: boolean;
  rejected?: number;
};

/** `durable`: resolves after the commit. `batched`: resolves at once; see the header. */
export type IngestMode = "durable" | "batched";

/** An array counts as one call per ten payloads. */
const payloadsPerCall = 10;
const busySeconds = 5;
const maxUserAgent = 400;

/**
 * Stores the payloads of one call. Refusals: too_many (per client), busy (no room in memory). In durable mode database errors are
 * thrown, and none of the call is stored.
 */
export async function collectPayloads(
  ctx: Ctx,
  payloads: readonly AnalyticsPayload[],
  sender: Sender,
  mode: IngestMode,
): Promise<Result<undefined, TooMany | Refusal<"busy", { retryAfterSeconds: number }>>> {
  const collector = collectorOf(ctx.db);
  const uses = Math.ceil(payloads.length / payloadsPerCall);
  const client = limitKey(sender.address);
  const wait = collector.calls.take(client, ctx.now.getTime(), uses);
  if (wait > 0) return tooMany(wait);
  if (visitStore().isFull()) {
    collectedHits.inc({ outcome: "refused" }, payloads.length);
    return refuse("busy", { retryAfterSeconds: busySeconds });
  }

  if (sender.rejected) collectedHits.inc({ outcome: "rejected" }, sender.rejected);
  const hashOf = await collector.hashes.onDay(ctx.now);
  const userAgent = cutText(sender.userAgent, maxUserAgent);
  reportToSecurity(ctx, payloads, sender);
  const pending: Promise<void>[] = [];
  for (const call of bySession(payloads)) {
    const collected = collectedFrom(ctx, collector, call, { ...sender, userAgent, hashOf });
    if (collected.session === null && collected.hits.length === 0) continue;
    const stored = collector.writer.add(
      { ...collected, client },
      {
        weight: sizeOf(call.length, payloads.length, sender),
        isAcknowledged: mode === "batched",
      },
    );
    if (stored === null) {
      collectedHits.inc({ outcome: "refused" }, call.length);
      for (const earlier of pending) earlier.catch(() => {});
      return refuse("busy", { retryAfterSeconds: busySeconds });
    }
    pending.push(stored);
  }
  if (mode === "durable") await Promise.all(pending);
  else for (const stored of pending) stored.catch(() => {});
  return ok();
}

/** Counts page reports for the security page, except the own team's. */
function reportToSecurity(ctx: Ctx, payloads: readonly AnalyticsPayload[], { userAgent, address, isPrivate }: Sender) {
  if (isTeamMember(ctx.actor)) return;
  for (const payload of payloads) {
    if (payload.type !== "event" || payload.data.event_type !== securityEventType) continue;
    const { browser, os } = userAgentFacts(cutText(userAgent, maxUserAgent));
    void countPageReport(ctx, {
      name: payload.data.event_name,
      path: payload.data.page_path ?? "",
      browser: isPrivate ? "" : [browser, os].filter(Boolean).join(", "),
      address: isPrivate ? null : address,
    });
  }
}

/** Returns the bytes that `count` of the call's payloads may occupy in memory: their share of its body, and their rows. */
const sizeOf = (count: number, all: number, { bodyLength }: Sender) =>
  Math.ceil((bodyLength / all + payloadBytes) * count);

function bySession(payloads: readonly AnalyticsPayload[]): AnalyticsPayload[][] {
  if (payloads.length === 1) return [[payloads[0]!]];
  return [...Map.groupBy(payloads, ({ session_id }) => session_id || null).values()];
}

function collectedFrom(
  ctx: Ctx,
  { sessions, newSessions, nextMicros }: Collector,
  payloads: readonly AnalyticsPayload[],
  {
    hashOf,
    address,
    userAgent,
    acceptLanguage,
    isPrivate,
  }: Sender & { hashOf: (address: string, userAgent: string) => bigint },
): Collected {
  const agent = userAgentFacts(userAgent);
  const sessionId = isPrivate ? null : payloads[0]!.session_id || null;
  const arrived = payloads.find((payload) => payload.type === "session");
  const environment = arrived?.data?.metadata;
  const { actor } = ctx;
  const adminUserId = actor.kind === "user" && isTeamMember(actor) ? actor.userId : null;
  const evidence = {
    isAdmin: adminUserId !== null,
    isExcluded: isListed(address, excludedAddresses()),
    userAgent: agent,
    isDriven: environment?.webdriver === true,
    acceptLanguage,
    startsTooMany: false,
    isDevelopment: environment?.dev_mode === true || isDevelopmentOrigin(environment?.origin),
  };
  const hitsOf = (shown: (fields: HitFields) => HitFields): Hit[] =>
    payloads.flatMap((payload) => {
      const fields = hitFields(payload);
      const hit = fields && asHit(shown(fields), nextMicros(ctx.now) - ageMs(payload) * 1000);
      return hit && !isOwnConversion(hit) ? [hit] : [];
    });
  if (sessionId === null) {
    const rule = rejectionOf(evidence);
    return {
      session: rule === null ? null : ruleSession(rule, ctx.now),
      hits: hitsOf(countOnly),
    };
  }
  const client = hashOf(address, userAgent);
  const isTablet = agent.os === "macOS" && environment?.touch_support === true;
  const session: SessionFacts = {
    key: keyOf(sessionId),
    client,
    firstAt: new Date(ctx.now.getTime() - Math.max(...payloads.map(ageMs))),
    rule: rejectionOf(evidence),
    adminUserId,
    device: deviceKinds[isTablet ? "tablet" : agent.device],
    browser: agent.browser,
    os: isTablet ? "iPadOS" : agent.os,
    arrival: arrived ? arrivalOf(arrived.data ?? null) : null,
    isContinued: payloads.some((payload) => isOwnPage(referrerOf(payload))),
  };
  if (session.rule === null && !sessions.knows(session)) {
    const startsTooMany = newSessions.take(client.toString(), ctx.now.getTime()) > 0;
    if (startsTooMany) session.rule = rejectionOf({ ...evidence, startsTooMany });
  }
  return { session, hits: hitsOf((fields) => fields) };
}

const ageMs = ({ age_ms = 0 }: AnalyticsPayload) => Math.round(age_ms);

const excludedAddresses = keptWithSettings(() => addressList(env().ANALYTICS_EXCLUDED_ADDRESSES));

/** A conversion that the server records itself, by the name that would be stored. */
const isOwnConversion = ({ kind, name }: Hit) => kind === hitKinds.conversion && isDerivedStep(name ?? "");

function asHit({ page, type, name, ...rest }: HitFields, atMicros: number): Hit {
  return {
    ...rest,
    atMicros,
    page: page === null ? null : storedPage(page),
    type: type === null ? null : cleanText(type),
    name: name === null ? null : cleanText(name),
  };
}

const keyOf = remembered(20_000, (sessionId) => sessionKey(sessionId));
const storedPage = remembered(10_000, (path) => termText(storedAddress(path)));
const cleanText = remembered(10_000, (text) => termText(scrub(text)));

const referrerOf = ({ type, data }: AnalyticsPayload) =>
  type === "session" || type === "page_view" ? data?.referrer : undefined;
/** Pages of this site are stored by path, other sites by their origin. */
const isOwnPage = (referrer: string | null | undefined) =>
  Boolean(referrer) && storedAddress(referrer!).startsWith("/");

type SessionData = NonNullable<Extract<AnalyticsPayload, { type: "session" }>["data"]>;

function arrivalOf(data: SessionData | null): Arrival {
  const { referrer: page, utm_source, utm_medium, utm_campaign, metadata } = data ?? {};
  const address = page ? storedAddress(page) : "";
  const referrer = /^(?:https?|android-app):/.test(address) ? termText(address) : null;
  const source = {
    referrer,
    source: cleanText(utm_source || ownValue(adClicks, utm_medium ?? "") || ""),
    medium: cleanText(utm_medium ?? ""),
    campaign: cleanText(utm_campaign ?? ""),
  };
  return {
    channel: channels[channelOf(source)],
    ...source,
    screen: cleanText(metadata?.screen_resolution ?? ""),
    language: cleanText(metadata?.language ?? ""),
    timezone: cleanText(metadata?.timezone ?? ""),
  };
}

const ruleSession = (rule: number, now: Date): SessionFacts => ({
  key: ruleKey(rule),
  client: null,
  firstAt: now,
  rule,
  adminUserId: null,
  device: deviceKinds.unknown,
  browser: null,
  os: null,
  arrival: null,
});
