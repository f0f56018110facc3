import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDb } from "#app/platform/db.server.ts";
import { newClient } from "#tests/fixtures/new-client.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { sessionKey } from "../collecting/session-key.server.ts";
import { deleteVisitData } from "../my-data.server.ts";
import { readTotals } from "../reports/totals.server.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import { analyticsDayChange, analyticsHit, analyticsSession, analyticsView, analyticsVisit } from "../tables.server.ts";
import { rebuildVisits, sumDayChanges } from "../visits.server.ts";
import { chunkCacheOf } from "./chunk-cache.server.ts";
import { changedDays } from "./scope-chunks.server.ts";
import { warmChunks } from "./warm-chunks.server.ts";

const { db, ctx, pool } = useDatabase();
const march = (from: number, to: number) => ({
  period: { from: `2026-03-0${from}`, to: `2026-03-0${to}`, timezone: "UTC" },
  filters: [],
});
const otherProcess = () => ({ ...ctx, db: createDb(pool) });

beforeEach(async () => {
  await createPartitions(ctx, new Date("2026-01-01"), new Date("2026-04-01"));
});

async function storeHits(key: string, ...times: string[]): Promise<number> {
  const [row] = await db
    .insert(analyticsSession)
    .values({ key: sessionKey(key), client: newClient(), firstAt: new Date(times[0]!), channel: 1, device: 1 })
    .onConflictDoUpdate({ target: analyticsSession.key, set: { device: 1 } })
    .returning({ id: analyticsSession.id });
  await db.insert(analyticsHit).values(times.map((at) => ({ sessionId: row!.id, at: new Date(at), kind: 1 })));
  return row!.id;
}

test("every kind of change to visits is visible in the next report of every process", async () => {
  const other = otherProcess();
  const expectVisits = async (visits: number, views: number) => {
    for (const reader of [ctx, other]) expect(await readTotals(reader, march(1, 9))).toMatchObject({ visits, views });
  };
  await expectVisits(0, 0);
  const first = await storeHits("first", "2026-03-02T10:00:00Z", "2026-03-02T10:01:00Z");
  await storeHits("second", "2026-03-02T23:50:00Z", "2026-03-03T00:05:00Z", "2026-03-05T10:00:00Z");
  await rebuildVisits(ctx);
  await expectVisits(3, 5);
  await storeHits("first", "2026-03-02T10:20:00Z");
  await rebuildVisits(ctx);
  await expectVisits(3, 6);
  await deleteVisitData(ctx, "second");
  await expectVisits(1, 3);
  await db.update(analyticsVisit).set({ startedAt: new Date("2026-02-02T10:00:00Z") });
  await expectVisits(0, 3);
  await db.delete(analyticsView);
  await expectVisits(0, 0);
  await rebuildVisits(ctx);
  await expectVisits(1, 3);
  await db.delete(analyticsSession).where(eq(analyticsSession.id, first));
  await expectVisits(0, 0);
  await storeHits("third", "2026-03-04T10:00:00Z");
  await rebuildVisits(ctx);
  await expectVisits(1, 1);
  await db.execute(sql`truncate analytics_visit, analytics_view`);
  await expectVisits(0, 0);
});

test("a change that commits late is visible, even if changes were counted and summed up meanwhile", async () => {
  await storeHits("first", "2026-03-02T10:00:00Z");
  await rebuildVisits(ctx);
  const visit = (await db.select().from(analyticsVisit))[0]!;
  const late = await pool.connect();
  try {
    await late.query("begin");
    await late.query("update analytics_visit set duration_seconds = 100");
    await db.insert(analyticsVisit).values({ ...visit, startedAt: new Date("2026-03-02T20:00:00Z") });
    expect(await readTotals(ctx, march(2, 2))).toMatchObject({ visits: 2, averageVisitSeconds: 0 });
    await db.execute(sql`with gone as (delete from ${analyticsDayChange} returning day, changes, last_at)
      insert into ${analyticsDayChange} (day, changes, last_at) select day, sum(changes), max(last_at) from gone group by day`);
    expect(await readTotals(ctx, march(2, 2))).toMatchObject({ visits: 2, averageVisitSeconds: 0 });
    await late.query("commit");
  } finally {
    late.release();
  }
  expect(await readTotals(ctx, march(2, 2))).toMatchObject({ visits: 2, averageVisitSeconds: 50 });
});

test("a version is never reused, in whatever order changes commit and are summed up", async () => {
  const march2 = "2026-03-02";
  const version = async () => (await changedDays(ctx, new Date(march2), new Date("2026-03-03"))).days[0]!.version;
  const update = (seconds: number) => db.update(analyticsVisit).set({ durationSeconds: seconds });
  await storeHits("first", `${march2}T10:00:00Z`);
  await rebuildVisits(ctx);
  const visit = (await db.select().from(analyticsVisit))[0]!;
  await update(1);
  await db.transaction((tx) => sumDayChanges(tx));
  await update(2);
  await update(3);
  // The change rows of these transactions have smaller ids than those that are summed up and stored meanwhile.
  const late = await Promise.all([11, 12, 13].map((hour) => open((tx) => addVisit(tx, hour))));
  const summing = await open((tx) => sumDayChanges(tx));
  await update(4);
  const versions = [await version()];
  for (const { commit } of [summing, ...late]) {
    await commit();
    versions.push(await version());
  }
  expect(versions[1]).toBe(versions[0]);
  expect(new Set(versions).size).toBe(4);

  function addVisit(tx: Pick<typeof db, "insert">, hour: number) {
    return tx.insert(analyticsVisit).values({ ...visit, startedAt: new Date(`${march2}T${hour}:00:00Z`) });
  }
});

async function open(change: (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => Promise<unknown>) {
  const [changed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = db.transaction(async (tx) => {
    await change(tx);
    changed.resolve();
    await mayCommit.promise;
  });
  done.catch(changed.reject);
  await changed.promise;
  return {
    async commit() {
      mayCommit.resolve();
      await done;
    },
  };
}

test("deriving visits leaves one row of changes per day", async () => {
  await storeHits("first", "2026-03-02T10:00:00Z", "2026-03-05T10:00:00Z");
  await rebuildVisits(ctx);
  await rebuildVisits(ctx);
  const rows = await db
    .select({ day: analyticsDayChange.day })
    .from(analyticsDayChange)
    .orderBy(analyticsDayChange.day);
  expect(rows.filter(({ day }) => day.startsWith("2026-03"))).toEqual([{ day: "2026-03-02" }, { day: "2026-03-05" }]);
});

test("views after midnight count on their own day, with the filters of their visit", async () => {
  await storeHits("first", "2026-03-02T23:50:00Z", "2026-03-03T00:10:00Z", "2026-03-03T00:20:00Z");
  await rebuildVisits(ctx);
  const phones = { dimension: "device", isExcluded: true, values: ["phone"] } as const;
  const totals = await readTotals(ctx, { ...march(3, 3), filters: [{ ...phones, values: ["phone"] }] });
  expect(totals).toMatchObject({ visits: 0, views: 2 });
  expect(await readTotals(ctx, march(2, 2))).toMatchObject({ visits: 1, views: 1 });
});

test("unchanged days are read once; concurrent reports share the read", async () => {
  await storeHits("first", "2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z", "2026-03-04T10:00:00Z");
  await rebuildVisits(ctx);
  const reader = otherProcess();
  const packed = countStatements("int4send");
  await Promise.all([1, 2, 3, 4].map(() => readTotals(reader, march(1, 9))));
  expect(packed()).toBe(3);
  await storeHits("second", "2026-03-03T11:00:00Z");
  await rebuildVisits({ ...ctx, db: reader.db });
  const before = packed();
  await readTotals(reader, march(2, 2));
  await readTotals(reader, march(2, 2));
  expect(packed() - before).toBe(1);
});

test("beyond the limit the least recently used days are dropped, and figures stay correct", async () => {
  const times = [1, 2, 3, 4, 5, 6].map((day) => `2026-03-0${day}T10:00:00Z`);
  await storeHits("first", ...times);
  await rebuildVisits(ctx);
  const reader = otherProcess();
  const cache = chunkCacheOf(reader);
  await readTotals(reader, march(1, 1));
  cache.maxBytes = 2 * cache.bytes;
  const packed = countStatements("int4send");
  const visitsOn = async (day: number) => (await readTotals(reader, march(day, day))).visits;
  for (const day of [2, 3, 4, 3]) expect(await visitsOn(day)).toBe(1);
  expect(cache.bytes).toBe(cache.maxBytes);
  expect(packed()).toBe(3);
  for (const day of [5, 3]) expect(await visitsOn(day)).toBe(1);
  expect(packed()).toBe(4);
  expect((await readTotals(reader, march(1, 9))).visits).toBe(6);
  expect(cache.bytes).toBe(cache.maxBytes);
});

test("warming loads recent days until it is stopped", async () => {
  await storeHits("first", "2026-01-02T10:00:00Z", "2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z");
  await rebuildVisits(ctx);
  const reader = otherProcess();
  const packed = countStatements("int4send");
  await warmChunks(reader, 30, AbortSignal.abort());
  expect(packed()).toBe(0);
  await warmChunks(reader, 30, new AbortController().signal);
  expect(packed()).toBe(2);
  expect((await readTotals(reader, march(1, 2))).visits).toBe(2);
  expect(packed()).toBe(2);
});

function countStatements(text: string): () => number {
  const query = vi.spyOn(pool, "query");
  query.mockClear();
  return () => query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes(text)).length;
}
