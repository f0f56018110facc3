import { beforeAll, beforeEach, expect, test } from "vitest";
import { mainFunnel, readFunnelBreakdown } from "#app/features/analytics/funnels/funnels.server.ts";
import { readBreakdown } from "#app/features/analytics/reports/lists/lists.server.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { analyticsProgress } from "#app/features/analytics/tables.server.ts";
import { deriveVisits, rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { visitStore } from "#tests/fixtures/visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const { db, ctx } = useDatabase();
const { store, forgetTerms } = visitStore(db);
beforeAll(() => createPartitions(ctx, new Date("2026-03-01"), new Date("2026-04-01")));
beforeEach(forgetTerms);

const scope = { period: { from: "2026-03-01", to: "2026-03-02", timezone: "UTC" }, filters: [] };
const sources = async () =>
  (await readBreakdown(ctx, scope, "source", { limit: 9 })).rows.map(({ name, figures }) => [name, figures.visits]);

test("a site is one source, whether a campaign or a referrer names it", async () => {
  for (const source of ["linkedin", "https://www.linkedin.com", "LinkedIn", "letter"])
    await store({ source }, [{ at: "2026-03-02T10:00:00Z", page: "/" }]);
  await deriveVisits(ctx);
  const expected = [
    ["linkedin.com", 3],
    ["letter", 1],
  ];
  expect(await sources()).toEqual(expected);
  await rebuildVisits(ctx);
  expect(await sources()).toEqual(expected);
  const { groups } = await readFunnelBreakdown(ctx, mainFunnel, scope, "source");
  expect(groups.map(({ name, steps }) => [name, steps[0]!.visitors])).toEqual(expected);
});

test("the next run derives visits from before source names again", async () => {
  await store({ source: "linkedin" }, [{ at: "2026-03-01T10:00:00Z", page: "/" }]);
  await db.insert(analyticsProgress).values({ name: "visits", until: ctx.now });
  expect(await deriveVisits(ctx)).toBe(1);
  expect(await sources()).toEqual([["linkedin.com", 1]]);
});
