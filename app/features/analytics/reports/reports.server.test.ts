import { beforeEach, describe, expect, test } from "vitest";
import { visitStore } from "#tests/fixtures/visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import { analyticsAcceptedRule } from "../tables.server.ts";
import { rejectionRules } from "../visits/rejection-rules.ts";
import type { VisitFilter } from "../visits/visit-filter.ts";
import { rebuildVisits } from "../visits/visits.server.ts";
import { readActions, readBreakdown, readPages } from "./lists/lists.server.ts";
import type { Period } from "./period/period.ts";
import { readLive, readSeries, readTotals } from "./sums/totals.server.ts";
import { readVitalEffect, readVitals, readVitalsBy } from "./vitals/vitals.server.ts";

const { db, ctx } = useDatabase();
const { store, term, forgetTerms } = visitStore(db);
const zone = "America/New_York";
const march: Period = { from: "2026-03-01", to: "2026-03-31", timezone: zone };
const all = { period: march, filters: [] };
const only = (dimension: VisitFilter["dimension"], ...values: string[]) => ({
  period: march,
  filters: [{ dimension, isExcluded: false, values }],
});
const without = (dimension: VisitFilter["dimension"], ...values: string[]) => ({
  period: march,
  filters: [{ dimension, isExcluded: true, values }],
});

beforeEach(async () => {
  forgetTerms();
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
  for (const text of ["lcp", "cls", "engagement"]) await term(text);
  await store({ source: "google.com", channel: "search" }, [
    { at: "2026-03-02T15:00:00Z", page: "/" },
    { at: "2026-03-02T15:00:30Z", page: "/", kind: "performance", type: "lcp", value: 1000 },
    { at: "2026-03-02T15:01:00Z", page: "/pricing", value: 55 },
    { at: "2026-03-02T15:01:10Z", page: "/pricing", kind: "performance", type: "lcp", value: 3000 },
    {
      at: "2026-03-02T15:02:00Z",
      page: "/pricing",
      kind: "conversion",
      type: "goal_complete",
      name: "booked",
      value: 2500,
    },
    {
      at: "2026-03-02T15:02:30Z",
      page: "/pricing",
      kind: "conversion",
      type: "revenue",
      name: "full blueprint",
      value: 499,
    },
    {
      at: "2026-03-02T15:03:00Z",
      page: "/pricing",
      kind: "event",
      type: "click",
      name: "outbound_link",
      detail: { href: "https://n8n.io" },
    },
  ]);
  await store({ source: "google.com", channel: "search", device: "phone" }, [
    { at: "2026-03-02T23:50:00Z", page: "/" },
    {
      at: "2026-03-03T00:05:00Z",
      page: "/",
      kind: "event",
      type: "engagement",
      name: "page_time",
      detail: { seconds: 20, scroll_percent: 80 },
    },
  ]);
  await store({ campaign: "spring", channel: "campaign", device: "phone" }, [
    { at: "2026-03-03T04:30:00Z", page: "/blog/a_b" },
    { at: "2026-03-03T04:30:10Z", page: "/blog/a_b", kind: "performance", type: "lcp", value: 5000 },
    { at: "2026-03-03T06:30:00Z", page: "/blog/axb" },
  ]);
  await store({ rule: rejectionRules.bot }, [{ at: "2026-03-04T12:00:00Z", page: "/" }]);
  await store(null, [{ at: "2026-03-05T12:00:00Z", page: "/" }]);
  await rebuildVisits(ctx);
});

test("totals count visits, sessions, bounces, seconds, goals, revenue, and all views, even of visitors who ask not to be tracked", async () => {
  expect(await readTotals(ctx, all)).toEqual({
    visits: 4,
    visitors: 3,
    views: 6,
    bounceRate: 3 / 4,
    averageVisitSeconds: (180 + 900 + 10 + 0) / 4,
    conversions: 1,
    revenueUsd: 499,
  });
});

test("a period without visits is all zeros", async () => {
  const period = { from: "2026-02-01", to: "2026-02-03", timezone: zone };
  expect(await readTotals(ctx, { period, filters: [] })).toEqual({
    ...{ visits: 0, visitors: 0, views: 0, bounceRate: 0, averageVisitSeconds: 0, conversions: 0, revenueUsd: 0 },
  });
});

test("accepting a rule counts its visits; undoing that excludes them again", async () => {
  await db.insert(analyticsAcceptedRule).values({ rule: rejectionRules.bot, acceptedAt: ctx.now });
  expect(await readTotals(ctx, all)).toMatchObject({ visits: 5, visitors: 4, views: 7 });
  await db.delete(analyticsAcceptedRule);
  expect(await readTotals(ctx, all)).toMatchObject({ visits: 4, visitors: 3, views: 6 });
});

test("days start in the firm's time zone", async () => {
  const day = (date: string, timezone: string) =>
    readTotals(ctx, { period: { from: date, to: date, timezone }, filters: [] });
  expect((await day("2026-03-02", zone)).visits).toBe(3);
  expect((await day("2026-03-03", zone)).visits).toBe(1);
  expect((await day("2026-03-02", "UTC")).visits).toBe(2);
  expect((await day("2026-03-03", "UTC")).visits).toBe(2);
});

test("a period starts with its first instant and ends before the next period's", async () => {
  for (const at of [
    "2026-03-20T03:59:59.999Z",
    "2026-03-20T04:00:00Z",
    "2026-03-21T03:59:59.999Z",
    "2026-03-21T04:00:00Z",
  ])
    await store({}, [{ at, page: "/" }]);
  await rebuildVisits(ctx);
  const period = { from: "2026-03-20", to: "2026-03-20", timezone: zone };
  expect(await readTotals(ctx, { period, filters: [] })).toMatchObject({ visits: 2, views: 2 });
});

test("series add up to the totals, with a bucket for every day, even when clocks change", async () => {
  const series = await readSeries(ctx, all, "visits", "day");
  expect(series).toHaveLength(31);
  expect(series.map(({ value }) => value).slice(0, 4)).toEqual([0, 3, 1, 0]);
  // March 8 has 23 hours in New York.
  expect([7, 8].map((index) => series[index]!.at.toISOString())).toEqual([
    "2026-03-08T05:00:00.000Z",
    "2026-03-09T04:00:00.000Z",
  ]);
  const views = await readSeries(ctx, all, "views", "day");
  expect(views.reduce((sum, { value }) => sum + value, 0)).toBe(6);
  const revenue = await readSeries(ctx, all, "revenueUsd", "day");
  expect(revenue.map(({ value }) => value).slice(0, 3)).toEqual([0, 499, 0]);
  const hours = await readSeries(
    ctx,
    { period: { from: "2026-03-08", to: "2026-03-08", timezone: zone }, filters: [] },
    "visits",
    "hour",
  );
  expect(hours).toHaveLength(23);
});

describe("filters", () => {
  const visits = async (scope: typeof all | ReturnType<typeof only>) => (await readTotals(ctx, scope)).visits;
  test.each([
    ["a page of the visit", only("page", "/pricing"), 1],
    ["alternatives", only("page", "/pricing", "/blog/axb"), 2],
    ["a wildcard", only("page", "/blog/*"), 2],
    ["underscores are literal", only("page", "/blog/a_*"), 1],
    ["the first page", only("entry", "/"), 2],
    ["the last page", only("exit", "/pricing"), 1],
    ["a channel", only("channel", "search"), 2],
    ["a device, excluded", without("device", "phone"), 1],
    ["a source, excluded, keeps visits without one", without("source", "google.com"), 2],
    ["without a campaign", only("campaign", ""), 2],
    ["with any campaign", without("campaign", ""), 2],
    ["a goal", only("goal", "booked"), 1],
    ["an event", only("event", "outbound_link"), 1],
    ["text that no visit has", only("source", "nowhere.example"), 0],
    [
      "two dimensions",
      { period: march, filters: [...only("channel", "search").filters, ...only("device", "phone").filters] },
      1,
    ],
  ])("%s", async (_, scope, expected) => {
    expect(await visits(scope)).toBe(expected);
    const series = await readSeries(ctx, scope, "visits", "day");
    expect(series.reduce((sum, { value }) => sum + value, 0)).toBe(expected);
  });

  test("views are counted only in matching visits", async () => {
    expect((await readTotals(ctx, only("page", "/pricing"))).views).toBe(2);
    expect((await readTotals(ctx, only("device", "phone"))).views).toBe(3);
  });
});

test("breakdowns name, count and search their rows", async () => {
  const [direct, google] = [
    { name: "", page: null },
    { name: "google.com", page: null },
  ];
  expect(await readBreakdown(ctx, all, "source", { limit: 10 })).toEqual({
    count: 2,
    rows: [
      { ...direct, figures: { visits: 2, bounceRate: 1, seconds: 5, conversions: 0, conversionRate: 0 } },
      { ...google, figures: { visits: 2, bounceRate: 0.5, seconds: 540, conversions: 1, conversionRate: 0.5 } },
    ],
  });
  const names = async (dimension: VisitFilter["dimension"]) =>
    (await readBreakdown(ctx, all, dimension, { limit: 10 })).rows.map(({ name, figures }) => [name, figures.visits]);
  expect(await names("channel")).toEqual([
    ["campaign", 2],
    ["search", 2],
  ]);
  expect(await names("device")).toEqual([
    ["phone", 3],
    ["desktop", 1],
  ]);
  expect(await names("entry")).toEqual([
    ["/", 2],
    ["/blog/a_b", 1],
    ["/blog/axb", 1],
  ]);
  expect(await names("goal")).toEqual([
    ["booked", 1],
    ["full blueprint", 1],
  ]);
  expect(await readBreakdown(ctx, all, "entry", { limit: 1, offset: 1 })).toMatchObject({
    count: 3,
    rows: [{ name: "/blog/a_b" }],
  });
  expect(await readBreakdown(ctx, all, "entry", { limit: 5, search: "A_" })).toMatchObject({
    count: 1,
    rows: [{ name: "/blog/a_b" }],
  });
});

test("pages have views, visits, seconds and scroll depth", async () => {
  expect((await readPages(ctx, all, { limit: 2 })).rows).toEqual([
    { name: "/", page: null, figures: { views: 3, visits: 2, seconds: (55 + 20) / 2, scroll: 80 } },
    { name: "/blog/a_b", page: null, figures: { views: 1, visits: 1, seconds: null, scroll: null } },
  ]);
});

test("vitals are 75th percentiles in total, per page and device, and by goals reached", async () => {
  expect(await readVitals(ctx, all)).toMatchObject({ lcp: 4000, inp: null, cls: null });
  expect((await readVitalsBy(ctx, all, "device", { limit: 5 })).rows).toMatchObject([
    { name: "desktop", views: 2, lcp: 2500 },
    { name: "phone", views: 1, lcp: 5000 },
  ]);
  expect((await readVitalsBy(ctx, all, "page", { limit: 5 })).rows.map(({ name, lcp }) => [name, lcp])).toEqual([
    ["/", 1000],
    ["/blog/a_b", 5000],
    ["/pricing", 3000],
  ]);
  expect(await readVitalEffect(ctx, all, "lcp")).toEqual([
    { rating: "good", visits: 0, conversions: 0 },
    { rating: "fair", visits: 1, conversions: 1 },
    { rating: "poor", visits: 1, conversions: 0 },
  ]);
});

test("actions are grouped by name, by page and by a text of their metadata", async () => {
  const links = { kind: "event", types: ["click"], names: ["outbound_link"] } as const;
  const row = { page: null, figures: { times: 1, visitors: 1, revenue: 0 } };
  expect((await readActions(ctx, all, links, { detail: "href" }, { limit: 5 })).rows).toEqual([
    { name: "https://n8n.io", ...row },
  ]);
  expect((await readActions(ctx, all, links, "page", { limit: 5 })).rows).toEqual([{ name: "/pricing", ...row }]);
  const goals = { kind: "conversion", types: ["goal_complete"] } as const;
  expect((await readActions(ctx, all, goals, "name", { limit: 5 })).rows).toEqual([
    { name: "booked", page: null, figures: { times: 1, visitors: 1, revenue: 2500 } },
  ]);
  expect((await readActions(ctx, only("device", "phone"), goals, "name", { limit: 5 })).rows).toEqual([]);
});

test("an action after midnight counts on its own day, with the filters of its visit, even without a view on that day", async () => {
  await store({ device: "tablet" }, [
    { at: "2026-03-10T23:50:00Z", page: "/" },
    { at: "2026-03-11T00:10:00Z", page: "/", kind: "event", type: "click", name: "button" },
    { at: "2026-03-12T00:10:00Z", page: "/" },
  ]);
  await rebuildVisits(ctx);
  const clicks = { kind: "event", types: ["click"], names: ["button"] } as const;
  const period = { from: "2026-03-11", to: "2026-03-11", timezone: "UTC" };
  const on = async (device: string, isExcluded: boolean) =>
    (
      await readActions(
        ctx,
        { period, filters: [{ dimension: "device", isExcluded, values: [device] }] },
        clicks,
        "name",
        { limit: 5 },
      )
    ).rows.map(({ name, figures }) => [name, figures.times, figures.visitors]);
  expect(await on("tablet", false)).toEqual([["button", 1, 1]]);
  expect(await on("tablet", true)).toEqual([]);
});

test("rows of actions can be searched, and name their page when grouped by page", async () => {
  const links = { kind: "event", types: ["click"] } as const;
  const found = (search: string) => readActions(ctx, all, links, { detail: "href" }, { limit: 5, search });
  expect((await found("N8N")).rows.map(({ name }) => name)).toEqual(["https://n8n.io"]);
  expect(await found("nowhere")).toEqual({ count: 0, rows: [] });
  expect((await readActions(ctx, all, links, { detail: "href", withPage: true }, { limit: 5 })).rows).toMatchObject([
    { name: "https://n8n.io", page: "/pricing" },
  ]);
});

test("live visitors are sessions with a hit in the last five minutes", async () => {
  const at = (time: string) => readLive({ ...ctx, now: new Date(time) });
  expect(await at("2026-03-02T15:04:00Z")).toEqual({ visitors: 1 });
  expect(await at("2026-03-02T15:10:00Z")).toEqual({ visitors: 0 });
  expect(await at("2026-03-04T12:01:00Z")).toEqual({ visitors: 0 });
});
