import { beforeEach, expect, test, vi } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { archiveOf, plausibleExport } from "#tests/fixtures/history-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readBreakdown, readPages } from "../reports/lists/lists.server.ts";
import { readSummary } from "../reports/summary.server.ts";
import { readSeries, readTotals } from "../reports/sums/totals.server.ts";
import {
  analyticsHit,
  analyticsImport,
  analyticsImportedDay,
  analyticsSession,
  analyticsTerm,
  analyticsVisit,
} from "../tables.server.ts";
import type { VisitFilter } from "../visits/visit-filter.ts";
import {
  exportRejectedHistory,
  listHistoryImports,
  readHistoryImport,
  removeHistoryImport,
  startHistoryImport,
  sweepHistoryImports,
  uploadHistory,
} from "./history-imports.server.ts";
import { failHistoryJob, importHistoryJob, runHistoryImport } from "./history-job.server.ts";
import { importedBy, importedByDay, importedRange, importedTotals } from "./imported-days.server.ts";
import { importableHits } from "./imported-sessions.server.ts";

const { db, ctx, pool } = useDatabase({ jobs: [failHistoryJob, importHistoryJob] });
const timezone = "America/New_York";
const january = { from: "2025-01-01", to: "2025-01-31", timezone };
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));

const upload = (bytes: Uint8Array, fileName = "export.zip") => uploadHistory(ctx, { fileName, bytes });
async function imported(bytes = plausibleExport()): Promise<string> {
  const { id } = value(await upload(bytes));
  value(await startHistoryImport(ctx, { importId: id }));
  await runHistoryImport(ctx, id);
  return id;
}
const view = async (importId: string) => value(await readHistoryImport(ctx, { importId, timezone }));

async function visitAt(at: string) {
  const [session] = await db
    .insert(analyticsSession)
    .values({ key: crypto.randomUUID(), client: 1n, firstAt: new Date(at) })
    .returning({ id: analyticsSession.id });
  await db.insert(analyticsVisit).values({
    ...{ sessionId: session!.id, startedAt: new Date(at), endedAt: new Date(at), durationSeconds: 30, views: 2 },
    ...{ isBounce: false, pageIds: [], eventIds: [], goalIds: [], valueUsd: 0, channel: 1, device: 1 },
  });
}

test("our own first visit is found without comparing each visit with each imported session", async () => {
  const sent = vi.spyOn(pool, "query");
  await importableHits(ctx);
  const texts = sent.mock.calls.map(([query]) => (query as unknown as { text: string }).text);
  const [statement] = texts.filter((text) => text.includes("analytics_visit"));
  sent.mockRestore();
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${statement}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Anti Join/);
  expect(plan).not.toMatch(/SubPlan/);
});

test("an upload reports its contents and stores no days", async () => {
  const { id } = value(await upload(plausibleExport()));
  expect(await view(id)).toMatchObject({
    status: "uploaded",
    contents: { kind: "plausible", firstDay: "2025-01-01", lastDay: "2025-01-02", rows: 2, visits: 150, views: 290 },
    ...{ rejected: 1, hasFile: true, hasRejectedFile: true, ownSince: null },
  });
  expect(await db.select().from(analyticsImportedDay)).toEqual([]);
});

test("an import adds its days to reports, and undoing it removes all of them", async () => {
  const id = await imported();
  expect(await view(id)).toMatchObject({ status: "done", progress: 2, hasFile: false });
  expect(await importedTotals(ctx, { period: january, filters: [] })).toEqual({
    visitors: 120,
    visits: 150,
    views: 290,
    bounces: 70,
    seconds: 7500,
  });
  expect(await importedByDay(ctx, { period: january, filters: [] })).toMatchObject([
    { day: "2025-01-01", visits: 100 },
    { day: "2025-01-02", visits: 50 },
  ]);
  expect(await importedRange(ctx, january)).toEqual({ from: "2025-01-01", to: "2025-01-02", days: 2 });
  expect(await readSummary(ctx, { period: january, limit: 10 })).toMatchObject({
    value: { visits: 150, views: 290, bounceRate: 70 / 150, averageVisitSeconds: 50 },
  });
  value(await removeHistoryImport(ctx, { importId: id }));
  value(await removeHistoryImport(ctx, { importId: id }));
  expect(await importedRange(ctx, january)).toBeNull();
  expect(await db.select().from(analyticsImportedDay)).toEqual([]);
});

test("days from our own first visit on are skipped", async () => {
  await imported();
  // Still January 1 in New York.
  await visitAt("2025-01-02T04:59:00Z");
  expect(await importedRange(ctx, january)).toBeNull();
  await db.delete(analyticsVisit);
  await visitAt("2025-01-02T05:00:00Z");
  expect(await importedRange(ctx, january)).toMatchObject({ from: "2025-01-01", to: "2025-01-01" });
  expect(await readSummary(ctx, { period: january, limit: 10 })).toMatchObject({
    value: { visits: 101, averageVisitSeconds: 6030 / 101 },
  });
});

test("reports are read by their columns, whatever the version of the export", async () => {
  const bytes = archiveOf({
    "export/imported_visitors_20250101_20250101.csv":
      "date,visitors,pageviews,bounces,visits,visit_duration\n2025-01-01,9,20,4,10,600\n",
    "imported_sources_20250101_20250101.csv": [
      '"date","source","referrer","utm_source","utm_medium","utm_campaign","utm_content","utm_term","pageviews","visitors","visits","visit_duration","bounces"',
      '"2025-01-01","Google","google.com","","","","","",10,5,6,300,2',
      '"2025-01-01","Google","google.com","google","cpc","spring","","",4,2,2,100,1',
      '"2025-01-01","Direct / None","","","","","","",4,2,2,200,1',
    ].join("\n"),
    "imported_pages_20250101_20250101.csv":
      "date,hostname,page,visitors,pageviews,exits,time_on_page\n2025-01-01,www.example,/pricing,4,6,2,90\n2025-01-01,example,/pricing,1,2,0,10\n",
    "imported_devices_20250101_20250101.csv":
      "date,device,visitors,visits,visit_duration,bounces\n2025-01-01,Laptop,3,3,1,1\n2025-01-01,Desktop,2,3,1,1\n2025-01-01,Mobile,4,4,1,1\n",
    "imported_locations_20250101_20250101.csv": "date,country,region,city,visitors,visits\n2025-01-01,US,,0,9,10\n",
  });
  const id = await imported(bytes);
  expect((await view(id)).contents.skippedFiles).toEqual(["imported_locations_20250101_20250101.csv"]);
  const named = async (dimension: Parameters<typeof importedBy>[2]) =>
    (await importedBy(ctx, { period: january, filters: [] }, dimension))
      .map(({ name, visits, views }) => [name, visits, views])
      .toSorted();
  expect(await named("source")).toEqual([
    ["", 2, 0],
    ["google.com", 8, 0],
  ]);
  expect(await named("campaign")).toEqual([["spring", 2, 0]]);
  expect(await named("page")).toEqual([["/pricing", 0, 8]]);
  expect(await named("device")).toEqual([
    ["desktop", 6, 0],
    ["phone", 4, 0],
  ]);
});

test.each([
  ["a text that is no export", () => archiveOf({ "people.csv": "name\nDana\n" }), "unknown_format"],
  ["a broken archive", () => plausibleExport().slice(0, 60), "unreadable"],
  ["a picture", () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), "unreadable"],
  ["an export without rows", () => archiveOf({ "imported_visitors.csv": "date,visitors\n" }), "no_rows"],
  ["more than 10 MB", () => new Uint8Array(10 * 1024 * 1024 + 1), "too_large"],
  [
    "more than 60 MB unpacked",
    () => archiveOf({ "imported_visitors.csv": `date,visitors\n${" ".repeat(61 * 1024 * 1024)}` }),
    "too_large",
  ],
  [
    "a small archive of nothing but line ends",
    () => archiveOf({ "imported_visitors.csv": `date,visitors\n${"\r".repeat(600_000)}` }),
    "too_many_rows",
  ],
  [
    "a small archive of millions of cells",
    () => archiveOf({ "imported_visitors.csv": `date,visitors\n${",".repeat(10_100_000)}` }),
    "too_many_rows",
  ],
])("%s is refused", async (_name, bytes, kind) => {
  expect(await upload(bytes())).toMatchObject({ ok: false, reason: { kind } });
  expect(await db.select({ id: analyticsImport.id }).from(analyticsImport)).toEqual([]);
});

test("two imports never cover the same day, and a running one is not removed", async () => {
  const first = value(await upload(plausibleExport()));
  const second = value(await upload(plausibleExport()));
  const started = await Promise.all([
    startHistoryImport(ctx, { importId: first.id }),
    startHistoryImport(ctx, { importId: second.id }),
  ]);
  expect(started.filter(({ ok }) => ok)).toHaveLength(1);
  expect(started.find(({ ok }) => !ok)).toMatchObject({ reason: { kind: "overlapping" } });
  const [mine, other] = started[0]!.ok ? [first.id, second.id] : [second.id, first.id];
  expect(await startHistoryImport(ctx, { importId: mine })).toMatchObject({ reason: { kind: "already_started" } });
  expect(await removeHistoryImport(ctx, { importId: mine })).toMatchObject({ reason: { kind: "still_running" } });
  await Promise.allSettled([runHistoryImport(ctx, mine), runHistoryImport(ctx, mine)]);
  await runHistoryImport(ctx, mine);
  expect(await importedTotals(ctx, { period: january, filters: [] })).toMatchObject({ visits: 150 });
  value(await removeHistoryImport(ctx, { importId: mine }));
  expect(await startHistoryImport(ctx, { importId: other })).toMatchObject({ ok: true });
});

test("rejected rows come back as a file, for an admin with a recent code", async () => {
  const { id: importId } = value(await upload(plausibleExport()));
  const admin = await asAdmin(ctx);
  const { file } = value(await exportRejectedHistory(admin, { importId }));
  expect(file).toContain("imported_visitors_20250101_20250102.csv,4,The date is not YYYY-MM-DD.,yesterday,1,1,1,1,1");
  expect(await exportRejectedHistory(later(admin, { seconds: 601 }), { importId })).toMatchObject({
    reason: { kind: "fresh_code_required" },
  });
});

test("uploads and rejected rows are deleted after a day; what was imported stays", async () => {
  const id = await imported();
  value(await upload(plausibleExport()));
  expect(await sweepHistoryImports(later(ctx, { hours: 23 }))).toBe(0);
  expect(await sweepHistoryImports(later(ctx, { hours: 25 }))).toBe(2);
  expect(value(await listHistoryImports(ctx))).toMatchObject([{ id, status: "done" }]);
  expect(await exportRejectedHistory(await asAdmin(ctx), { importId: id })).toMatchObject({
    reason: { kind: "not_found" },
  });
  expect(await importedTotals(ctx, { period: january, filters: [] })).toMatchObject({ visits: 150 });
});

const umami = (rows: readonly string[]) =>
  archiveOf({
    "website_event.csv": [
      "website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,url_path,utm_source,utm_medium,utm_campaign,referrer_domain,page_title,event_type,event_name,created_at",
      ...rows,
    ].join("\n"),
    "event_data.csv": "website_id\n",
  });
const event = (session: string, at: string, path: string, more: { type?: number; name?: string; from?: string } = {}) =>
  `w,${session},v,e,gtmarc.example,chrome,Windows 10,laptop,1920x1080,en-US,${path},,,,${more.from ?? ""},Title,${more.type ?? 1},${more.name ?? ""},${at}`;
const february = { from: "2026-02-01", to: "2026-02-28", timezone };
const summary = async () => value(await readSummary(ctx, { period: february, limit: 10 }));

test("page views and events of Umami become visits, and undoing removes every trace of them", async () => {
  const id = await imported(
    umami([
      event("a", "2026-02-10 10:00:00", "/", { from: "www.google.com" }),
      event("a", "2026-02-10 10:00:00", "/pricing"),
      event("a", "2026-02-10 10:01:00", "/pricing", { type: 2, name: "signup" }),
      event("a", "2026-02-11 10:00:00", "/reset-password?token=0123456789abcdef0123456789abcdef"),
      event("b", "2026-02-10T10:00:00.000Z", "/"),
      event("c", "2024-01-01 10:00:00", "/"),
      event("", "2026-02-10 10:00:00", "/"),
      event("d", "soon", "/"),
    ]),
  );
  expect(await view(id)).toMatchObject({
    status: "done",
    contents: {
      kind: "umami",
      ...{ firstDay: "2026-02-10", lastDay: "2026-02-11", rows: 5, visits: 3, views: 4, tooOld: 1 },
    },
    rejected: 2,
  });
  expect(await summary()).toMatchObject({
    // A session of two days counts on both, like a visitor of our own.
    ...{ visits: 3, visitors: 3, views: 4 },
    sources: [
      { name: "google.com", visits: 2 },
      { name: "Direct or unknown", visits: 1 },
    ],
    pages: expect.arrayContaining([{ path: "/", views: 2, visits: 2 }]),
  });
  const visits = await db.select().from(analyticsVisit).orderBy(analyticsVisit.startedAt);
  expect(visits.map(({ views, isBounce, device }) => [views, isBounce, device])).toContainEqual([2, false, 1]);
  expect(JSON.stringify(await db.select().from(analyticsTerm))).not.toContain("0123456789abcdef");

  value(await removeHistoryImport(ctx, { importId: id }));
  expect(await db.select().from(analyticsSession)).toEqual([]);
  expect(await db.select().from(analyticsHit)).toEqual([]);
  expect(await db.select().from(analyticsVisit)).toEqual([]);
});

test("rows of Umami from our own first visit on are left out, and other sessions are never removed", async () => {
  await visitAt("2026-02-10T12:00:00Z");
  const bytes = umami([event("a", "2026-02-10 11:59:59", "/"), event("a", "2026-02-10 12:00:00", "/pricing")]);
  const { id } = value(await upload(bytes));
  expect((await view(id)).contents).toMatchObject({ rows: 1, afterOwn: 1 });
  value(await startHistoryImport(ctx, { importId: id }));
  await runHistoryImport(ctx, id);
  expect(await db.$count(analyticsSession)).toBe(2);
  // Imported visits are not our own visits, so they do not limit the next import.
  expect((await view(value(await upload(bytes)).id)).contents).toMatchObject({ rows: 1, afterOwn: 1 });
  value(await removeHistoryImport(ctx, { importId: id }));
  expect(await db.$count(analyticsSession)).toBe(1);
});

test("charts and lists include imported days; one filter is answered from them, several are not", async () => {
  await imported(
    archiveOf({
      "imported_visitors.csv":
        "date,visitors,pageviews,bounces,visits,visit_duration\n2025-01-01,80,200,40,100,6000\n2025-01-02,40,90,30,50,1500\n",
      "imported_sources.csv": "date,source,visitors,visits,visit_duration,bounces\n2025-01-01,Google,50,60,600,30\n",
      "imported_pages.csv": "date,page,visitors,pageviews\n2025-01-01,/pricing,50,70\n",
    }),
  );
  await visitAt("2025-01-03T15:00:00Z");
  const source = { dimension: "source" as const, isExcluded: false, values: ["google.com"] };
  const device = { dimension: "device" as const, isExcluded: false, values: ["desktop"] };
  const scope = (...filters: VisitFilter[]) => ({ period: { ...january, to: "2025-01-04" }, filters });
  const series = async (metric: "visits" | "bounceRate" | "averageVisitSeconds" | "conversions") =>
    (await readSeries(ctx, scope(), metric, "day")).map(({ value: figure }) => figure);
  expect(await series("visits")).toEqual([100, 50, 1, 0]);
  expect(await series("bounceRate")).toEqual([0.4, 0.6, 0, 0]);
  expect(await series("averageVisitSeconds")).toEqual([60, 30, 30, 0]);
  expect(await series("conversions")).toEqual([0, 0, 0, 0]);
  const months = await readSeries(ctx, scope(), "averageVisitSeconds", "month");
  expect(months.map(({ value: figure }) => figure)).toEqual([7530 / 151]);
  expect((await readSeries(ctx, scope(), "visits", "hour")).reduce((sum, { value: hour }) => sum + hour, 0)).toBe(1);

  expect(await readTotals(ctx, scope(source))).toMatchObject({ visits: 60, bounceRate: 0.5 });
  expect(await readTotals(ctx, scope(source, device))).toMatchObject({ visits: 0 });
  expect(await readTotals(ctx, scope({ ...source, isExcluded: true }))).toMatchObject({ visits: 1 });
  expect(await readTotals(ctx, scope({ ...source, values: ["Goo*"] }))).toMatchObject({ visits: 0 });
  expect((await readBreakdown(ctx, scope(source), "device", { limit: 9 })).rows).toEqual([]);

  const sources = await readBreakdown(ctx, scope(), "source", { limit: 9 });
  expect(sources).toMatchObject({
    count: 2,
    rows: [
      { name: "google.com", figures: { visits: 60, bounceRate: 0.5 } },
      { name: "", figures: { visits: 1 } },
    ],
  });
  const second = await readBreakdown(ctx, scope(), "source", { limit: 1, offset: 1 });
  expect(second).toMatchObject({ count: 2, rows: [{ name: "" }] });
  expect((await readBreakdown(ctx, scope(), "source", { limit: 9, search: "goo" })).rows).toMatchObject([
    { figures: { visits: 60 } },
  ]);
  expect((await readPages(ctx, scope(), { limit: 9 })).rows).toEqual([
    { name: "/pricing", page: null, figures: { views: 70, visits: 0, seconds: null, scroll: null } },
  ]);
});
