import { expect, test } from "vitest";
import { addedFilter, areSameFilters, reportSearch, withFilter, withFilters, withoutFilter } from "./report-address.ts";
import { readReportQuery } from "./report-query.ts";

const now = new Date("2026-03-15T15:00:00Z");
const zone = "America/New_York";
const read = (search: string) => readReportQuery(new URLSearchParams(search), now, zone);

test("without parameters a URL asks for the last 30 days, compared with the 30 days before", () => {
  expect(read("")).toEqual({
    period: { from: "2026-02-14", to: "2026-03-15", timezone: zone },
    ...{ preset: "30d", comparison: "previous", filters: [], metric: "visitors", unit: "day" },
    // 11 AM like `now`; daylight saving time started in between.
    compared: { from: "2026-01-15", to: "2026-02-13", timezone: zone, until: "2026-02-13T16:00:00.000Z" },
  });
});

test("dates in the wrong order are swapped", () => {
  const period = { from: "2026-03-01", to: "2026-03-09", timezone: zone };
  expect(read("from=2026-03-09&to=2026-03-01")).toMatchObject({ preset: null, period });
});

test("dates take precedence over presets, and invalid values are ignored", () => {
  expect(read("period=7d&from=2026-03-01&to=2026-03-01&compare=year&metric=revenueUsd")).toMatchObject({
    ...{ preset: null, period: { from: "2026-03-01", to: "2026-03-01" }, unit: "hour", metric: "revenueUsd" },
    compared: { from: "2025-03-01", to: "2025-03-01" },
  });
  expect(read("period=toString&from=2026-03-09&to=2026-02-30&metric=constructor&compare=none")).toMatchObject({
    ...{ preset: "30d", metric: "visitors", comparison: null, compared: null },
  });
});

test("filters are added, replaced and removed; the page of a list is reset", () => {
  expect(withFilter("?metric=views&after=x", "source", "google.com")).toBe("?metric=views&source=google.com");
  expect(withFilter("?source=a&source=b&not.source=c", "source", "d")).toBe("?not.source=c&source=d");
  expect(withFilter("?", "campaign", "")).toBe("?campaign=");
  const filter = { dimension: "source", isExcluded: false, values: ["a", "b"] } as const;
  expect(withoutFilter("?source=a&source=b&not.source=c", { ...filter, values: [...filter.values] })).toBe(
    "?not.source=c",
  );
  expect(withFilters("?page=/a&metric=views", [{ ...filter, values: ["x"] }])).toBe("?metric=views&source=x");
});

test("links to other pages keep the period, comparison and filters", () => {
  expect(reportSearch("?period=7d&compare=none&metric=views&tab.pages=exit&q=x&not.device=phone&after=3")).toBe(
    "?period=7d&compare=none&not.device=phone",
  );
});

test.each([
  ["?filter=page&is=is&value=/a&metric=views", "?metric=views&page=%2Fa"],
  ["?page=/a&filter=page&is=is&value=/b", "?page=%2Fa&page=%2Fb"],
  ["?page=/a&filter=page&is=is&value=/a", "?page=%2Fa"],
  ["?filter=source&is=not&value=", "?not.source="],
  ["?filter=password&is=is&value=x", "?"],
  ["?page=/a", null],
])("adding a filter redirects from %s to %s", (search, address) => {
  expect(addedFilter(search)).toBe(address);
});

test("filters with the same values are equal", () => {
  const filter = (values: string[]) => [{ dimension: "page" as const, isExcluded: false, values }];
  expect(areSameFilters(filter(["/a"]), filter(["/a"]))).toBe(true);
  expect(areSameFilters(filter(["/a"]), filter(["/b"]))).toBe(false);
  expect(areSameFilters([], [])).toBe(true);
});
