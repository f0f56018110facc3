import { afterAll, beforeEach, expect, test } from "vitest";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { registerReads } from "#app/platform/database/read-pool.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { analyticsExportEndpoints } from "#app/routes/api/analytics/analytics-export.server.ts";
import { outreachAdminEndpoints } from "#app/routes/api/analytics/outreach-admin.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { openPage } from "#tests/fixtures/strangers.ts";
import { visitStore } from "#tests/fixtures/visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as dropOffsLoader } from "../funnels/drop-offs.tsx";
import { loader as funnelsLoader } from "../funnels/funnels.tsx";
import { loader as outreachLoader } from "../outreach/outreach.tsx";
import { loader as outreachPeopleLoader } from "../outreach/outreach-people.tsx";
import { loader as overviewLoader } from "./analytics.tsx";
import { loader as experienceLoader } from "./experience.tsx";
import { loader as listLoader } from "./list.tsx";
import { loader as visitLoader } from "./visit.tsx";
import { loader as visitsLoader } from "./visits.tsx";

const { db, ctx, connection } = useDatabase();
const { store, forgetTerms } = visitStore(db);

/** Refuses every write, like a standby. */
const standby = openPool({ ...connection, options: "-c default_transaction_read_only=on" });
registerReads(db, createDb(standby));
afterAll(() => standby.end());
let acquired = 0;
standby.on("acquire", () => {
  acquired += 1;
});

beforeEach(async () => {
  forgetTerms();
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
  await store({ source: "google.com", channel: "search" }, [
    { at: "2026-03-01T15:00:00Z", page: "/" },
    { at: "2026-03-01T15:01:00Z", page: "/pricing" },
  ]);
  await rebuildVisits(ctx);
});

const pages = [
  [overviewLoader, "/admin/analytics", {}],
  [listLoader, "/admin/analytics/lists/goal", { list: "goal" }],
  [visitsLoader, "/admin/analytics/visits", {}],
  [visitLoader, "/admin/analytics/visits/1-1", { id: "1-1" }],
  [experienceLoader, "/admin/analytics/experience", {}],
  [funnelsLoader, "/admin/funnel-analytics?by=source", {}],
  [dropOffsLoader, "/admin/funnel-analytics/drop-offs?step=0", {}],
  [outreachLoader, "/admin/outreach-analytics", {}],
  [outreachPeopleLoader, "/admin/outreach-analytics/people?figure=sent", {}],
] as const;

const calls = [
  [callsOf(analyticsExportEndpoints), "/admin/analytics/report"],
  [callsOf(analyticsExportEndpoints), "/admin/analytics/series?metric=visits"],
  [callsOf(analyticsExportEndpoints), "/admin/analytics/lists/source"],
  [callsOf(analyticsExportEndpoints), "/admin/funnel-figures"],
  [callsOf(outreachAdminEndpoints), "/admin/outreach-figures?from=2026-03-01&to=2026-03-02"],
] as const;

test("pages and exports of reports read the standby and write nothing", async () => {
  const admin = await asAdmin(ctx);
  for (const [loader, path, params] of pages) {
    acquired = 0;
    await openPage(loader, admin, path, params);
    expect(acquired, path).toBeGreaterThan(0);
  }
  for (const [call, path] of calls) {
    acquired = 0;
    expect((await call(admin, path, undefined, { method: "GET" })).status, path).toBe(200);
    expect(acquired, path).toBeGreaterThan(0);
  }
});

test("after the admin's own change reports read the primary", async () => {
  const admin = await asAdmin(ctx);
  // Days that changed are loaded from the standby into the memory of the process.
  for (const [loader, path, params] of pages) await openPage(loader, admin, path, params);
  acquired = 0;
  for (const [loader, path, params] of pages) await openPage(loader, { ...admin, hasJustWritten: true }, path, params);
  expect(acquired).toBe(0);
});
