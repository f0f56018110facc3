import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { visitStore as currentStore } from "#app/features/analytics/store/current-store.server.ts";
import {
  analyticsAcceptedRule,
  analyticsSession,
  analyticsSum,
  analyticsSummedSpan,
} from "#app/features/analytics/tables.server.ts";
import { rejectionRules } from "#app/features/analytics/visits/rejection-rules.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { later } from "#tests/fixtures/actors.ts";
import { visitStore } from "#tests/fixtures/visits.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readList } from "../lists/lists.server.ts";
import { listKeys } from "../lists/lists.ts";
import type { Period } from "../period/period.ts";
import { readVitalEffect, readVitals } from "../vitals/vitals.server.ts";
import { storeSums } from "./store-sums.server.ts";
import { readSeries, readTotals } from "./totals.server.ts";

const { db, ctx } = useDatabase();
const { store, forgetTerms } = visitStore(db);
const zone = "America/New_York";
const spring: Period = { from: "2026-02-01", to: "2026-04-10", timezone: zone };
const now = { ...ctx, now: new Date("2026-04-08T12:00:00Z") };

const storeAll = async (timezone = zone) => {
  while ((await storeSums(now, timezone)) > 0);
};

beforeEach(async () => {
  forgetTerms();
  await createPartitions(ctx, new Date("2026-01-01"), new Date("2026-05-01"));
  const action = { kind: "conversion", type: "goal_complete", name: "booked", value: 10.1 } as const;
  // Around midnight in New York; the UTC day goes on, so the visitor is known.
  for (const [day, source] of [
    ["2026-02-10", "google.com"],
    ["2026-03-08", "bing.com"],
    ["2026-03-31", "google.com"],
    ["2026-04-07", "news.example"],
  ]) {
    await store({ source: source!, client: 7n }, [
      { at: `${day}T03:50:00Z`, page: "/" },
      { at: `${day}T03:50:10Z`, page: "/", kind: "performance", type: "lcp", value: 2000 + Number(day!.slice(-2)) },
      { at: `${day}T03:51:00Z`, page: "/", ...action },
      { at: `${day}T04:10:00Z`, page: "/", ...action },
      { at: `${day}T05:05:00Z`, page: "/pricing" },
      { at: `${day}T05:06:00Z`, page: "/pricing", kind: "behavior", type: "rage_click", name: "button.buy" },
      { at: `${day}T05:06:10Z`, page: "/", value: 30 },
    ]);
  }
  await store({ rule: rejectionRules.bot }, [{ at: "2026-03-10T12:00:00Z", page: "/" }]);
  await rebuildVisits(ctx);
});

const scopeOf = (period: Period) => ({ period, filters: [] });

async function figures(period = spring) {
  const scope = scopeOf(period);
  const lists = Object.fromEntries(
    await Promise.all(listKeys.map(async (key) => [key, await readList(ctx, scope, key, { limit: 20 })] as const)),
  );
  return {
    totals: await readTotals(ctx, scope),
    visitors: await readSeries(ctx, scope, "visitors", "day"),
    months: await readSeries(ctx, scope, "visitors", "month"),
    weeks: await readSeries(ctx, scope, "views", "week"),
    vitals: await readVitals(ctx, scope),
    effect: await readVitalEffect(ctx, scope, "lcp"),
    lists,
  };
}

const periods: Period[] = [
  spring,
  { ...spring, from: "2026-02-10" },
  { ...spring, from: "2026-03-08", to: "2026-03-31" },
];

test.skipIf(columnStore.isUsed)("sums of days and months give the figures of the rows", async () => {
  const fromRows = await Promise.all(periods.map((period) => figures(period)));
  await storeAll();
  expect(await db.$count(analyticsSummedSpan, sql`unit = 'month'`)).toBe(2);
  // Rows are read for spans without sums only.
  await db.execute(
    sql`update analytics_visit set started_at = started_at + interval '10 years' where started_at < '2026-04-01'`,
  );
  await db.execute(sql`update analytics_view set at = at + interval '10 years' where at < '2026-04-01'`);
  await db.execute(sql`delete from analytics_hit where at < '2026-04-01'`);
  for (const [index, period] of periods.entries()) expect(await figures(period)).toEqual(fromRows[index]);
});

test.skipIf(columnStore.isUsed)("changed rows are read until their sums are computed again", async () => {
  await storeAll();
  const before = await db.$count(analyticsSummedSpan);
  await store({ source: "late.example" }, [{ at: "2026-03-20T15:00:00Z", page: "/late" }]);
  await rebuildVisits(ctx);
  expect((await readTotals(ctx, scopeOf(spring))).visits).toBe(9);
  await storeAll();
  expect(await db.$count(analyticsSummedSpan)).toBe(before);
  expect((await readTotals(ctx, scopeOf(spring))).visits).toBe(9);
  const [late] = await db.select().from(analyticsSession).orderBy(sql`id desc`).limit(1);
  await db.transaction((tx) => currentStore().deleteSessions({ db: tx }, [late!.id]));
  expect(await db.$count(analyticsSummedSpan)).toBe(before - 3);
  expect((await readTotals(ctx, scopeOf(spring))).visits).toBe(8);
});

test.skipIf(columnStore.isUsed)("sums of other rules or another time zone are not used", async () => {
  await storeAll();
  await db.insert(analyticsAcceptedRule).values({ rule: rejectionRules.bot, acceptedAt: ctx.now });
  expect((await readTotals(ctx, scopeOf(spring))).visits).toBe(9);
  await storeAll();
  expect((await readTotals(ctx, scopeOf(spring))).visits).toBe(9);
  await db.delete(analyticsAcceptedRule);
  expect((await readTotals(ctx, scopeOf(spring))).visits).toBe(8);
  const inUtc = scopeOf({ ...spring, timezone: "UTC" });
  const days = await readSeries(ctx, inUtc, "visitors", "day");
  await storeAll("UTC");
  expect(await readSeries(ctx, inUtc, "visitors", "day")).toEqual(days);
  expect(await db.$count(analyticsSummedSpan, sql`timezone <> 'UTC' and day > '2026-02-10'`)).toBe(0);
});

test.skipIf(columnStore.isUsed)(
  "only days that ended three hours ago have sums, and none with a visit of more than a day",
  async () => {
    await store(
      {},
      Array.from({ length: 60 }, (_, n) => ({
        at: new Date(Date.parse("2026-04-02T10:00:00Z") + n * 29 * minuteMs).toISOString(),
        page: "/",
      })),
    );
    await rebuildVisits(ctx);
    await storeSums(later(now, { hours: -6 }), zone);
    const days = await db
      .select({ day: analyticsSummedSpan.day })
      .from(analyticsSummedSpan)
      .where(sql`unit = 'day'`)
      .orderBy(sql`day desc`);
    expect(days.slice(0, 5).map(({ day }) => day)).toEqual([
      "2026-04-06",
      "2026-04-05",
      "2026-04-04",
      "2026-04-01",
      "2026-03-31",
    ]);
    expect(await db.$count(analyticsSum, sql`day = '2026-04-03'`)).toBe(0);
  },
);
