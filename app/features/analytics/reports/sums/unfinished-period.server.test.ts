import { beforeEach, expect, test } from "vitest";
import { mainFunnel, readFunnel } from "#app/features/analytics/funnels/funnels.server.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { visitStore } from "#tests/fixtures/visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readPages } from "../lists/lists.server.ts";
import { readReportQuery } from "../period/report-query.ts";
import { readSeries, readTotals } from "./totals.server.ts";

const { db, ctx } = useDatabase();
const { store, forgetTerms } = visitStore(db);
beforeEach(forgetTerms);

test("every figure compares today with yesterday up to the same time", async () => {
  await createPartitions(ctx, new Date("2026-03-01"), new Date("2026-04-01"));
  for (const at of ["2026-03-01T14:59:59Z", "2026-03-01T15:00:00Z", "2026-03-01T20:00:00Z", "2026-03-02T14:00:00Z"])
    await store({}, [{ at, page: "/" }]);
  await rebuildVisits(ctx);
  const query = readReportQuery(new URLSearchParams("period=today"), ctx.now, "America/New_York");
  const now = { period: query.period, filters: [] };
  const before = { period: query.compared!, filters: [] };
  expect(await readTotals(ctx, now)).toMatchObject({ visits: 1, views: 1 });
  expect(await readTotals(ctx, before)).toMatchObject({ visits: 1, views: 1 });
  expect((await readPages(ctx, before, { limit: 9 })).rows).toMatchObject([{ name: "/", figures: { views: 1 } }]);
  // The chart has the hours until ten, which is `now` in this test.
  const hours = await readSeries(ctx, before, "visits", query.unit);
  expect(hours.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect((await readFunnel(ctx, mainFunnel, before)).steps[0]).toMatchObject({ visitors: 1 });
});
