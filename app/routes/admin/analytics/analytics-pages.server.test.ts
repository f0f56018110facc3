import { beforeEach, expect, test } from "vitest";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { mailAdminEndpoints } from "#app/routes/api/admin/mail-admin.server.ts";
import { webhooksAdminEndpoints } from "#app/routes/api/admin/webhooks-admin.server.ts";
import { analyticsAdminEndpoints } from "#app/routes/api/analytics/analytics-admin.server.ts";
import { analyticsExportEndpoints } from "#app/routes/api/analytics/analytics-export.server.ts";
import { billingEndpoints } from "#app/routes/api/billing.server.ts";
import { fullBlueprintEndpoints } from "#app/routes/api/blueprint/full-blueprint.server.ts";
import { deletedElsewhere } from "#app/routes/api/endpoints.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { callRefusesStrangers, openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { visitStore } from "#tests/fixtures/visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as overviewLoader } from "./analytics.tsx";
import { performAnalyticsAction } from "./analytics-actions.ts";
import { loader as experienceLoader } from "./experience.tsx";
import { loader as listLoader } from "./list.tsx";
import { loader as rejectedLoader } from "./rejected.tsx";
import { loader as visitsLoader } from "./visits.tsx";

const { db, ctx } = useDatabase();
const { store, forgetTerms } = visitStore(db);
const call = callsOf(analyticsAdminEndpoints);
const download = callsOf(analyticsExportEndpoints);
const id = "01a1fe57-6fd0-7715-9129-ea11ac96a1b0";

const loaders = [
  [overviewLoader, "/admin/analytics", {}],
  [listLoader, "/admin/analytics/lists/source", { list: "source" }],
  [visitsLoader, "/admin/analytics/visits", {}],
  [experienceLoader, "/admin/analytics/experience", {}],
  [rejectedLoader, "/admin/analytics/rejected", {}],
] as const;

beforeEach(async () => {
  forgetTerms();
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
});

const addVisits = async () => {
  await store({ source: "google.com", channel: "search" }, [
    { at: "2026-03-01T15:00:00Z", page: "/" },
    { at: "2026-03-01T15:01:00Z", page: "/pricing" },
  ]);
  await rebuildVisits(ctx);
};

test("report pages and their endpoints refuse strangers", async () => {
  for (const [loader, path, params] of loaders) await pageRefusesStrangers(ctx, loader, path, params);
  for (const [method, path] of [
    ["POST", "/admin/analytics/segments"],
    ["PUT", `/admin/analytics/segments/${id}`],
    ["DELETE", `/admin/analytics/segments/${id}`],
    ["POST", "/admin/analytics/annotations"],
    ["PUT", `/admin/analytics/annotations/${id}`],
    ["DELETE", `/admin/analytics/annotations/${id}`],
    ["PUT", "/admin/analytics/rules/bot/acceptance"],
    ["DELETE", "/admin/analytics/rules/bot/acceptance"],
  ] as const)
    await callRefusesStrangers(ctx, analyticsAdminEndpoints, path, { method, body: "{" });
  for (const path of ["/admin/analytics/series", "/admin/analytics/lists/source", "/admin/analytics/report"])
    await callRefusesStrangers(ctx, analyticsExportEndpoints, path, { method: "GET" });
});

test("every page opens before the first visit and with any query", async () => {
  const admin = await asAdmin(ctx);
  const overview = await openPage(overviewLoader, admin, "/admin/analytics");
  expect(overview).toMatchObject({ dashboard: { hasVisits: false, totals: { visits: 0 } } });
  await addVisits();
  for (const [loader, path, params] of loaders)
    for (const query of [
      "",
      "?period=12m&compare=year&metric=bounceRate&page=/*&not.device=phone&tab.pages=exit",
      "?period=x&from=2026-99-01&to=%00&compare=x&metric=__proto__&source=%00&after=x&before=y&rule=x",
      "?campaign=&goal=&channel=nothing&from=2020-01-01&to=2026-03-02&q=%25_%5C&did=rage&name=x&on=%2F",
    ])
      expect(typeof (await openPage(loader, admin, `${path}${query}`, params)), path + query).toBe("object");
  expect(await openPage(overviewLoader, admin, "/admin/analytics")).toMatchObject({
    dashboard: { hasVisits: true, totals: { visits: 1 } },
  });
  expect(await openPage(listLoader, admin, "/admin/analytics/lists/x", { list: "constructor" })).toEqual([404]);
});

test("the filter form redirects to the filtered URL", async () => {
  const admin = await asAdmin(ctx);
  for (const [loader, path, params] of loaders.slice(0, 4))
    expect(await openPage(loader, admin, `${path}?period=7d&filter=page&is=not&value=%2Ffaq`, params)).toEqual([
      302,
      `${path}?period=7d&not.page=%2Ffaq`,
    ]);
});

test("a list has one share column: of visits or views, or the rate of visitors", async () => {
  const admin = await asAdmin(ctx);
  await store({ source: "google.com", channel: "search" }, [
    { at: "2026-03-01T15:00:00Z", page: "/" },
    { at: "2026-03-01T15:01:00Z", kind: "conversion", page: "/", type: "goal_complete", name: "newsletter" },
  ]);
  await rebuildVisits(ctx);
  const columnsOf = async (list: string) =>
    (await pageText(admin, `/admin/analytics/lists/${list}`)).match(/\b(Share|Rate)\b/g);
  expect(await columnsOf("source")).toEqual(["Share"]);
  expect(await columnsOf("goal")).toEqual(["Rate"]);
});

test("a list is paginated, searched and filtered", async () => {
  const admin = await asAdmin(ctx);
  await addVisits();
  const page = (query: string) =>
    openPage(listLoader, admin, `/admin/analytics/lists/page${query}`, { list: "page" }) as Promise<{
      rows: { name: string }[];
      start: number;
      previous: string | null;
      next: string | null;
    }>;
  expect(await page("")).toMatchObject({
    ...{ rows: [{ name: "/" }, { name: "/pricing" }], count: 2, start: 0, previous: null, next: null },
  });
  expect((await page("?q=PRIC")).rows.map(({ name }) => name)).toEqual(["/pricing"]);
  expect((await page("?device=phone")).rows).toEqual([]);
  expect(await page("?after=50")).toMatchObject({ rows: [], start: 50, previous: "50" });
  expect(await page("?before=50")).toMatchObject({ start: 0, previous: null });
  expect(await page("?after=99999")).toMatchObject({ start: 10_000 });
});

test("a record that was deleted in another tab is named, with what to do", async () => {
  const admin = await asAdmin(ctx);
  const gone = "00000000-0000-7000-8000-000000000000";
  const saying = (noun: string) => ({
    status: 404,
    body: { error: { code: "not_found", message: deletedElsewhere(noun) } },
  });
  const put = (path: string, body: object) => call(admin, path, { ...body, version: 1 }, { method: "PUT" });
  const filters = [{ dimension: "device", isExcluded: false, values: ["phone"] }];
  expect(await put(`/admin/analytics/segments/${gone}`, { name: "Phones", filters })).toMatchObject(saying("segment"));
  const note = { day: "2026-03-01", text: "Launch" };
  expect(await put(`/admin/analytics/annotations/${gone}`, note)).toMatchObject(saying("note"));
  const goal = { name: "Price", kind: "page", target: "/pricing", property: "", propertyValue: "" };
  expect(await put(`/admin/analytics/goals/${gone}`, goal)).toMatchObject(saying("goal"));
  const webhook = callsOf(webhooksAdminEndpoints)(admin, `/admin/webhooks/${gone}/test`, { event: "analysis.created" });
  expect(await webhook).toMatchObject(saying("endpoint"));
  const suppression = callsOf(mailAdminEndpoints)(admin, `/admin/mail/suppressions/${gone}`, undefined, {
    method: "DELETE",
  });
  expect(await suppression).toMatchObject(saying("suppression"));
  const figures = download(admin, `/admin/funnel-figures?funnel=${gone}`, undefined, { method: "GET" });
  expect(await figures).toMatchObject(saying("funnel"));
  // Never deleted by another admin.
  const unlock = await callsOf(fullBlueprintEndpoints)(admin, `/admin/blueprints/${gone}/unlock`, {});
  expect(unlock).toMatchObject({
    status: 404,
    body: { error: { message: expect.stringMatching(/^This blueprint.* owner/) } },
  });
  const check = await callsOf(billingEndpoints)(admin, `/admin/payments/${gone}/check`, {});
  expect(check).toMatchObject({ status: 404, body: { error: { message: "There is no such payment." } } });
});

test("endpoints return the changed record, and refusals say what to do", async () => {
  const admin = await asAdmin(ctx);
  const filters = [{ dimension: "device", isExcluded: false, values: ["phone"] }];
  const saved = await call(admin, "/admin/analytics/segments", { name: "Phones", filters });
  expect(saved.status).toBe(201);
  const path = `/admin/analytics/segments/${(saved.body as { id: string }).id}`;
  const put = (body: object) => call(admin, path, { name: "Phones", filters, ...body }, { method: "PUT" });
  expect(await put({ version: 1, name: "Small" })).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await put({ version: 1 })).toMatchObject({ status: 409, body: { error: { code: "stale" } } });
  expect((await put({ version: 2, filters: [] })).status).toBe(422);
  expect(await call(admin, "/admin/analytics/segments", { name: "Small", filters })).toMatchObject({
    status: 409,
    body: { error: { code: "name_taken", fields: { name: "A segment has this name." } } },
  });
  expect((await call(admin, path, undefined, { method: "DELETE" })).status).toBe(200);
  expect((await put({ version: 2 })).status).toBe(404);
  expect((await call(admin, "/admin/analytics/annotations", { day: "2026-03-01", text: "" })).status).toBe(422);
  expect((await call(admin, "/admin/analytics/annotations", { day: "2026-03-01", text: "Launch" })).status).toBe(201);
  expect((await call(admin, "/admin/analytics/rules/x/acceptance", undefined, { method: "PUT" })).status).toBe(404);
  expect((await call(admin, "/admin/analytics/rules/bot/acceptance", undefined, { method: "PUT" })).status).toBe(200);
  expect(await openPage(rejectedLoader, admin, "/admin/analytics/rejected?rule=bot")).toMatchObject({
    groups: expect.arrayContaining([expect.objectContaining({ rule: "bot", isAccepted: true })]),
    ...{ rule: "bot", sample: [] },
  });
});

test("files are named for the period and never cached", async () => {
  const admin = await asAdmin(ctx);
  await addVisits();
  const get = (path: string) => download(admin, `/admin/analytics/${path}`, undefined, { method: "GET" });
  const period = "from=2026-03-01&to=2026-03-02";
  for (const [path, name] of [
    [`series?${period}&metric=views`, "gtmarc-analytics-views-2026-03-01-to-2026-03-02.csv"],
    [`lists/source?${period}`, "gtmarc-analytics-source-2026-03-01-to-2026-03-02.csv"],
    [`report?${period}`, "gtmarc-analytics-2026-03-01-to-2026-03-02.json"],
  ] as const) {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  expect((await get("lists/unknown")).status).toBe(404);
});

test("forms with an unknown intent return 400 and do nothing", async () => {
  const form = new FormData();
  form.set("intent", "drop-everything");
  await expect(performAnalyticsAction(form)).rejects.toMatchObject({ status: 400 });
});
