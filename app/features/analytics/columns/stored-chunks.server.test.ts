import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDb } from "#app/platform/db.server.ts";
import { newClient } from "#tests/fixtures/new-client.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { sessionKey } from "../collecting/session-key.server.ts";
import { hitKinds } from "../hit-kinds.ts";
import { deleteVisitData } from "../my-data.server.ts";
import { readTotals } from "../reports/totals.server.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import { analyticsDayChunk, analyticsHit, analyticsSession, analyticsTerm, analyticsVisit } from "../tables.server.ts";
import { rebuildVisits } from "../visits.server.ts";
import type { DayChunk } from "./day-chunk.ts";
import { readChunk } from "./load-chunk.server.ts";
import { changedDays } from "./scope-chunks.server.ts";
import { findStoredChunks, storeChunks } from "./stored-chunks.server.ts";

const { db, ctx, pool } = useDatabase();
const later = { db, now: new Date("2026-03-09T12:00:00Z") };
const week = { period: { from: "2026-03-01", to: "2026-03-09", timezone: "UTC" }, filters: [] };

beforeEach(async () => {
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
});

async function storeVisits(key: string, ...times: string[]): Promise<void> {
  const words = ["lcp", "cls", "revenue", "click", `/${key}`];
  await db
    .insert(analyticsTerm)
    .values(words.map((text) => ({ text })))
    .onConflictDoNothing();
  const terms = new Map((await db.select().from(analyticsTerm)).map(({ id, text }) => [text, id]));
  const [row] = await db
    .insert(analyticsSession)
    .values({ key: sessionKey(key), client: newClient(), firstAt: new Date(times[0]!), channel: 2, device: 3 })
    .returning({ id: analyticsSession.id });
  const of = { sessionId: row!.id, pageId: terms.get(`/${key}`)! };
  const hits = times.flatMap((time) => {
    const at = (seconds: number) => new Date(Date.parse(time) + 1000 * seconds);
    return [
      { ...of, at: at(0), kind: hitKinds.page_view },
      { ...of, at: at(1), kind: hitKinds.performance, typeId: terms.get("lcp")!, value: 70_000 },
      { ...of, at: at(2), kind: hitKinds.performance, typeId: terms.get("cls")!, value: 0.125 },
      { ...of, at: at(3), kind: hitKinds.event, typeId: terms.get("click")!, nameId: of.pageId },
      { ...of, at: at(4), kind: hitKinds.conversion, typeId: terms.get("revenue")!, nameId: of.pageId, value: 49.5 },
    ];
  });
  await db.insert(analyticsHit).values(hits);
  await rebuildVisits(ctx);
}

const listDays = async () => (await changedDays(ctx, new Date("2026-03-01"), new Date("2026-03-31"))).days;
const storedDays = async () =>
  (await db.select({ day: analyticsDayChunk.day }).from(analyticsDayChunk).orderBy(analyticsDayChunk.day)).map(
    ({ day }) => day,
  );

test("stored days are identical to those read from their rows", async () => {
  await storeVisits("one", "2026-03-02T10:00:00Z", "2026-03-02T23:50:00Z", "2026-03-03T00:10:00Z");
  await storeVisits("two", "2026-03-02T11:00:00Z", "2026-03-04T10:00:00Z");
  await db.insert(analyticsHit).values({ at: new Date("2026-03-04T11:00:00Z"), kind: hitKinds.page_view });
  await rebuildVisits(ctx);
  expect(await storeChunks(later)).toBe(2);
  const days = await listDays();
  const stored = await findStoredChunks(ctx, days);
  const read = new Map<string, DayChunk>();
  for (const day of days) read.set(day.day, await readChunk(ctx, day));
  expect(days.map(({ day }) => day)).toEqual(["2026-03-02", "2026-03-04"]);
  expect(new Map(stored)).toEqual(read);
});

test("renamed columns require a new layout number", async () => {
  await storeVisits("one", "2026-03-02T10:00:00Z");
  const { visits, views } = await readChunk(ctx, (await listDays())[0]!);
  const names = (columns: object) => Object.keys(columns).join(" ");
  expect([visits, visits.facts, visits.lists, views, views.vitalsPlusOne].map(names)).toEqual([
    "count at session visitor seconds bounce rule cents facts lists",
    "entry exit source channel referrer medium campaign device browser os screen language timezone",
    "page event goal",
    "count micros visit page device rule secondsPlusOne scrollPlusOne vitalsPlusOne",
    "lcp inp cls fcp ttfb fid",
  ]);
});

test("past days are stored once, and reports of another process read them in one statement", async () => {
  await storeVisits(
    "one",
    "2026-03-02T10:00:00Z",
    "2026-03-04T10:00:00Z",
    "2026-03-08T23:30:00Z",
    "2026-03-09T09:00:00Z",
  );
  expect(await storeChunks({ db, now: new Date("2026-03-09T01:00:00Z") })).toBe(2);
  expect(await storeChunks({ db, now: new Date("2026-03-09T01:00:00Z") })).toBe(0);
  expect(await storeChunks(later)).toBe(1);
  expect(await storedDays()).toEqual(["2026-03-02", "2026-03-04", "2026-03-08"]);
  const query = vi.spyOn(pool, "query");
  const count = (text: string) => query.mock.calls.filter(([one]) => JSON.stringify(one).includes(text)).length;
  expect(await readTotals({ db: createDb(pool) }, week)).toMatchObject({ visits: 4, views: 4 });
  expect([count("analytics_day_chunk"), count("int4send")]).toEqual([1, 1]);
});

test("a changed day is read from its rows until it is stored again", async () => {
  await storeVisits("one", "2026-03-02T10:00:00Z", "2026-03-04T10:00:00Z");
  await storeChunks(later);
  await storeVisits("two", "2026-03-02T12:00:00Z");
  const fresh = () => readTotals({ db: createDb(pool) }, week);
  expect(await fresh()).toMatchObject({ visits: 3, revenueUsd: 148.5 });
  expect(await storeChunks(later)).toBe(2);
  expect(await fresh()).toMatchObject({ visits: 3, revenueUsd: 148.5 });
  await db.delete(analyticsVisit).where(sql`started_at < '2026-03-03'`);
  expect(await fresh()).toMatchObject({ visits: 1 });
  expect(await storeChunks(later)).toBe(1);
});

test("chunks of another layout are replaced", async () => {
  await storeVisits("one", "2026-03-02T10:00:00Z");
  await storeChunks(later);
  await db.update(analyticsDayChunk).set({ version: sql`'0' || version`, columns: Buffer.from("other") });
  expect(await readTotals({ db: createDb(pool) }, week)).toMatchObject({ visits: 1 });
  expect(await storeChunks(later)).toBe(1);
  expect((await findStoredChunks(ctx, await listDays())).size).toBe(1);
});

test("the deletion of a visitor's data deletes the stored chunks of their days", async () => {
  await storeVisits("mine", "2026-03-02T23:50:00Z", "2026-03-03T00:10:00Z", "2026-03-05T10:00:00Z");
  await storeVisits("theirs", "2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z");
  await storeChunks(later);
  expect(await storedDays()).toEqual(["2026-03-02", "2026-03-03", "2026-03-05"]);
  await deleteVisitData(ctx, "mine");
  expect(await storedDays()).toEqual(["2026-03-03"]);
  await storeChunks(later);
  const [theirs] = await db
    .select({ id: analyticsSession.id })
    .from(analyticsSession)
    .where(eq(analyticsSession.key, sessionKey("theirs")));
  const sessions = [...(await findStoredChunks(ctx, await listDays())).values()].flatMap(({ visits }) => [
    ...visits.session,
  ]);
  expect(sessions).toEqual([theirs!.id, theirs!.id]);
});

test("no day is stored while the data of one of its visitors is being deleted", async () => {
  await storeVisits("mine", "2026-03-02T10:00:00Z");
  await storeVisits("theirs", "2026-03-02T11:00:00Z");
  const mayCommit = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  const deletion = db.transaction(async (tx) => {
    await deleteVisitData({ ...ctx, db: tx }, "mine");
    deleted.resolve();
    await mayCommit.promise;
  });
  await deleted.promise;
  const storing = storeChunks(later);
  const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1);
  mayCommit.resolve();
  await deletion;
  expect(await storing).toBe(1);
  const [chunk] = (await findStoredChunks(ctx, await listDays())).values();
  expect(chunk?.visits.count).toBe(1);
});
