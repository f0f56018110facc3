import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { exportVisitorData } from "#app/features/analytics/exports/visitor-export.server.ts";
import { forgetDerivedSteps, recordRefund } from "#app/features/analytics/steps/derived-steps.server.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { analyticsSession, funnelEvent } from "#app/features/analytics/tables.server.ts";
import type { VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { fromCsv } from "#app/lib/formats/csv.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { visitStore } from "#tests/fixtures/visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readSeries, readTotals } from "./totals.server.ts";

const { db, ctx } = useDatabase();
const { store, forgetTerms } = visitStore(db);
const blueprintId = newId();
const [paymentId, at] = [newId(), new Date("2026-03-10T15:00:00Z")];
const refund = (refundedCents: number, id = newId(), on = at) =>
  inTransaction(ctx, (tx) =>
    recordRefund(tx, { id, at: on, paymentId, userId: null, companyId: null, blueprintId, refundedCents }),
  );
const scope = (from: string, to: string, filters: VisitFilter[] = []) => ({
  period: { from, to, timezone: "America/New_York" },
  filters,
});
const revenue = async (...of: Parameters<typeof scope>) => (await readTotals(ctx, scope(...of))).revenueUsd;

beforeEach(async () => {
  forgetTerms();
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
  await store({ source: "google.com", channel: "search" }, [
    { at: "2026-03-02T15:00:00Z", page: "/" },
    { at: "2026-03-02T15:01:00Z", page: "/", kind: "conversion", type: "revenue", name: "unlock.paid", value: 499 },
  ]);
  await rebuildVisits(ctx);
  const [session] = await db.select().from(analyticsSession);
  await db.insert(funnelEvent).values({
    ...{ stage: "unlock", substage: "payment_started", occurredAt: new Date("2026-03-02T15:00:30Z") },
    ...{ sessionKey: session!.key, blueprintId },
  });
});

test("a refund counts on its own day; the day of the payment keeps its revenue", async () => {
  const id = newId();
  for (let turn = 0; turn < 2; turn += 1) await refund(49_900, id);
  expect(await revenue("2026-03-02", "2026-03-02")).toBe(499);
  expect(await revenue("2026-03-10", "2026-03-10")).toBe(-499);
  expect(await revenue("2026-03-01", "2026-03-31")).toBe(0);
  const series = await readSeries(ctx, scope("2026-03-01", "2026-03-31"), "revenueUsd", "day");
  expect(series.flatMap(({ value }, day) => (value === 0 ? [] : [[day + 1, value]]))).toEqual([
    [2, 499],
    [10, -499],
  ]);
  const { parts } = value(
    await exportVisitorData(later(ctx, { days: 20 }), { kind: "days", timezone: "America/New_York" }),
  );
  let file = "";
  for await (const part of parts) file += part;
  const usdByDay = Object.fromEntries(fromCsv(file, ",").map((cells) => [cells[0], cells.at(-1)]));
  expect(usdByDay).toMatchObject({ "2026-03-02": "499", "2026-03-10": "-499" });
});

test("each part of a refund counts once", async () => {
  await refund(10_000);
  await refund(25_000);
  expect(await revenue("2026-03-01", "2026-03-31")).toBe(249);
  await forgetDerivedSteps(ctx);
  expect(await revenue("2026-03-01", "2026-03-31")).toBe(499);
});

test("money that returns counts on its day, in whatever order the events arrive", async () => {
  const later = (day: number) => new Date(Date.UTC(2026, 2, day, 15));
  const totals: [cents: number, at: Date][] = [
    [10_000, later(10)],
    [49_900, later(11)],
    [10_000, later(20)],
    [0, later(25)],
  ];
  for (const order of [totals, totals.toReversed(), [2, 0, 3, 1].map((at) => totals[at]!)]) {
    await forgetDerivedSteps(ctx);
    for (const [cents, on] of order) await refund(cents, newId(), on);
    expect(await revenue("2026-03-10", "2026-03-10")).toBe(-100);
    expect(await revenue("2026-03-11", "2026-03-11")).toBe(-399);
    expect(await revenue("2026-03-20", "2026-03-20")).toBe(399);
    expect(await revenue("2026-03-25", "2026-03-25")).toBe(100);
    expect(await revenue("2026-03-01", "2026-03-31")).toBe(499);
  }
});

test("a filter that excludes the visit that bought excludes its refund", async () => {
  await refund(49_900);
  const channel = (value: string): VisitFilter[] => [{ dimension: "channel", isExcluded: false, values: [value] }];
  expect(await revenue("2026-03-10", "2026-03-10", channel("search"))).toBe(-499);
  expect(await revenue("2026-03-10", "2026-03-10", channel("social"))).toBe(0);
});

test("a refund to a client who is not measured changes nothing", async () => {
  const unmeasured = {
    id: newId(),
    at,
    paymentId,
    userId: null,
    companyId: null,
    blueprintId: newId(),
    refundedCents: 49_900,
  };
  await inTransaction(ctx, (tx) => recordRefund(tx, unmeasured));
  expect(await revenue("2026-03-01", "2026-03-31")).toBe(499);
});

test("refunds that earlier releases only logged leave the revenue with the upgrade, also those stored without an amount", async () => {
  const logged = (id: string, on: Date, refundedCents: number) => ({
    ...{ id, name: "payment.refunded", version: 1, actorKind: "system" as const, occurredAt: on },
    payload: {
      paymentId,
      userId: null,
      email: "dana@northfield.example",
      blueprintId,
      method: "stripe",
      refundedCents,
    },
  });
  const [first, second] = [newId(), newId()];
  await db.insert(event).values([logged(first, at, 10_000), logged(second, new Date("2026-03-12T15:00:00Z"), 49_900)]);
  await db.insert(funnelEvent).values({ id: first, stage: "unlock", substage: "refunded", value: 0, occurredAt: at });
  const statements = readFileSync("db/migrations/0015_disputed-money.sql", "utf8").split("--> statement-breakpoint");
  for (let turn = 0; turn < 2; turn += 1)
    for (const statement of statements.slice(1)) await db.execute(sql.raw(statement));
  expect(await revenue("2026-03-10", "2026-03-10")).toBe(-100);
  expect(await revenue("2026-03-12", "2026-03-12")).toBe(-399);
  expect(await revenue("2026-03-01", "2026-03-31")).toBe(0);
});
