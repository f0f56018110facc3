import { afterEach, beforeEach, expect, test } from "vitest";
import { hourMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { countStored, storedVisits } from "#tests/fixtures/stored-visits.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads } from "../analytics.server.ts";
import { listPartitions } from "../storage/partitions.server.ts";
import { analyticsSalt, analyticsSession } from "../tables.server.ts";
import { deriveVisits } from "../visits/visits.server.ts";
import { keptSince, maintainVisits } from "./retention.server.ts";

const { db, ctx } = useDatabase();
beforeEach(
  () => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", ANALYTICS_MONTHS: 13 }),
);
afterEach(() => closeCollector(db));

const at = (time: string) => ({ ...asAnonymous(ctx), now: new Date(time) });
const sender = {
  bodyLength: 300,
  address: "203.0.113.7",
  userAgent: "Mozilla/5.0 Firefox/143.0",
  acceptLanguage: "de",
  isPrivate: false,
};
/** Stores two hits. */
const view = async (time: string, session_id: string) => {
  const data = { page_path: "/", page_title: null };
  const lcp = { page_path: "/", metric_type: "lcp" as const, metric_value: 900 };
  const payloads = [
    { type: "page_view" as const, session_id, data },
    { type: "performance" as const, session_id, data: lcp },
  ];
  await collectPayloads(at(time), payloads, sender, "durable");
};

test.each([
  ["2026-11-22T10:00:00Z", "2025-11-01"],
  ["2026-11-01T00:00:00Z", "2025-11-01"],
  ["2026-03-31T23:59:59Z", "2025-03-01"],
])("at %s hits are kept since %s", (now, since) => {
  expect(keptSince(new Date(now))).toEqual(new Date(`${since}T00:00:00Z`));
});

test("nothing is kept for more than thirteen months, and the last twelve are complete", () => {
  for (let hour = 0; hour < 800 * 24; hour += 7) {
    const now = new Date(Date.parse("2026-01-01T00:00:00Z") + hour * hourMs);
    const since = keptSince(now);
    const [year, month] = [since.getUTCFullYear(), since.getUTCMonth()];
    expect(Date.UTC(year, month + 12)).toBeLessThanOrEqual(now.getTime());
    expect(Date.UTC(year, month + 13)).toBeGreaterThan(now.getTime());
  }
});

test("a shorter time in the settings deletes earlier", async () => {
  await view("2026-01-10T12:00:00Z", "old");
  await view("2026-02-10T12:00:00Z", "kept");
  await maintainVisits(at("2026-04-10T03:00:00Z"));
  expect(await countStored(db, "hit")).toBe(4);
  useSettings({ ANALYTICS_MONTHS: 3 });
  await maintainVisits(at("2026-04-10T03:00:00Z"));
  expect(await countStored(db, "hit")).toBe(2);
  expect(keptSince(new Date("2026-04-10T03:00:00Z"))).toEqual(new Date("2026-02-01T00:00:00Z"));
});

test.skipIf(columnStore.isUsed)(
  "partitions are created for the next months; repeating that changes nothing",
  async () => {
    await maintainVisits(at("2027-02-10T00:00:00Z"));
    await maintainVisits(at("2027-02-10T00:00:00Z"));
    const names = (await listPartitions(ctx)).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["analytics_hit_2027_02", "analytics_hit_2027_05", "analytics_measurement_2027_05"]),
    );
    expect(names).not.toContain("analytics_hit_2027_06");
  },
);

test("old hits are deleted with their partition, sessions and visits; a session across the limit keeps its newer part", async () => {
  await view("2025-02-10T12:00:00Z", "old");
  await view("2025-02-28T23:50:00Z", "across");
  await view("2025-03-01T00:10:00Z", "across");
  await view("2025-03-15T12:00:00Z", "kept");
  await deriveVisits(at("2025-03-16T00:00:00Z"));
  expect(await countStored(db, "visit")).toBe(3);
  expect(await maintainVisits(at("2026-02-20T00:00:00Z"))).toEqual({ partitionsDropped: 0 });
  expect(await countStored(db, "hit")).toBe(8);

  expect(await maintainVisits(at("2026-03-20T00:00:00Z"))).toEqual({ partitionsDropped: 1 });
  expect(await countStored(db, "hit")).toBe(4);
  expect(await db.$count(analyticsSession)).toBe(2);
  const visits = await storedVisits(db);
  expect(visits.map(({ startedAt, views }) => [startedAt.toISOString(), views])).toEqual([
    ["2025-03-01T00:10:00.000Z", 1],
    ["2025-03-15T12:00:00.000Z", 1],
  ]);
});

test("the salts of past days are deleted", async () => {
  await view("2026-03-01T12:00:00Z", "a");
  await view("2026-03-02T12:00:00Z", "b");
  await maintainVisits(at("2026-03-02T15:00:00Z"));
  expect(await db.select({ day: analyticsSalt.day }).from(analyticsSalt)).toEqual([{ day: "2026-03-02" }]);
});

test("hits that another process stored for a deleted session are removed", async () => {
  await view("2026-03-02T12:00:00Z", "a");
  await db.delete(analyticsSession);
  await maintainVisits(at("2026-03-02T15:00:00Z"));
  expect(await countStored(db, "hit")).toBe(0);
});
