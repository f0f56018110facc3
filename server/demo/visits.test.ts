import { expect, test } from "vitest";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { rejectionRules } from "#app/features/analytics/visits/rejection-rules.ts";
import { testNow } from "#tests/setup/test-database.ts";
import { DemoVisits } from "./visits.ts";

test("visits are the same for the same seed and moment, and others for another seed", () => {
  const sessions = (seed: number) => JSON.stringify(new DemoVisits(testNow, seed).calls.map(({ hits }) => hits));
  expect(sessions(1)).toBe(sessions(1));
  expect(sessions(2)).not.toBe(sessions(1));
});

test("crawlers of demo data have no screen, no source and a session per page", () => {
  const { calls } = new DemoVisits(testNow, 1);
  const crawlers = calls.filter(({ session }) => session?.rule === rejectionRules.bot);
  expect(crawlers.length).toBeGreaterThan(20);
  for (const { session, hits } of crawlers) {
    expect(session).toMatchObject({ browser: null, arrival: { screen: null, referrer: null, source: null } });
    expect(hits.filter(({ kind }) => kind !== hitKinds.page_view)).toEqual([]);
    expect(hits.length).toBeLessThanOrEqual(1);
  }
});
