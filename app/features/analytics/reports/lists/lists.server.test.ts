import { beforeEach, expect, test, vi } from "vitest";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { analyticsSession } from "#app/features/analytics/tables.server.ts";
import { sampleRejected } from "#app/features/analytics/visits/rejected.server.ts";
import { rejectionRules } from "#app/features/analytics/visits/rejection-rules.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { storeDerived } from "#tests/fixtures/stored-visits.ts";
import { visitStore } from "#tests/fixtures/visits.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readDashboard } from "../dashboard.server.ts";
import { createSegment } from "../definitions/segments.server.ts";
import { listCsv, reportJson, seriesCsv } from "../export.server.ts";
import { readReportQuery } from "../period/report-query.ts";
import { columnsOf, columnText, shareOf } from "./list-columns.ts";
import { readList } from "./lists.server.ts";
import { type ListKey, listKeys } from "./lists.ts";
import { type ListedAction, listVisits } from "./visit-list.server.ts";

const { db, ctx, pool } = useDatabase();
const { store, forgetTerms } = visitStore(db);
const scope = { period: { from: "2026-03-01", to: "2026-03-31", timezone: "America/New_York" }, filters: [] };

beforeEach(async () => {
  forgetTerms();
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
  await store({ source: "google.com", channel: "search" }, [
    { at: "2026-03-02T15:00:00Z", page: "/" },
    { at: "2026-03-02T15:01:00Z", page: "/pricing" },
    { at: "2026-03-02T15:01:10Z", page: "/pricing", kind: "behavior", type: "rage_click", name: "button.buy" },
    { at: "2026-03-02T15:01:20Z", page: "/pricing", kind: "behavior", type: "rage_click", name: "button.buy" },
    {
      at: "2026-03-02T15:02:00Z",
      page: "/pricing",
      kind: "conversion",
      type: "goal_complete",
      name: "quick_start.completed",
    },
    {
      at: "2026-03-02T15:02:05Z",
      page: "/pricing",
      kind: "conversion",
      type: "download",
      name: "/kit.zip",
      value: 1.5,
    },
    {
      ...{ at: "2026-03-02T15:03:00Z", page: "/pricing", kind: "event", type: "click", name: "outbound_link" },
      detail: { href: "https://n8n.io", element_text: "n8n" },
    },
  ]);
  await store({ device: "phone" }, [
    { at: "2026-03-03T15:00:00Z", page: "/old" },
    { at: "2026-03-03T15:00:01Z", page: "/old", kind: "event", type: "error", name: "not_found" },
    {
      ...{ at: "2026-03-03T15:00:02Z", page: "/old", kind: "behavior", type: "error" },
      detail: { message: "x is undefined" },
    },
    {
      ...{ at: "2026-03-03T15:00:09Z", page: "/old", kind: "event", type: "click", name: "link" },
      detail: { href: "/", element_text: "=Home" },
    },
  ]);
  await store({ rule: rejectionRules.bot, source: "spam.example" }, [
    { at: "2026-03-04T12:00:00Z", page: "/wp-admin" },
  ]);
  await rebuildVisits(ctx);
});

const names = async (key: ListKey) =>
  (await readList(ctx, scope, key, { limit: 10 })).rows.map(({ name, page }) => (page ? `${page} ${name}` : name));

test.each<[ListKey, string[]]>([
  ["source", ["", "google.com"]],
  ["channel", ["direct", "search"]],
  ["page", ["/", "/old", "/pricing"]],
  ["goal", ["quick_start.completed"]],
  ["conversion", ["/kit.zip", "quick_start.completed"]],
  ["download", ["/kit.zip"]],
  ["outbound", ["https://n8n.io"]],
  ["missing", ["/old"]],
  ["click", ["=Home"]],
  ["rage", ["/pricing button.buy"]],
  ["dead", []],
  ["fault", ["/old x is undefined"]],
])("the list %s", async (key, expected) => {
  expect(await names(key)).toEqual(expected);
});

test("figures, rates and shares of rows", async () => {
  const totals = { visits: 2, views: 3, visitors: 2 };
  const texts = async (key: ListKey) => {
    const { rows } = await readList(ctx, scope, key, { limit: 10 });
    return rows.map((row) => [
      ...columnsOf(key).map((column) => columnText(row, column, totals)),
      shareOf(row, totals),
    ]);
  };
  expect(await texts("source")).toEqual([
    ["1", "0%", "9s", "0", "0%", 0.5],
    ["1", "0%", "3m 00s", "1", "100%", 0.5],
  ]);
  expect((await texts("page")).map(([views, , , , share]) => [views, share])).toEqual([
    ["1", 1 / 3],
    ["1", 1 / 3],
    ["1", 1 / 3],
  ]);
  expect(await texts("goal")).toEqual([["1", "1", "50%", "–", 0.5]]);
  expect(await texts("rage")).toEqual([["2", "1", "50%", 0.5]]);
});

const visitsWith = async (action: ListedAction | null) =>
  (await listVisits(ctx, scope, { action, after: null, before: null })).rows;

test("the visits behind a report, newest first, without rejected ones", async () => {
  expect(await visitsWith(null)).toMatchObject([
    { entry: "/old", exit: "/old", source: null, channel: "direct", device: "phone", views: 1, goals: [], valueUsd: 0 },
    {
      ...{ entry: "/", exit: "/pricing", source: "google.com", channel: "search", device: "desktop", views: 2 },
      ...{ goals: ["/kit.zip", "quick_start.completed"], valueUsd: 0, durationSeconds: 180 },
      id: expect.stringMatching(/^\d+-1772463600000$/),
    },
  ]);
});

test.each(listKeys)("every row of the list %s opens as many visits as it has visitors", async (key) => {
  const { rows } = await readList(ctx, scope, key, { limit: 10 });
  for (const { name, page, figures } of rows)
    if (figures.times !== undefined)
      expect(await visitsWith({ list: key, name, page }), `${page} ${name}`).toHaveLength(figures.visitors!);
});

test.each([
  ["minutes", minuteMs],
  ["hours", 12 * hourMs],
])("paging through visits that are %s apart, forward and backward, returns each visit once", async (_, apartMs) => {
  const start = Date.parse("2026-03-10T12:00:00Z");
  const sessions = await db.select({ id: analyticsSession.id }).from(analyticsSession);
  await storeDerived(db, {
    visits: Array.from({ length: 120 }, (_, index) => ({
      // Three visits each start at the same instant.
      startedAt: new Date(start + Math.floor(index / 3) * apartMs),
      endedAt: new Date(start + Math.floor(index / 3) * apartMs + hourMs),
      sessionId: sessions[index % 3]!.id,
      ...{ durationSeconds: 1, views: 1, isBounce: true, pageIds: [], eventIds: [], goalIds: [], valueUsd: 0 },
      ...{ channel: 1, device: 1 },
    })),
  });
  const read = (place: { after?: string | null; before?: string | null }) =>
    listVisits(ctx, scope, { action: null, after: null, before: null, ...place });
  const pages = [await read({})];
  while (pages.at(-1)!.next) pages.push(await read({ after: pages.at(-1)!.next }));
  const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 22]);
  expect(new Set(ids).size).toBe(122);
  const back = await read({ before: pages[1]!.previous });
  expect(back.rows).toEqual(pages[0]!.rows);
  expect((await read({ after: "nonsense" })).rows).toEqual(pages[0]!.rows);
  // More microseconds than a date can have.
  for (const micros of ["999999999999999999", "-999999999999999999"]) {
    const cursor = Buffer.from(`${micros} 1`).toString("base64url");
    expect((await read({ after: cursor })).rows, micros).toEqual(pages[0]!.rows);
    expect((await read({ before: cursor })).rows, micros).toEqual(pages[0]!.rows);
  }
});

test("lists the latest sessions that a rule rejected", async () => {
  expect(await sampleRejected(ctx, "bot")).toMatchObject([
    { firstAt: new Date("2026-03-04T12:00:00Z"), page: "/wp-admin", source: "spam.example", device: "desktop" },
  ]);
  expect(await sampleRejected(ctx, "flood")).toEqual([]);
});

const query = (search: string) =>
  readReportQuery(new URLSearchParams(search), new Date("2026-03-15T15:00:00Z"), "America/New_York");

test("the overview reads the tabs from the URL and compares periods", async () => {
  const params = new URLSearchParams("period=7d&from=2026-03-01&to=2026-03-31&tab.sources=channel&tab.behavior=click");
  const dashboard = await readDashboard(ctx, query(params.toString()), params);
  expect(dashboard.cards.map(({ list }) => list)).toEqual(["channel", "page", "goal", "device", "click"]);
  expect(dashboard).toMatchObject({
    ...{ totals: { visits: 2, visitors: 2, conversions: 1 }, compared: { visits: 0 }, hasVisits: true },
    ...{ change: { metric: null, text: "2 visits, none in the compared period." }, series: { length: 31 } },
    rage: { count: 1 },
  });
  const alone = await readDashboard(ctx, query("compare=none"), new URLSearchParams());
  expect(alone).toMatchObject({ compared: null, comparedSeries: null, change: null });
});

test("a shared overview has no texts that visitors clicked, notes or segments, whatever its URL asks for", async () => {
  const filters = [{ dimension: "source" as const, isExcluded: false, values: ["google.com"] }];
  value(await createSegment(ctx, { name: "Google", filters }));
  const params = new URLSearchParams("from=2026-03-01&to=2026-03-31&tab.sources=channel&tab.behavior=click");
  const read = (isShared: boolean) => readDashboard(ctx, query(params.toString()), params, { isShared });
  expect(await read(false)).toMatchObject({ rage: { count: 1 }, segments: { length: 1 } });
  const shared = await read(true);
  expect(shared.cards.map(({ list }) => list)).toEqual(["channel", "page", "goal", "device", "outbound"]);
  expect(shared).toMatchObject({ rage: { count: 0 }, segments: [], annotations: [] });
});

test("an overview with a filter needs seven statements", async () => {
  const march = "from=2026-03-01&to=2026-03-31&compare=none";
  const read = (search: string) => readDashboard(ctx, query(search), new URLSearchParams());
  const all = await read(march);
  const sent = vi.spyOn(pool, "query");
  sent.mockClear();
  const filtered = await read(`${march}&source=google.com`);
  // The facts of the report, the id of the filter, the terms of three lists, the sums; the rest.
  expect(sent).toHaveBeenCalledTimes(columnStore.isUsed ? 6 : 7);
  expect([all.rage.count, filtered.rage.count, all.totals.visits, filtered.totals.visits]).toEqual([1, 1, 2, 1]);
});

test("the series and lists export as CSV, with formulas escaped", async () => {
  const march = "from=2026-03-01&to=2026-03-31&metric=visits";
  const series = (await seriesCsv(ctx, query(march))).split("\r\n");
  expect(series.slice(0, 3)).toEqual([
    "\uFEFFStart of the day,Visits,Compared day,Visits compared",
    "2026-03-01,0,2026-01-29,0",
    "2026-03-02,1,2026-01-30,0",
  ]);
  expect(series).toHaveLength(1 + 31 + 1);
  const berlin = readReportQuery(new URLSearchParams(`${march}&compare=none`), ctx.now, "Europe/Berlin");
  expect((await seriesCsv(ctx, berlin)).split("\r\n")[1]).toMatch(/^2026-03-01,/);
  const hours = readReportQuery(
    new URLSearchParams("from=2026-03-01&to=2026-03-01&compare=none"),
    ctx.now,
    "Europe/Berlin",
  );
  expect((await seriesCsv(ctx, hours)).split("\r\n").slice(0, 3)).toEqual([
    ...["\uFEFFStart of the hour (Europe/Berlin),Visitors", "2026-03-01 00:00,0", "2026-03-01 01:00,0"],
  ]);
  expect(await seriesCsv(ctx, query(`${march}&compare=none`))).toContain("Start of the day,Visits\r\n");
  expect(await listCsv(ctx, query(march), "click")).toBe(
    "\uFEFFButton or link,Times,Visitors,Rate,Share\r\n'=Home,1,1,0.5,0.5\r\n",
  );
  expect(await listCsv(ctx, query(march), "rage")).toContain("/pricing,button.buy,2,1,0.5,0.5\r\n");
});

test("the report exports as JSON with every list", async () => {
  const report = (await reportJson(ctx, query("from=2026-03-01&to=2026-03-31"))) as { lists: Record<string, unknown> };
  expect(Object.keys(report.lists)).toEqual(listKeys);
  expect(report).toMatchObject({
    ...{ totals: { visits: 2 }, series: { metric: "visitors", unit: "day", points: { length: 31 } } },
    lists: { rage: { count: 1, rows: [{ name: "button.buy", page: "/pricing", times: 2, visitors: 1 }] } },
  });
});
