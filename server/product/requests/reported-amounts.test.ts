import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { readTotals } from "#app/features/analytics/reports/sums/totals.server.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { funnelEvent } from "#app/features/analytics/tables.server.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { payment } from "#app/features/billing/tables.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { visitStore } from "#tests/fixtures/visits.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";

/* Amounts that browsers posted to earlier releases leave revenue, goals and funnels with the upgrade. */

const { db, ctx } = useDatabase();
useBookingFixture(ctx);
const { store, forgetTerms } = visitStore(db);
const scope = { period: { from: "2026-03-01", to: "2026-03-31", timezone: "UTC" }, filters: [] };
const after = (minutes: number) => new Date(testNow.getTime() + minutes * minuteMs);

beforeEach(async () => {
  forgetTerms();
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
  await db.insert(payment).values({
    ...{ method: "stripe", status: "paid", amountCents: 49_900, email: "dana@northfield.example" },
    ...{ createdAt: testNow, paidAt: after(2) },
  });
  await bookCall(asAnonymous(ctx), danasCall());
});

async function upgrade() {
  const statements = readFileSync("db/migrations/0021_reported-amounts.sql", "utf8").split("--> statement-breakpoint");
  for (let turn = 0; turn < 2; turn += 1) for (const statement of statements) await db.execute(sql.raw(statement));
}

test("conversions keep an amount that the product recorded, or that a payment or call explains", async () => {
  const conversion = (minutes: number, type: string, name: string, value: number, page?: string) => ({
    ...{ at: after(minutes).toISOString(), kind: "conversion" as const, type, name, value, ...(page && { page }) },
  });
  const view = (minutes: number) => ({ at: after(minutes).toISOString(), page: "/" });
  await store({}, [
    view(2),
    conversion(3, "revenue", "unlock.paid", 499, "/account"),
    conversion(4, "revenue", "unlock.paid", 499),
    conversion(5, "revenue", "booking.scheduled", 2500, "/contact"),
    conversion(6, "revenue", " Booking.Scheduled", 9e6, "/contact"),
    conversion(7, "goal_complete", "booking.scheduled", 2500, "/contact"),
  ]);
  await store({}, [
    view(3000),
    conversion(3001, "revenue", "unlock.paid", 499, "/account"),
    conversion(3002, "goal_complete", "booking.scheduled", 2500, "/contact"),
    conversion(3003, "goal_complete", "booking.scheduled", 2500),
  ]);
  await rebuildVisits(ctx);
  const totals = async () => (await readTotals(ctx, scope)).revenueUsd;
  expect(await totals()).toBe(9_003_997);
  await upgrade();
  expect(await totals()).toBe(998);
  await rebuildVisits(ctx);
  expect(await totals()).toBe(998);
  const { rows } = await db.execute(sql`
    select t.text as type, h.value, h.detail from analytics_hit h join analytics_term t on t.id = h.type_id
    where h.kind = 6 order by h.at`);
  const reported = (type: string, value: number) => ({ type, value: null, detail: { reported_value: value } });
  expect(rows).toEqual([
    { type: "revenue", value: 499, detail: null },
    { type: "revenue", value: 499, detail: null },
    reported("reported_revenue", 2500),
    reported("reported_revenue", 9e6),
    { type: "goal_complete", value: 2500, detail: null },
    reported("reported_revenue", 499),
    reported("goal_complete", 2500),
    { type: "goal_complete", value: 2500, detail: null },
  ]);
});

test("steps keep their count and lose an amount that no payment or call explains", async () => {
  const step = (
    minutes: number,
    stage: string,
    substage: string,
    value: number,
    own: object = { sessionId: "1-2" },
  ) => ({
    ...{ stage, substage, value, occurredAt: after(minutes), ...own },
  });
  await db
    .insert(funnelEvent)
    .values([
      step(1, "booking", "scheduled", 2500),
      step(3, "unlock", "paid", 499),
      step(4, "unlock", "paid", 1e6),
      step(60, "booking", "scheduled", 2500),
      step(61, "Booking", "scheduled ", 2500),
      step(62, "booking", "scheduled", 2500, {}),
      step(63, "unlock", "refunded", 100),
      step(64, "unlock", "refunded", 100, { sessionId: "1-2", metadata: { payment: "p" } }),
      step(65, "analysis", "generated", 70_300),
    ]);
  await upgrade();
  const values = await db.select({ value: funnelEvent.value }).from(funnelEvent).orderBy(funnelEvent.occurredAt);
  expect(values.map(({ value }) => value)).toEqual([2500, 499, null, null, null, 2500, null, 100, 70_300]);
});

test("without a booking of the product, amounts of calls stay: another calendar does not report its calls", async () => {
  await db.execute(sql`delete from booking`);
  await db.insert(funnelEvent).values({
    ...{ stage: "booking", substage: "scheduled", value: 2500, occurredAt: after(60), sessionId: "1-2" },
  });
  await upgrade();
  expect(await db.select({ value: funnelEvent.value }).from(funnelEvent)).toEqual([{ value: 2500 }]);
});
