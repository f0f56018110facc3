import fc from "fast-check";
import { expect, test } from "vitest";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { decodeText, fromCsv } from "#app/lib/formats/csv.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import {
  deleteStored,
  storeDerived,
  storeHits,
  termId,
  type ViewRow,
  type VisitRow,
} from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { channels } from "../collecting/sources/channels.ts";
import { removeHistoryImport, startHistoryImport, uploadHistory } from "../imports/history-imports.server.ts";
import { failHistoryJob, importHistoryJob, runHistoryImport } from "../imports/history-job.server.ts";
import { importedBy, importedByDay } from "../imports/imported-days.server.ts";
import { readBreakdown, readList, readPages } from "../reports/lists/lists.server.ts";
import { readTotals } from "../reports/sums/totals.server.ts";
import { deviceKinds } from "../storage/device-kinds.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsSession } from "../tables.server.ts";
import { type ExportKind, exportKindNames } from "./kinds.ts";
import { exportVisitorData } from "./visitor-export.server.ts";

const { db, ctx } = useDatabase({ jobs: [failHistoryJob, importHistoryJob] });
useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" });
const timezone = "America/New_York";
const start = Date.parse("2026-03-06T12:00:00Z");
const whole = { from: "2026-03-01", to: "2026-03-31", timezone };
const texts = ["/", "/a", "Search", "=1+1", "Firefox", "Windows"];

const exported = async (kind: ExportKind): Promise<Buffer> => {
  const admin = { ...ctx, now: new Date("2026-03-20T12:00:00Z") };
  const { parts } = value(await exportVisitorData(admin, { kind, timezone }));
  const pieces: Buffer[] = [];
  for await (const part of parts) pieces.push(Buffer.from(part as string));
  return Buffer.concat(pieces);
};
const tableOf = async (kind: ExportKind): Promise<Record<string, string>[]> => {
  const [header = [], ...rows] = fromCsv(decodeText(await exported(kind))!.text, ",");
  return rows
    .filter((cells) => cells.length > 1)
    .map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])));
};

const term = fc.integer({ min: 1, max: texts.length });
const visit = fc.record({
  session: fc.integer({ min: 1, max: 4 }),
  hours: fc.integer({ min: 1, max: 30 }),
  views: fc.array(
    fc.record({
      ...{ pause: fc.integer({ min: 0, max: 29 }), page: term },
      seconds: fc.option(fc.integer({ min: 0, max: 600 }), { nil: null }),
      scroll: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
    }),
    { maxLength: 4 },
  ),
  isBounce: fc.boolean(),
  device: fc.constantFrom(...Object.values(deviceKinds)),
  ...{
    source: fc.option(term, { nil: null }),
    browser: fc.option(term, { nil: null }),
    os: fc.option(term, { nil: null }),
  },
});
type Planned = typeof visit extends fc.Arbitrary<infer Value> ? Value : never;

async function store(planned: readonly Planned[], sessions: readonly number[], ids: readonly number[]): Promise<void> {
  await deleteStored(db);
  const visits: VisitRow[] = [];
  const views: ViewRow[] = [];
  const last = new Map<number, number>();
  const idOf = (number: number | null) => (number === null ? null : ids[number - 1]!);
  for (const { session, hours, views: seen, isBounce, device, source, browser, os } of planned) {
    const startedAt = new Date((last.get(session) ?? start) + hours * hourMs);
    let at = startedAt.getTime();
    for (const { pause, page, seconds, scroll } of seen) {
      at += pause * minuteMs;
      views.push({
        ...{
          at: new Date(at),
          visitAt: startedAt,
          sessionId: sessions[session - 1]!,
          pageId: idOf(page),
          device,
          rule: null,
        },
        ...{ seconds, scroll, lcp: null, fid: null, inp: null, cls: null, fcp: null, ttfb: null },
        ...{ rageClicks: 0, deadClicks: 0, errors: 0 },
      });
    }
    last.set(session, at);
    const pages = [...new Set(seen.map(({ page }) => idOf(page)!))].toSorted((one, other) => one - other);
    visits.push({
      ...{
        sessionId: sessions[session - 1]!,
        startedAt,
        endedAt: new Date(at),
        views: seen.length,
        isBounce,
        device,
        rule: null,
      },
      ...{ durationSeconds: Math.floor((at - startedAt.getTime()) / 1000), pageIds: pages, eventIds: [], goalIds: [] },
      ...{ entryId: idOf(seen[0]?.page ?? null), exitId: idOf(seen.at(-1)?.page ?? null), valueUsd: 0 },
      ...{
        channel: channels.direct,
        sourceId: idOf(source),
        browserId: idOf(browser),
        osId: idOf(os),
        referrerId: null,
      },
      ...{ mediumId: null, campaignId: null, screenId: null, languageId: null, timezoneId: null },
    });
  }
  await storeDerived(db, { visits, views });
}

async function storedSessions(): Promise<number[]> {
  const rows = await db
    .insert(analyticsSession)
    .values([1, 2, 3, 4].map((n) => ({ key: crypto.randomUUID(), client: BigInt(n), firstAt: new Date(start) })))
    .returning({ id: analyticsSession.id });
  return rows.map(({ id }) => id);
}

test("daily figures exported in Plausible's format are the same after an import", async () => {
  const sessions = await storedSessions();
  const ids: number[] = [];
  for (const text of texts) ids.push(await termId(db, text));
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 8 }), async (planned) => {
      await store(planned, sessions, ids);
      const days = (await tableOf("days")).filter(({ Visits, Views }) => Visits !== "0" || Views !== "0");
      const totals = await readTotals(ctx, { period: whole, filters: [] });
      const sum = (column: string) => days.reduce((total, row) => total + Number(row[column]), 0);
      expect({ visits: sum("Visits"), views: sum("Views") }).toEqual({ visits: totals.visits, views: totals.views });
      expect((await tableOf("visits")).length).toBe(planned.length);
      const byDevice = (await readBreakdown(ctx, { period: whole, filters: [] }, "device", { limit: 10 })).rows;
      const pages = await readPages(ctx, { period: whole, filters: [] }, { limit: 10 });
      const bytes = await exported("plausible");
      await deleteStored(db);
      const { id } = value(await uploadHistory(ctx, { fileName: "export.zip", bytes }));
      value(await startHistoryImport(ctx, { importId: id }));
      await runHistoryImport(ctx, id);
      const imported = await importedByDay(ctx, { period: whole, filters: [] });
      expect(imported).toEqual(
        days.map((row) => ({
          ...{ day: row["Day"], visitors: Number(row["Visitors"]), visits: Number(row["Visits"]) },
          ...{ views: Number(row["Views"]), bounces: Number(row["Bounces"]), seconds: Number(row["Seconds"]) },
        })),
      );
      const devices = await importedBy(ctx, { period: whole, filters: [] }, "device");
      expect(new Map(devices.map(({ name, visits }) => [name, visits]))).toEqual(
        new Map(byDevice.map(({ name, figures }) => [name, figures.visits])),
      );
      const { rows } = await readList(ctx, { period: whole, filters: [] }, "page", { limit: 10 });
      expect(rows.map(({ name, figures: { views, seconds, scroll } }) => [name, views, seconds, scroll])).toEqual(
        pages.rows.map(({ name, figures: { views, seconds, scroll } }) => [name, views, seconds, scroll]),
      );
      value(await removeHistoryImport(ctx, { importId: id }));
    }),
    { numRuns: 2 },
  );
});

test("hits and visits are exported with the firm's times, guarded, and without keys", async () => {
  const sessions = await storedSessions();
  const [page, name, secret] = [await termId(db, "/a"), await termId(db, "=cmd"), await termId(db, "Firefox")];
  await store(
    [{ session: 1, hours: 13, views: [], isBounce: true, device: 1, source: 4, browser: null, os: null }],
    sessions,
    [page, page, page, name, secret, secret],
  );
  const at = new Date("2026-03-07T01:00:00.000Z");
  await visitStore().prepareMonths(ctx, at, at);
  await storeHits(db, [
    { at, kind: hitKinds.page_view, sessionId: sessions[0]!, pageId: page },
    {
      at: new Date(at.getTime() + 1000),
      kind: hitKinds.event,
      sessionId: sessions[0]!,
      nameId: name,
      detail: { href: "x.example" },
    },
    { at: new Date(at.getTime() + 2000), kind: hitKinds.page_view, sessionId: null, pageId: page },
  ]);
  const lcp = { type: "lcp", typeId: await termId(db, "lcp"), nameId: null, value: 1234.567, detail: null };
  const [sessionId, atMicros] = [sessions[0]!, (at.getTime() + 3000) * 1000];
  await visitStore().insertHits(ctx, [{ ...lcp, atMicros, kind: hitKinds.performance, sessionId, pageId: page }]);
  await visitStore().deliver(ctx);
  expect(await tableOf("hits")).toMatchObject([
    { Time: "2026-03-06T20:00:00-05:00", "Session of the day": "1", Kind: "page_view", Page: "/a" },
    { "Session of the day": "1", Kind: "event", Name: "=cmd" },
    { "Session of the day": "", Kind: "page_view", Page: "/a" },
    { "Session of the day": "1", Kind: "performance", Page: "/a", Type: "lcp", Value: "1234.567" },
  ]);
  expect((await exported("hits")).toString()).toContain("'=cmd");
  expect(await tableOf("visits")).toMatchObject([
    { Day: "2026-03-06", "Visitor of the day": "1", Start: "2026-03-06T20:00:00-05:00", Source: "=cmd", Bounce: "1" },
  ]);
  const keys = await db.select({ key: analyticsSession.key }).from(analyticsSession);
  for (const kind of exportKindNames) {
    const file = (await exported(kind)).toString("latin1");
    expect(keys.filter(({ key }) => file.includes(key))).toEqual([]);
  }
});

test("only admins with a fresh code export visitor data", async () => {
  expect(await exportVisitorData(asAnonymous(ctx), { kind: "hits", timezone })).toMatchObject({
    reason: { kind: "not_admin" },
  });
  const old = await asAdmin(ctx);
  expect(
    await exportVisitorData({ ...old, now: new Date(old.now.getTime() + 24 * hourMs) }, { kind: "hits", timezone }),
  ).toMatchObject({ reason: { kind: "fresh_code_required" } });
});
