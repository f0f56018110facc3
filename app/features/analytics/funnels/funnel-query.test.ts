import { expect, test } from "vitest";
import { readFunnelQuery } from "./funnel-query.ts";

const read = (search: string) =>
  readFunnelQuery(new URLSearchParams(search), new Date("2026-03-31T15:00:00Z"), "America/New_York");

test("a funnel shows 90 days unless its URL sets another period", () => {
  expect(read("")).toMatchObject({ preset: "90d", period: { from: "2026-01-01", to: "2026-03-31" } });
  expect(read("?period=7d")).toMatchObject({ preset: "7d", period: { from: "2026-03-25" } });
  expect(read("?from=2026-02-01&to=2026-02-03")).toMatchObject({ preset: null, period: { from: "2026-02-01" } });
});
