import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anonymous } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { createDb } from "#app/platform/db.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { storedViews, storedVisits } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads, type Sender } from "../analytics.server.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { everyHit } from "../storage/every-hit.server.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { analyticsHit, analyticsSalt, analyticsSession, analyticsTerm } from "../tables.server.ts";
import { rejectionRules } from "../visits/rejection-rules.ts";
import { deriveVisits } from "../visits/visits.server.ts";
import { type AnalyticsPayload, readPayloads } from "./payload.ts";
import { sessionKey } from "./session-key.server.ts";
import { channels } from "./sources/channels.ts";

const { db, pool, ctx } = useDatabase();
const visitor = asAnonymous(ctx);
beforeEach(
  () =>
    void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", ANALYTICS_EXCLUDED_ADDRESSES: [] }),
);
afterEach(() => closeCollector(db));

const chrome =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const sender: Sender = {
  bodyLength: 300,
  address: "203.0.113.7",
  userAgent: chrome,
  acceptLanguage: "en-US",
  isPrivate: false,
};
const view = (page_path: string, session_id: string | null = "1772463600000-1"): AnalyticsPayload => ({
  type: "page_view",
  session_id,
  data: { page_path, page_title: "A page", duration: 3 },
});
const arrival: AnalyticsPayload = {
  type: "session",
  session_id: "1772463600000-1",
  data: {
    referrer: "https://www.google.com/search?q=secret",
    visitor_fingerprint: "fingerprint-of-the-visitor",
    utm_campaign: "spring",
    metadata: { screen_resolution: "1440x900", language: "en-US", timezone: "America/New_York", touch_support: false },
  },
};
const send = (payloads: AnalyticsPayload[], changes: Partial<Sender> = {}, who: Ctx = visitor) =>
  collectPayloads(who, payloads, { ...sender, ...changes }, "durable");

const text = (column: string) =>
  sql<string | null>`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;
const hits = () =>
  db
    .select({
      kind: sql<number>`h.kind`,
      sessionId: sql<number | null>`h.session_id`,
      page: text("h.page_id"),
      type: text("h.type_id"),
      name: text("h.name_id"),
      value: sql<number | null>`h.value`,
      detail: sql`h.detail`,
    })
    .from(sql`${everyHit} h`)
    .orderBy(sql`h.at`);
const sessions = () => db.select().from(analyticsSession).orderBy(analyticsSession.id);

test("every kind of payload is stored as a row, in the order sent", async () => {
  const page_path = "/pricing";
  const session_id = "1772463600000-1";
  const sent = await send([
    arrival,
    view("/"),
    {
      type: "event",
      session_id,
      data: { page_path, event_type: "click", event_name: "cta", element_text: "Go", metadata: { place: "hero" } },
    },
    { type: "performance", session_id, data: { page_path, metric_type: "inp", metric_value: 48 } },
    { type: "page_metrics", session_id, data: { page_load_time: 900, ttfb: 40, dns_time: 0 } },
    { type: "behavior", session_id, data: { page_path, behavior_type: "rage_click", element_selector: "#buy" } },
    {
      type: "conversion",
      session_id,
      data: { page_path, conversion_type: "revenue", conversion_name: "unlock", conversion_value: 499 },
    },
  ]);
  expect(sent).toEqual({ ok: true, value: undefined });
  const none = { page: null, type: null, name: null, value: null, detail: null };
  expect((await hits()).map(({ sessionId: _, ...rest }) => rest)).toEqual([
    { ...none, kind: hitKinds.page_view, page: "/", name: "A page", value: 3 },
    {
      ...none,
      ...{ kind: hitKinds.event, page: page_path, type: "click", name: "cta" },
      detail: { element_text: "Go", place: "hero" },
    },
    { ...none, kind: hitKinds.performance, page: page_path, type: "inp", value: 48 },
    { ...none, kind: hitKinds.page_metrics, value: 900, detail: { ttfb: 40, dns_time: 0 } },
    { ...none, kind: hitKinds.behavior, page: page_path, type: "rage_click", name: "#buy" },
    {
      ...none,
      ...{ kind: hitKinds.conversion, page: page_path, type: "reported_revenue", name: "unlock" },
      detail: { reported_value: 499 },
    },
  ]);
  expect(await sessions()).toHaveLength(1);
});

test("a visit lasts as long as it did, however long its rows waited in the page", async () => {
  const session_id = "1772463600000-1";
  const engagement = (seconds: number): AnalyticsPayload => ({
    type: "event",
    session_id,
    data: { page_path: "/faq", event_type: "engagement", event_name: "page_time", metadata: { seconds } },
  });
  const stayed = { ...view("/faq"), data: { page_path: "/faq" }, age_ms: 5000 } as AnalyticsPayload;
  await send([stayed, { ...arrival, age_ms: 4990.4 }], {}, later(visitor, { seconds: 5 }));
  await send([engagement(14)], {}, later(visitor, { seconds: 13.5 }));
  await deriveVisits(later(visitor, { seconds: 60 }));
  expect(await storedVisits(db)).toMatchObject([
    { startedAt: ctx.now, durationSeconds: 14, endedAt: new Date(ctx.now.getTime() + 13_500) },
  ]);
  expect(await storedViews(db)).toMatchObject([{ at: ctx.now, seconds: 14 }]);
  expect(await sessions()).toMatchObject([{ firstAt: ctx.now }]);
});

test("a row's age counts up to half an hour; another one, or none, is that of a row sent at once", async () => {
  const aged = [1_800_000, 1_800_001, -1, Number.NaN, "5", undefined, null];
  for (const [n, age_ms] of aged.entries()) {
    const read = readPayloads(JSON.stringify({ ...view(`/${n}`), age_ms }));
    if (read.ok) await send(read.value.payloads);
  }
  const times = (await db.select({ at: analyticsHit.at }).from(analyticsHit).orderBy(analyticsHit.at)).map(
    ({ at }) => at.getTime() - ctx.now.getTime(),
  );
  expect(times).toEqual([-1_800_000, 0, 0, 0, 0, 0, 0]);
});

test("a campaign's medium with the name of an object's own part is stored as it is", async () => {
  for (const utm_medium of ["constructor", "__proto__", "gclid"])
    await send([{ type: "session", session_id: `of-${utm_medium}`, data: { utm_medium } }]);
  const { rows } = await db.execute(sql`select ${text("medium_id")} as medium, ${text("source_id")} as source
    from ${analyticsSession} order by id`);
  expect(rows).toEqual([
    { medium: "constructor", source: null },
    { medium: "__proto__", source: null },
    { medium: "gclid", source: "google" },
  ]);
});

test("a session stores terms, an origin and hashes, but no id, address, user agent or fingerprint", async () => {
  await send([arrival, view("/share/abcdefghijklmnopqrstuvwxyz012345?email=dana@northfield.example")]);
  const [session] = await db
    .select({
      key: analyticsSession.key,
      channel: analyticsSession.channel,
      referrer: text("referrer_id"),
      campaign: text("campaign_id"),
      browser: text("browser_id"),
      os: text("os_id"),
      screen: text("screen_id"),
      language: text("language_id"),
      timezone: text("timezone_id"),
      rule: analyticsSession.rule,
    })
    .from(analyticsSession);
  expect(session).toEqual({
    key: sessionKey("1772463600000-1"),
    channel: channels.search,
    referrer: "https://www.google.com",
    campaign: "spring",
    browser: "Chrome",
    os: "macOS",
    screen: "1440x900",
    language: "en-US",
    timezone: "America/New_York",
    rule: null,
  });
  const stored = JSON.stringify([await hits(), await db.select().from(analyticsTerm)]);
  for (const secret of ["1772463600000", "203.0.113.7", "Mozilla", "fingerprint", "secret", "northfield", "abcdefghij"])
    expect(stored, secret).not.toContain(secret);
});

test("facts that arrive after the first page view are added, and only once", async () => {
  await send([view("/")]);
  await send([arrival]);
  await send([{ ...arrival, data: { referrer: "https://other.example/", utm_campaign: "late" } } as AnalyticsPayload]);
  await closeCollector(db);
  await send([{ ...arrival, data: { referrer: "https://other.example/" } } as AnalyticsPayload]);
  expect(
    await db.select({ referrer: text("referrer_id"), campaign: text("campaign_id") }).from(analyticsSession),
  ).toEqual([{ referrer: "https://www.google.com", campaign: "spring" }]);
});

test("a visitor who asks not to be tracked is counted without a session", async () => {
  await send(
    [
      arrival,
      view("/"),
      {
        type: "event",
        session_id: "x",
        data: { page_path: "/", event_type: "a", event_name: "b", metadata: { c: 1 } },
      },
    ],
    { isPrivate: true },
  );
  await send([view("/", null)]);
  expect(await sessions()).toEqual([]);
  expect(await hits()).toMatchObject([
    { kind: hitKinds.page_view, sessionId: null, page: "/", value: null, detail: null },
    { kind: hitKinds.event, sessionId: null, page: "/", type: "a", name: "b", detail: null },
    { kind: hitKinds.page_view, sessionId: null },
  ]);
});

test("a client's hash changes every day, and its salt is deleted", async () => {
  const at = (days: number, session: string) => send([view("/", session)], {}, later(visitor, { days }));
  await at(0, "a");
  await at(0, "b");
  await at(1, "c");
  const clients = (await sessions()).map(({ client }) => client);
  expect(clients[0]).toBe(clients[1]);
  expect(clients[2]).not.toBe(clients[0]);
  expect(await db.$count(analyticsSalt)).toBe(2);
});

test("rejected hits are stored under the rule that matched", async () => {
  const admin = await asAdmin(ctx);
  await send([view("/", "bot")], { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1)" });
  await send([view("/", "nameless")], { userAgent: "" });
  await send([view("/", "script")], { acceptLanguage: null });
  await send([view("/", "team")], {}, admin);
  await send([{ ...arrival, session_id: "driven", data: { metadata: { webdriver: true } } }]);
  await send([{ ...arrival, session_id: "dev", data: { metadata: { origin: "http://localhost:5173" } } }]);
  await send([view("/", "visitor")]);
  expect((await sessions()).map(({ rule, adminUserId }) => [rule, adminUserId])).toEqual([
    [rejectionRules.bot, null],
    [rejectionRules.no_browser, null],
    [rejectionRules.script, null],
    [rejectionRules.own_team, admin.actor.userId],
    [rejectionRules.bot, null],
    [rejectionRules.development, null],
    [null, null],
  ]);
});

test("visits of an address that the settings exclude are rejected from then on, in any notation of the address", async () => {
  await send([view("/", "before")]);
  useSettings({ ANALYTICS_EXCLUDED_ADDRESSES: ["203.0.113.0/24", "2001:db8::/48"] });
  await send([view("/", "office")], { address: "::ffff:203.0.113.7" });
  await send([view("/", "home")], { address: "2001:db8:0:1::7" });
  await send([view("/", "private")], { address: "203.0.113.9", isPrivate: true });
  await send([view("/", "visitor")], { address: "198.51.100.1" });
  const { excluded } = rejectionRules;
  expect((await sessions()).map(({ rule }) => rule)).toEqual([null, excluded, excluded, excluded, null]);
});

test("an admin is recognized by the session cookie; the id in the body is ignored", async () => {
  const admin = await asAdmin(ctx);
  await send([{ ...view("/"), admin_user_id: admin.actor.userId }]);
  expect(await sessions()).toMatchObject([{ rule: null, adminUserId: null }]);
  await send([view("/pricing")], {}, admin);
  expect(await sessions()).toMatchObject([{ rule: rejectionRules.own_team, adminUserId: admin.actor.userId }]);
});

test("an admin's data export includes the sessions that refer to them, and deletion removes the reference", async () => {
  const admin = await asAdmin(ctx);
  const person = { userId: admin.actor.userId, email: admin.actor.email };
  await send([view("/")], {}, admin);
  await send([view("/", "visitor")]);
  expect((await exportPersonalData(ctx, person)).analytics_sessions).toMatchObject([{ firstAt: ctx.now }]);
  await forgetPerson(ctx, person);
  expect((await exportPersonalData(ctx, person)).analytics_sessions).toEqual([]);
  expect((await sessions()).map(({ adminUserId }) => adminUserId)).toEqual([null, null]);
});

test("rejected hits of visitors without a session share one row per rule without the admin", async () => {
  const admin = await asAdmin(ctx);
  await send([view("/")], { isPrivate: true }, admin);
  await send([view("/a")], { isPrivate: true }, admin);
  expect(await sessions()).toMatchObject([{ rule: rejectionRules.own_team, client: null, adminUserId: null }]);
  const [session] = await sessions();
  expect(await db.$count(analyticsHit, eq(analyticsHit.sessionId, session!.id))).toBe(2);
});

test("a client that starts sessions faster than people do is rejected from then on, others are not", async () => {
  for (let n = 0; n < 62; n += 1) await send([view("/", `session ${n}`)]);
  await send([view("/", "other")], { address: "198.51.100.1" });
  await send([view("/b", "session 0")]);
  const rules = (await sessions()).map(({ rule }) => rule);
  expect(rules.filter((rule) => rule === rejectionRules.flood)).toHaveLength(2);
  expect([rules[0], rules.at(-1)]).toEqual([null, null]);
});

test("a client that sends many new terms does not use up those of other visitors", async () => {
  const invented = (call: number) =>
    Array.from({ length: 50 }, (_, n): AnalyticsPayload => {
      const data = { page_path: `/${call}/${n}`, event_type: `t${call}-${n}`, event_name: `n${call}-${n}` };
      return { type: "event", session_id: "inventor", data };
    });
  for (let call = 0; call < 8; call += 1) await send(invented(call));
  const other = { address: "198.51.100.1" };
  await send([{ ...arrival, session_id: "visitor" }, view("/launch", "visitor")], other);
  expect((await hits()).at(-1)).toMatchObject({ page: "/launch" });
  expect((await hits()).filter(({ page }) => page === "(other)").length).toBeGreaterThan(50);
  expect(await db.$count(analyticsTerm)).toBeLessThan(1050);
});

test("1,200 calls a minute per client; an array counts once per ten payloads", async () => {
  const batch = Array(50).fill(view("/"));
  for (let n = 0; n < 240; n += 1) expect((await collectPayloads(visitor, batch, sender, "batched")).ok).toBe(true);
  expect(await send([view("/")])).toEqual({ ok: false, reason: { kind: "too_many", retryAfterSeconds: 60 } });
  expect((await send([view("/")], { address: "198.51.100.1" })).ok).toBe(true);
  expect((await send([view("/")], {}, later(visitor, { seconds: 60 }))).ok).toBe(true);
  await closeCollector(db);
  expect(await db.$count(analyticsHit)).toBe(12_002);
});

test("calls over the memory limit are refused as busy, and accepted once the others are stored", async () => {
  const large = { bodyLength: 64 * 1024 };
  const at = (n: number) => ({ ...large, address: `198.51.100.${n % 256}` });
  const results = await Promise.all(
    Array.from({ length: 400 }, (_, n) =>
      collectPayloads(visitor, [view(`/${n}`)], { ...sender, ...at(n) }, "durable"),
    ),
  );
  const refused = results.filter(({ ok }) => !ok);
  expect(refused.length).toBeGreaterThan(50);
  expect(refused.length).toBeLessThan(150);
  expect(refused[0]).toEqual({ ok: false, reason: { kind: "busy", retryAfterSeconds: 5 } });
  expect((await send([view("/next")], large)).ok).toBe(true);
  expect(await db.$count(analyticsHit)).toBe(401 - refused.length);
});

test("simultaneous calls are all stored, once, under one session", async () => {
  const results = await Promise.all(Array.from({ length: 200 }, (_, n) => send([view(`/${n}`)])));
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(await db.$count(analyticsHit)).toBe(200);
  expect(await db.$count(analyticsSession)).toBe(1);
  const { rows } = await pool.query("select count(distinct at) as times from analytics_hit");
  expect(rows).toEqual([{ times: "200" }]);
});

test("two processes that store a session and its terms at the same moment use the same ids", async () => {
  const others = Array.from({ length: 4 }, () => createDb(pool));
  await Promise.all(
    [db, ...others].flatMap((handle) =>
      ["a", "b", "c"].map((session) => send([view(`/${session}`, session)], {}, { ...visitor, db: handle })),
    ),
  );
  expect(await db.$count(analyticsSession)).toBe(3);
  expect(await db.$count(analyticsHit)).toBe(15);
  const { rows } = await pool.query(
    "select text, count(*)::int as hits from analytics_hit h join analytics_term t on t.id = h.page_id group by 1 order by 1",
  );
  expect(rows).toEqual(["/a", "/b", "/c"].map((path) => ({ text: path, hits: 5 })));
});

test("in durable mode a call fails when its hits could not be stored, and the next is stored", async () => {
  await send([view("/")]);
  await db.execute(sql`alter table analytics_hit rename to analytics_hit_away`);
  try {
    await expect(send([view("/lost")])).rejects.toThrow();
  } finally {
    await db.execute(sql`alter table analytics_hit_away rename to analytics_hit`);
  }
  expect((await send([view("/kept")])).ok).toBe(true);
  expect((await hits()).map(({ page }) => page)).toEqual(["/", "/kept"]);
});

test("hits have the correct time again after a wrong clock is set back", async () => {
  await send([view("/early")], {}, later(visitor, { days: 1 }));
  await send([view("/a"), view("/b")]);
  await send([view("/c")]);
  const { rows } = await pool.query<{ text: string; at: string }>(
    "select t.text, to_char(at at time zone 'UTC', 'MM-DD HH24:MI:SS.US') as at from analytics_hit h join analytics_term t on t.id = h.page_id order by h.at",
  );
  expect(rows).toEqual([
    { text: "/a", at: "03-02 15:00:00.000000" },
    { text: "/b", at: "03-02 15:00:00.000001" },
    { text: "/c", at: "03-02 15:00:00.000002" },
    { text: "/early", at: "03-03 15:00:00.000000" },
  ]);
});

test("hits of a month without a partition are stored too", async () => {
  const far = { ...visitor, now: new Date("2031-05-17T12:00:00Z"), actor: anonymous };
  expect((await send([view("/")], {}, far)).ok).toBe(true);
  const { rows } = await pool.query("select to_regclass('analytics_hit_2031_05') is not null as made");
  expect(rows).toEqual([{ made: true }]);
});
