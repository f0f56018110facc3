import { beforeAll, beforeEach, expect, test } from "vitest";
import { daySeconds } from "#app/lib/durations.ts";
import { newClient } from "#tests/fixtures/new-client.ts";
import { storedViews, storedVisits, storeHits as storeHitRows } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { ruleKey } from "../collecting/session-key.server.ts";
import { readTotals } from "../reports/sums/totals.server.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import { analyticsAcceptedRule, type analyticsHit, analyticsSession, analyticsTerm } from "../tables.server.ts";
import { deriveVisits, rebuildVisits } from "./visits.server.ts";

const { db, ctx } = useDatabase();
const start = Date.parse("2026-03-02T20:00:00Z");
const terms = new Map<string, number>();
beforeAll(() => createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01")));
beforeEach(async () => {
  for (const text of ["engagement", "lcp", "cls", "inp", "rage_click", "error"]) {
    const [row] = await db.insert(analyticsTerm).values({ text }).returning({ id: analyticsTerm.id });
    terms.set(text, row!.id);
  }
});

type Hit = Partial<typeof analyticsHit.$inferInsert> & { second: number };

async function storeSession(hits: readonly Hit[]): Promise<number> {
  const [session] = await db
    .insert(analyticsSession)
    .values({ key: crypto.randomUUID(), client: newClient(), firstAt: new Date(start), device: 2 })
    .returning({ id: analyticsSession.id });
  await storeHits(hits.map((hit) => ({ sessionId: session!.id, ...hit })));
  return session!.id;
}

const storeHits = (hits: readonly Hit[]) =>
  storeHitRows(
    db,
    hits.map(({ second, ...hit }) => ({ kind: hitKinds.page_view, ...hit, at: new Date(start + second * 1000) })),
  );

const page = (second: number, pageId: number, value?: number): Hit => ({ second, pageId, value: value ?? null });
const metric = (second: number, pageId: number, name: string, value: number): Hit => ({
  ...{ second, pageId, value, kind: hitKinds.performance, typeId: terms.get(name)! },
});
const time = (second: number, pageId: number, detail: Record<string, unknown>): Hit => ({
  ...{ second, pageId, detail, kind: hitKinds.event, typeId: terms.get("engagement")! },
});
const behavior = (second: number, pageId: number, name: string): Hit => ({
  ...{ second, pageId, kind: hitKinds.behavior, typeId: terms.get(name)! },
});

const views = () => storedViews(db);

test("a report about a page belongs to its latest view, even after the next page was opened", async () => {
  const id = await storeSession([
    page(0, 1),
    metric(5, 1, "cls", 0.25),
    page(10, 2, 9),
    metric(11, 1, "lcp", 1800),
    behavior(12, 2, "rage_click"),
    behavior(13, 2, "rage_click"),
    behavior(14, 2, "error"),
    page(20, 1, 10),
    metric(21, 1, "lcp", 900),
    time(30, 1, { seconds: 7, scroll_percent: 40 }),
    time(40, 1, { seconds: 5, scroll_percent: 90 }),
  ]);
  await deriveVisits(ctx);
  const visitAt = new Date(start);
  expect(await views()).toMatchObject([
    { sessionId: id, visitAt, pageId: 1, seconds: 9, scroll: null, lcp: 1800, cls: 0.25, rageClicks: 0, device: 2 },
    { sessionId: id, visitAt, pageId: 2, seconds: 10, lcp: null, rageClicks: 2, errors: 1 },
    { sessionId: id, visitAt, pageId: 1, seconds: 12, scroll: 90, lcp: 900, cls: null },
  ]);
});

test("two views of a page at the same time are two views, however often they are derived", async () => {
  await storeSession([page(0, 1), page(0, 1), page(0, 2)]);
  await storeHits([page(5, 1), page(5, 1)]);
  await deriveVisits(ctx);
  const pages = async () => (await views()).map(({ sessionId, pageId }) => [sessionId !== null, pageId]).sort();
  const stored = [
    [false, 1],
    [false, 1],
    [true, 1],
    [true, 1],
    [true, 2],
  ];
  expect(await pages()).toEqual(stored);
  await rebuildVisits(ctx);
  expect(await pages()).toEqual(stored);
});

test("implausible times and depths are capped or ignored", async () => {
  await storeSession([
    page(0, 1),
    time(1, 1, { seconds: -5, scroll_percent: 400 }),
    page(2, 2),
    time(3, 2, { seconds: "many", scroll_percent: { a: 1 } }),
    page(4, 3),
    time(5, 3, { seconds: 1e12 }),
  ]);
  await deriveVisits(ctx);
  expect((await views()).map(({ seconds, scroll }) => [seconds, scroll])).toEqual([
    [0, 100],
    [null, null],
    [daySeconds, null],
  ]);
});

test("views without a session are counted once, without details", async () => {
  await storeHits([{ ...page(0, 7), sessionId: null }]);
  await deriveVisits({ ...ctx, now: new Date(start + 60_000) });
  await storeHits([{ ...page(30, 8), sessionId: null }]);
  await deriveVisits({ ...ctx, now: new Date(start + 120_000) });
  const derived = await views();
  expect(derived.map(({ pageId, sessionId, visitAt, device }) => [pageId, sessionId, visitAt, device])).toEqual([
    [7, null, null, 0],
    [8, null, null, 0],
  ]);
  await rebuildVisits(ctx);
  expect(await views()).toEqual(derived);
});

test("rejected views of visitors who ask not to be tracked have no session, and count once their rule is accepted", async () => {
  const [bot] = await db
    .insert(analyticsSession)
    .values({ key: ruleKey(1), client: null, firstAt: new Date(start), rule: 1 })
    .returning({ id: analyticsSession.id });
  await storeHits([{ ...page(0, 7), sessionId: null }, { ...page(1, 8), sessionId: bot!.id }, page(2, 9)]);
  await deriveVisits({ ...ctx, now: new Date(start + 60_000) });
  expect((await views()).map(({ pageId, sessionId, rule }) => [pageId, sessionId, rule])).toEqual([
    [7, null, null],
    [8, null, 1],
    [9, null, null],
  ]);
  const march = { period: { from: "2026-03-02", to: "2026-03-02", timezone: "UTC" }, filters: [] };
  expect(await readTotals(ctx, march)).toMatchObject({ visits: 0, views: 2 });
  await db.insert(analyticsAcceptedRule).values({ rule: 1, acceptedAt: ctx.now });
  expect(await readTotals(ctx, march)).toMatchObject({ visits: 0, views: 3 });
});

test("every visit's number of views equals its view rows", async () => {
  await storeSession([page(0, 1), page(1, 1), page(4000, 2), behavior(4001, 3, "error")]);
  await deriveVisits(ctx);
  const byVisit = Map.groupBy(await views(), ({ visitAt }) => visitAt!.getTime());
  const counted = (await storedVisits(db)).map((visit) => ({
    ...{ views: visit.views, rows: byVisit.get(visit.startedAt.getTime())?.length },
  }));
  expect(counted).toEqual([
    { views: 2, rows: 2 },
    { views: 1, rows: 1 },
  ]);
});
