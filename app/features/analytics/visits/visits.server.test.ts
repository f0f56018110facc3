import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { deleteStored, storedVisits, storeHits as storeHitRows } from "#tests/fixtures/stored-visits.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { channels } from "../collecting/sources/channels.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import { analyticsSession, analyticsTerm } from "../tables.server.ts";
import { deriveVisits, rebuildVisits } from "./visits.server.ts";

const { db, ctx } = useDatabase();
let engagementId = 0;
let revenueId = 0;
beforeAll(async () => {
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
  const [term] = await db.insert(analyticsTerm).values({ text: "engagement" }).returning({ id: analyticsTerm.id });
  engagementId = term!.id;
  const [revenue] = await db.insert(analyticsTerm).values({ text: "revenue" }).returning({ id: analyticsTerm.id });
  revenueId = revenue!.id;
});

type TestHit = {
  session: number;
  minute: number;
  kind: number;
  page: number;
  name: number;
  value: number;
  /** For events: automatic. For conversions: a payment. */
  isAutomatic: boolean;
};
const start = Date.parse("2026-03-02T20:00:00Z");
const key = (session: number) => `00000000-0000-4000-8000-${String(session).padStart(12, "0")}`;

async function storeSessions(count: number): Promise<number[]> {
  const rows = await db
    .insert(analyticsSession)
    .values(
      Array.from({ length: count }, (_, session) => ({
        ...{ key: key(session), client: BigInt(session), firstAt: new Date(start), device: 1 },
        channel: session % 2 === 0 ? channels.search : null,
        sourceId: session % 3 === 0 ? 900 + session : null,
        referrerId: 800 + session,
      })),
    )
    .returning({ id: analyticsSession.id });
  return rows.map(({ id }) => id);
}

const storeHits = (ids: readonly number[], hits: readonly TestHit[]) =>
  hits.length === 0
    ? undefined
    : storeHitRows(
        db,
        hits.map(({ session, minute, kind, page, name, value, isAutomatic }) => ({
          ...{
            sessionId: ids[session]!,
            at: new Date(start + minute * minuteMs),
            kind,
            pageId: page,
            nameId: name,
            typeId: isAutomatic ? (kind === hitKinds.conversion ? revenueId : engagementId) : null,
            value,
          },
        })),
      );

const visits = async () =>
  (await storedVisits(db)).sort(
    (one, other) => one.sessionId - other.sessionId || one.startedAt.getTime() - other.startedAt.getTime(),
  );

/** The visit before on the same UTC day. */
function linkOf(groups: readonly TestHit[][], group: TestHit[]): { previousAt: Date | null } {
  const startOf = (visit: TestHit[]) => new Date(start + visit[0]!.minute * minuteMs);
  const before = groups[groups.indexOf(group) - 1];
  return { previousAt: before && utcDate(startOf(before)) === utcDate(startOf(group)) ? startOf(before) : null };
}

/** A second implementation of visits, without SQL. */
function expectedVisits(ids: readonly number[], hits: readonly TestHit[]) {
  return ids.flatMap((sessionId, session) => {
    const own = hits.filter((hit) => hit.session === session).sort((one, other) => one.minute - other.minute);
    const groups: TestHit[][] = [];
    for (const hit of own) {
      const last = groups.at(-1);
      if (last && hit.minute - last.at(-1)!.minute <= 30) last.push(hit);
      else groups.push([hit]);
    }
    return groups.map((group) => {
      const views = group.filter(({ kind }) => kind === hitKinds.page_view);
      const events = group.filter(({ kind }) => kind === hitKinds.event);
      const actions = events.filter(({ isAutomatic }) => !isAutomatic);
      const conversions = group.filter(({ kind }) => kind === hitKinds.conversion);
      const distinct = (numbers: number[]) => [...new Set(numbers)].sort((one, other) => one - other);
      const [first, last] = [group[0]!.minute, group.at(-1)!.minute];
      // The seconds of a page are those that the next one reports; a visit is at least as long as its pages.
      const [, ...others] = views.toSorted(
        (one, other) => one.minute - other.minute || one.page - other.page || one.value - other.value,
      );
      const pageSeconds = others.reduce((sum, { value }) => sum + value, 0);
      const pagesAt = (minute?: number) => views.filter((hit) => hit.minute === minute).map(({ page }) => page);
      return {
        sessionId,
        startedAt: new Date(start + first * minuteMs),
        endedAt: new Date(start + last * minuteMs),
        durationSeconds: Math.max((last - first) * 60, pageSeconds),
        views: views.length,
        // Each session has a client of its own.
        ...(columnStore.isUsed
          ? {}
          : { ...linkOf(groups, group), visitorId: sessionId, hasGoal: conversions.length > 0 }),
        isBounce: views.length <= 1 && actions.length + conversions.length === 0,
        entryId: views.length > 0 ? Math.min(...pagesAt(views[0]?.minute)) : null,
        exitId: views.length > 0 ? Math.min(...pagesAt(views.at(-1)?.minute)) : null,
        pageIds: distinct(views.map(({ page }) => page)),
        eventIds: distinct(events.map(({ name }) => name)),
        goalIds: distinct(conversions.map(({ name }) => name)),
        valueUsd: conversions.reduce((sum, { value, isAutomatic }) => sum + (isAutomatic ? value : 0), 0),
        sourceId: session % 3 === 0 ? 900 + session : 800 + session,
        channel: session % 2 === 0 ? channels.search : channels.direct,
        device: 1,
        rule: null,
        referrerId: 800 + session,
        ...{
          mediumId: null,
          campaignId: null,
          browserId: null,
          osId: null,
          screenId: null,
          languageId: null,
          timezoneId: null,
        },
      };
    });
  });
}

const hit = fc.record({
  session: fc.integer({ min: 0, max: 3 }),
  minute: fc.integer({ min: 0, max: 600 }),
  kind: fc.constantFrom(...Object.values(hitKinds)),
  page: fc.integer({ min: 1, max: 4 }),
  name: fc.integer({ min: 10, max: 13 }),
  value: fc.integer({ min: 0, max: 500 }),
  isAutomatic: fc.boolean(),
});

test("visits match their definition, and incremental derivation equals a rebuild", async () => {
  await fc.assert(
    fc.asyncProperty(
      // Rounds in which hits are stored; late hits have times of earlier rounds.
      fc.array(fc.array(hit, { maxLength: 12 }), { minLength: 1, maxLength: 5 }),
      async (rounds) => {
        await deleteStored(db);
        await db.execute(sql`truncate analytics_session, analytics_progress cascade`);
        const ids = await storeSessions(4);
        for (const [round, hits] of rounds.entries()) {
          await storeHits(ids, hits);
          await deriveVisits({ ...ctx, now: new Date(start + round * minuteMs) });
        }
        const derived = await visits();
        expect(derived).toEqual(expectedVisits(ids, rounds.flat()));
        await db.execute(
          sql`update analytics_visit set views = views + 1, page_ids = '{99}', started_at = started_at - interval '1 s'`,
        );
        expect(await rebuildVisits(ctx)).toBe(4);
        expect(await visits()).toEqual(derived);
      },
    ),
    { numRuns: 40 },
  );
});

const one = (minute: number, changes: Partial<TestHit> = {}): TestHit => ({
  ...{ session: 0, minute, kind: hitKinds.page_view, page: 1, name: 10, value: 0, isAutomatic: false },
  ...changes,
});

test("midnight does not end a visit; a pause of more than thirty minutes does", async () => {
  const ids = await storeSessions(1);
  await storeHits(ids, [one(235), one(245), one(275), one(306)]);
  await deriveVisits(ctx);
  expect((await visits()).map(({ startedAt, views }) => [startedAt.toISOString(), views])).toEqual([
    ["2026-03-02T23:55:00.000Z", 3],
    ["2026-03-03T01:06:00.000Z", 1],
  ]);
});

test("a late hit joins two visits into one", async () => {
  const ids = await storeSessions(1);
  const now = { ...ctx, now: new Date(start + 55 * minuteMs) };
  await storeHits(ids, [one(0), one(50)]);
  await deriveVisits(now);
  expect(await visits()).toHaveLength(2);
  await storeHits(ids, [one(25)]);
  await deriveVisits(now);
  expect(await visits()).toMatchObject([{ views: 3, durationSeconds: 3000 }]);
});

test("concurrent derivations do not interfere with each other", async () => {
  const ids = await storeSessions(3);
  await storeHits(
    ids,
    [0, 40, 80].flatMap((minute) => [0, 1, 2].map((session) => one(minute, { session }))),
  );
  await Promise.all([deriveVisits(ctx), rebuildVisits(ctx), deriveVisits(ctx), rebuildVisits(ctx)]);
  expect(await visits()).toHaveLength(9);
});

// ClickHouse also derives hits by the time at which they were stored, which is that of its clock.
test.skipIf(columnStore.isUsed)(
  "a run reads only sessions with hits since eight minutes before the last run, the first of an hour those of two hours",
  async () => {
    const ids = await storeSessions(2);
    await storeHits(ids, [one(0), one(0, { session: 1 })]);
    const at = (minute: number) => ({ ...ctx, now: new Date(start + minute * minuteMs) });
    expect(await deriveVisits(at(1))).toBe(2);
    expect(await deriveVisits(at(8))).toBe(2);
    expect(await deriveVisits(at(20))).toBe(2);
    await storeHits(ids, [one(12, { session: 1 })]);
    expect(await deriveVisits(at(40))).toBe(1);
    expect(await deriveVisits(at(50))).toBe(0);
    expect(await deriveVisits(at(61))).toBe(2);
    expect(await deriveVisits(at(62))).toBe(0);
  },
);

test.skipIf(columnStore.isUsed)("a hit that is stored an hour late is derived, whatever its minute", async () => {
  const ids = await storeSessions(3);
  for (const [session, minute] of [10, 150, 290].entries()) {
    for (let run = minute; run < minute + 60; run += 2)
      await deriveVisits({ ...ctx, now: new Date(start + run * minuteMs) });
    await storeHits(ids, [one(minute, { session })]);
    for (let run = minute + 60; run < minute + 122; run += 2)
      await deriveVisits({ ...ctx, now: new Date(start + run * minuteMs) });
    expect(await visits(), `received in minute ${minute % 60}`).toHaveLength(session + 1);
  }
});
