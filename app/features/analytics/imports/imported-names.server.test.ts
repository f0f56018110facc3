import { beforeEach, expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { archiveOf } from "#tests/fixtures/history-commands.ts";
import { storeDerived, termId } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readList } from "../reports/lists/lists.server.ts";
import type { ListKey } from "../reports/lists/lists.ts";
import { analyticsSession } from "../tables.server.ts";
import type { VisitFilter } from "../visits/visit-filter.ts";
import { startHistoryImport, uploadHistory } from "./history-imports.server.ts";
import { failHistoryJob, importHistoryJob, runHistoryImport } from "./history-job.server.ts";
import { importedTotals } from "./imported-days.server.ts";
import { readUmami, type UmamiHistory } from "./umami.server.ts";

const { ctx, db } = useDatabase({ jobs: [failHistoryJob, importHistoryJob] });
const timezone = "America/New_York";
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));

const upload = (bytes: Uint8Array, fileName = "export.zip") => uploadHistory(ctx, { fileName, bytes });
async function imported(bytes: Uint8Array): Promise<void> {
  const { id } = value(await upload(bytes));
  value(await startHistoryImport(ctx, { importId: id }));
  await runHistoryImport(ctx, id);
}

const dumped = (rows: readonly string[]) =>
  new TextEncoder().encode(["session_id,url_path,created_at,event_type", ...rows].join("\n"));

test("a dump of Umami's table is read whatever its file name, with times as PostgreSQL writes them", async () => {
  const bytes = dumped([
    "11111111-1111-4111-8111-111111111111,/pricing,2026-08-16 10:00:00.123+00,1",
    "11111111-1111-4111-8111-111111111111,/faq,2026-08-16 12:30:00.5+02,1",
    "11111111-1111-4111-8111-111111111111,/faq,2026-08-16T10:31:00+0000,1",
  ]);
  const { calls } = readUmami(
    [{ name: "website_event_202611261200.csv", text: new TextDecoder().decode(bytes) }],
    newId(),
    {
      since: new Date("2026-01-01"),
      until: null,
    },
  ) as UmamiHistory;
  expect(calls.flatMap(({ hits }) => hits.map(({ atMicros }) => new Date(atMicros / 1000).toISOString()))).toEqual([
    "2026-08-16T10:00:00.123Z",
    "2026-08-16T10:30:00.500Z",
    "2026-08-16T10:31:00.000Z",
  ]);
  for (const name of ["website_event.csv", "website_event_202611261200.csv", "data-1732600000.csv"])
    expect(await upload(dumped(["a,/,2026-02-10 10:00:00+00,1"]), name), name).toMatchObject({ ok: true });
});

test("when no row can be used, each is named with its line and its reason", async () => {
  expect(
    await upload(dumped(["a,/,soon,1", "b,/,later,1", ",/,2026-02-10 10:00:00,1"]), "website_event.csv"),
  ).toMatchObject({
    reason: {
      kind: "no_rows",
      problems: [
        "website_event.csv, lines 2-3: created_at is not a time.",
        "website_event.csv, line 4: The row has no session_id.",
      ],
    },
  });
  expect(await upload(dumped(["c,/,2020-01-01 10:00:00,1"]), "website_event.csv")).toMatchObject({
    reason: { kind: "no_rows", problems: ["1 row is older than visits are kept."] },
  });
  expect(await upload(archiveOf({ "website_event.csv": "session_id,url_path\na,/\n" }))).toMatchObject({
    reason: { kind: "no_column", file: "website_event.csv", column: "created_at" },
  });
});

test("imported names are our own, and goals, channels, times and depths are in their lists", async () => {
  const day = '"2025-06-01"';
  await imported(
    archiveOf({
      "imported_visitors_20250601_20250601.csv": `date,visitors,pageviews,bounces,visits,visit_duration\n${day},9,20,4,10,600\n`,
      "imported_browsers_20250601_20250601 (1).csv": `date,browser,browser_version,visitors,visits,visit_duration,bounces,pageviews\n${day},"Microsoft Edge","121.0",1,1,1,1,1\n${day},"Mobile Safari","17",2,2,2,2,2\n`,
      "imported_operating_systems_2025-06-01_2025-06-01.csv": `date,operating_system,visitors,visits\n${day},"Chrome OS",1,1\n`,
      "imported_sources_20250601_20250601.csv": [
        "date,source,referrer,utm_source,utm_medium,utm_campaign,visitors,visits,visit_duration,bounces",
        ...[`${day},"Hacker News",,,,,1,1,1,1`, `${day},"Brave",,,,,1,2,1,1`, `${day},"Gmail",,,,,1,3,1,1`],
        ...[
          `${day},"Direct / None",,,,,1,4,1,1`,
          `${day},"google",,google,cpc,spring,1,5,1,1`,
          `${day},partner.example,,,,,1,6,1,1`,
        ],
      ].join("\n"),
      "imported_custom_events_20250601_20250601.csv": `date,name,link_url,path,visitors,events\n${day},"Signup","","",3,5\n`,
      "imported_pages_20250601_20250601.csv": `date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits\n${day},a.example,/pricing,4,4,6,240,4,90,3\n`,
    }),
  );
  const scope = { period: { from: "2025-06-01", to: "2025-06-30", timezone }, filters: [] };
  const rows = async (key: ListKey) => (await readList(ctx, scope, key, { limit: 10 })).rows;
  const named = async (key: ListKey) =>
    (await rows(key)).map(({ name, figures }) => [name, figures.visits ?? figures.times]);
  expect(await named("browser")).toEqual([
    ["Safari", 2],
    ["Edge", 1],
  ]);
  expect(await named("os")).toEqual([["ChromeOS", 1]]);
  expect(await named("source")).toEqual([
    ...[
      ["partner.example", 6],
      ["google.com", 5],
      ["", 4],
      ["mail.google.com", 3],
      ["search.brave.com", 2],
    ],
    ["news.ycombinator.com", 1],
  ]);
  expect(await named("channel")).toEqual([
    ...[
      ["referral", 6],
      ["paid", 5],
      ["direct", 4],
      ["email", 3],
      ["search", 2],
      ["social", 1],
    ],
  ]);
  expect(await rows("page")).toMatchObject([{ name: "/pricing", figures: { views: 6, seconds: 30, scroll: 60 } }]);
  for (const key of ["goal", "conversion"] as const)
    expect(await rows(key)).toMatchObject([{ name: "Signup", figures: { times: 5, visitors: 3 } }]);
  const filters: VisitFilter[] = [{ dimension: "goal", values: ["Signup"], isExcluded: false }];
  expect(await importedTotals(ctx, { ...scope, filters })).toMatchObject({ visitors: 3 });
});

test("time and depth of a page are averages of the views that reported them, imported and our own", async () => {
  const day = '"2026-02-01"';
  await imported(
    archiveOf({
      "imported_pages_20260201_20260201.csv": [
        "date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits",
        `${day},a.example,/pricing,4,4,6,240,4,90,3`,
        `${day},b.example,/pricing,1,1,1,60,1,30,1`,
        `${day},a.example,/faq,2,2,2,0,0,0,0`,
      ].join("\n"),
    }),
  );
  const [session] = await db
    .insert(analyticsSession)
    .values({ key: newId(), client: 1n, firstAt: ctx.now })
    .returning({ id: analyticsSession.id });
  const pageId = await termId(db, "/pricing");
  const startedAt = new Date("2026-02-03T15:00:00Z");
  const own = { sessionId: session!.id, device: 1, rule: null, pageId, visitAt: startedAt };
  const unreported = { seconds: null, scroll: null, lcp: null, fid: null, inp: null, cls: null, fcp: null, ttfb: null };
  const view = (second: number, reported: { seconds?: number; scroll?: number }) => ({
    ...{ ...own, ...unreported, rageClicks: 0, deadClicks: 0, errors: 0, ...reported },
    at: new Date(startedAt.getTime() + second * 1000),
  });
  await storeDerived(db, {
    visits: [
      {
        ...{ sessionId: session!.id, startedAt, endedAt: startedAt, durationSeconds: 0, views: 3, isBounce: false },
        ...{ entryId: pageId, exitId: pageId, pageIds: [pageId], eventIds: [], goalIds: [], valueUsd: 0 },
        ...{ channel: 1, device: 1 },
      },
    ],
    views: [view(0, { seconds: 10, scroll: 100 }), view(10, {}), view(20, {})],
  });
  const scope = { period: { from: "2026-02-01", to: "2026-02-28", timezone }, filters: [] };
  expect((await readList(ctx, scope, "page", { limit: 10 })).rows).toMatchObject([
    { name: "/pricing", figures: { views: 10, visits: 6, seconds: 130 / 5, scroll: 400 / 6 } },
    { name: "/faq", figures: { views: 2, visits: 2, seconds: null, scroll: null } },
  ]);
});
