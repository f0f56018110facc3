import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { countStored, storeHits } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads } from "../analytics.server.ts";
import type { AnalyticsPayload } from "../collecting/payload.ts";
import { recordFunnelEvent } from "../steps/funnel.server.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { analyticsSession, funnelEvent } from "../tables.server.ts";
import { deriveVisits } from "../visits/visits.server.ts";
import { identifyVisitor } from "./identity.server.ts";
import { deleteVisitData, maxListed, readVisitData } from "./my-data.server.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => closeCollector(db));

const sender = {
  bodyLength: 300,
  address: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  acceptLanguage: "de",
  isPrivate: false,
};
const view = (session_id: string, page_path: string): AnalyticsPayload => ({
  type: "page_view",
  session_id,
  data: { page_path, page_title: null },
});
const send = (payloads: AnalyticsPayload[], minutes = 0, mode: "durable" | "batched" = "durable") =>
  collectPayloads(later(visitor, { seconds: minutes * 60 }), payloads, sender, mode);

async function twoVisitors() {
  await send([
    {
      type: "session",
      session_id: "mine",
      data: {
        referrer: "https://example.org/a",
        utm_source: "letter",
        utm_campaign: "spring",
        metadata: { language: "de" },
      },
    },
    view("mine", "/"),
    {
      type: "event",
      session_id: "mine",
      data: { page_path: "/", event_type: "click", event_name: "cta", metadata: { a: 1 } },
    },
  ]);
  const lcp = { page_path: "/pricing", metric_type: "lcp" as const, metric_value: 900 };
  await send([view("mine", "/pricing"), { type: "performance", session_id: "mine", data: lcp }], 60);
  await send([view("theirs", "/faq")]);
  await recordFunnelEvent(visitor, { session_id: "mine", stage: "wizard", substage: "mode_viewed" });
  await recordFunnelEvent(visitor, { session_id: "theirs", stage: "access" });
}

test("a visitor reads only what is stored under their own session id", async () => {
  await twoVisitors();
  const facts = {
    ...{ device: "desktop", browser: "Firefox", os: "Linux", language: "de", timezone: null },
    ...{ referrer: "https://example.org", campaign: "letter / spring" },
  };
  const second = later(ctx, { hours: 1 }).now;
  await identifyVisitor(ctx, { sessionId: "mine", email: "dana@northfield.example", isPrivate: false });
  expect(await readVisitData(ctx, "mine")).toEqual({
    visits: [
      { startedAt: ctx.now, pages: 1, ...facts },
      { startedAt: second, pages: 1, ...facts },
    ],
    hits: [
      { at: ctx.now, kind: "page_view", page: "/", name: null },
      { at: ctx.now, kind: "event", page: "/", name: "click: cta" },
      { at: second, kind: "page_view", page: "/pricing", name: null },
      { at: second, kind: "performance", page: "/pricing", name: "lcp" },
    ],
    funnelSteps: [{ at: ctx.now, stage: "wizard", substage: "mode_viewed" }],
    emails: ["dana@northfield.example"],
    hidden: 0,
  });
});

test("a session with many hits and steps is listed in part and deleted completely", async () => {
  await send([view("mine", "/")]);
  const extra = maxListed + 7;
  const [session] = await db.select({ id: analyticsSession.id }).from(analyticsSession);
  const at = (n: number) => new Date(ctx.now.getTime() + n + 1);
  await storeHits(
    db,
    Array.from({ length: extra }, (_, n) => ({
      at: at(n),
      sessionId: session!.id,
      kind: hitKinds.page_view,
      value: n,
    })),
  );
  await db.execute(sql`insert into ${funnelEvent} (id, stage, session_id, occurred_at)
    select gen_random_uuid(), 'step' || n, 'mine', ${ctx.now.toISOString()}::timestamptz + n * interval '1 millisecond'
    from generate_series(1, ${extra}) n`);
  const { hits, funnelSteps, hidden } = await readVisitData(ctx, "mine");
  expect([hits.length, funnelSteps.length, hidden]).toEqual([maxListed, maxListed, 8 + 7]);
  expect(funnelSteps[0]?.stage).toBe("step8");
  expect(funnelSteps.at(-1)?.stage).toBe(`step${extra}`);
  expect(hits.at(-1)!.at.getTime() - hits[0]!.at.getTime()).toBe(maxListed - 1);
  await deleteVisitData(ctx, "mine");
  expect([await countStored(db, "hit"), await db.$count(funnelEvent)]).toEqual([0, 0]);
});

test("a session without hits is shown, and an unknown id finds nothing", async () => {
  await send([{ type: "session", session_id: "mine", data: null }]);
  expect((await readVisitData(ctx, "mine")).visits).toMatchObject([{ startedAt: ctx.now, pages: 0, referrer: null }]);
  for (const id of ["", "Mine", "mine ", "00000000-0000-0000-0000-000000000001", "x'); drop table funnel_event; --"])
    expect(await readVisitData(ctx, id), id).toEqual({ visits: [], hits: [], funnelSteps: [], emails: [], hidden: 0 });
});

test("a visitor deletes only what is stored under their own session id", async () => {
  await twoVisitors();
  await deriveVisits(later(ctx, { hours: 2 }));
  expect(await countStored(db, "visit")).toBe(3);
  // Two visits, four hits, one step and the session.
  expect(await deleteVisitData(ctx, "mine")).toBe(8);
  expect(await readVisitData(ctx, "mine")).toEqual({ visits: [], hits: [], funnelSteps: [], emails: [], hidden: 0 });
  expect(await deleteVisitData(ctx, "mine")).toBe(0);
  for (const table of [analyticsSession, funnelEvent]) expect(await db.$count(table)).toBe(1);
  for (const what of ["visit", "hit"] as const) expect(await countStored(db, what)).toBe(1);
  expect((await readVisitData(ctx, "theirs")).hits).toHaveLength(1);
});

test("accepted hits that are still in memory are deleted too, and later ones start a new session", async () => {
  await send([view("mine", "/a")], 0, "batched");
  expect(await deleteVisitData(ctx, "mine")).toBe(2);
  expect(await countStored(db, "hit")).toBe(0);
  await send([view("mine", "/b")]);
  expect((await readVisitData(ctx, "mine")).hits).toMatchObject([{ page: "/b" }]);
});
