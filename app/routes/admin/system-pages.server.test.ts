import { beforeEach, expect, test, vi } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { operationsAdminEndpoints } from "#app/routes/api/admin/operations-admin.server.ts";
import { settingsAdminEndpoints } from "#app/routes/api/admin/settings-admin.server.ts";
import { connectConsumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { deadLetter, failedJob } from "#tests/fixtures/operations-commands.ts";
import { callRefusesStrangers, openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { performJobAction } from "./jobs/job-actions.ts";
import { loader as jobsLoader } from "./jobs/jobs.tsx";
import { loader as undeliveredLoader } from "./jobs/undelivered.tsx";
import { loader as policyLoader } from "./security/policy-reports.tsx";
import { loader as securityLoader } from "./security/security.tsx";
import { loader as settingGroupLoader } from "./settings/setting-group.tsx";
import { clientAction as settingsAction, loader as settingsLoader } from "./settings/settings.tsx";

const { ctx } = useDatabase({ jobs: jobDefinitions });
vi.stubGlobal("__BUILD_DIR__", "build");
const hidden = "hidden-word";
const call = callsOf(operationsAdminEndpoints);
beforeEach(() => {
  connectConsumers();
  useSettings({
    ...{ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" },
    ...{ SMTP_URL: `smtp://user:${hidden}@mail.example`, STRIPE_SECRET_KEY: undefined },
  });
});

test("jobs, security and settings refuse strangers, and so do their endpoints", async () => {
  for (const [loader, path] of [
    [jobsLoader, "/admin/jobs"],
    [undeliveredLoader, "/admin/jobs/events"],
    [securityLoader, "/admin/security"],
    [policyLoader, "/admin/security/policy"],
    [settingsLoader, "/admin/settings"],
    [settingGroupLoader, "/admin/settings/mail"],
  ] as const)
    await pageRefusesStrangers(ctx, loader, path);
  for (const path of [
    "/admin/queues/mail.deliver/retries",
    "/admin/queues/mail.deliver/discards",
    "/admin/event-deliveries",
    "/admin/integrations/mail/tests",
  ])
    await callRefusesStrangers(ctx, operationsAdminEndpoints, path, { body: "{" });
});

test("the jobs page lists every queue of the product and the failed jobs, without parameters", async () => {
  await failedJob(ctx, "accounts.mail-reset", { data: { userId: "private", request: "hash" } });
  await failedJob(ctx, "mail.sweep");
  const admin = await asAdmin(ctx);
  const page = (await openPage(jobsLoader, admin, "/admin/jobs")) as Awaited<ReturnType<typeof jobsLoader>>;
  expect(page.queues.map(({ name }) => name)).toEqual(jobDefinitions.map(({ name }) => name).toSorted());
  expect(page.failed.rows).toHaveLength(2);
  expect(JSON.stringify(page)).not.toContain("private");
  const one = (await openPage(jobsLoader, admin, "/admin/jobs?queue=mail.sweep")) as typeof page;
  expect(one.failed.rows.map(({ name }) => name)).toEqual(["mail.sweep"]);
  for (const broken of ["after=x", "before=%00", "queue=%27%3B", "after=MjAyNi0wMi0zMSAxIHg"])
    expect(await openPage(jobsLoader, admin, `/admin/jobs?${broken}`)).toHaveProperty("failed");
});

test("undelivered events are listed by consumer, with attempts and reason", async () => {
  const eventId = await deadLetter(ctx, "analytics");
  const admin = await asAdmin(ctx);
  const letter = { eventId, consumer: "analytics", event: "payment.received", attempts: 9 };
  const rows = async (query: string) =>
    ((await openPage(undeliveredLoader, admin, `/admin/jobs/events${query}`)) as { rows: unknown[] }).rows;
  expect(await rows("")).toMatchObject([letter]);
  expect(await rows("?consumer=analytics")).toMatchObject([letter]);
  expect(await rows("?consumer=pipeline")).toEqual([]);
});

test("endpoints return the changed record, 404 for unknown queues and jobs, and 409 for disabled integrations", async () => {
  const admin = await asAdmin(ctx);
  const jobId = await failedJob(ctx, "mail.sweep");
  expect(await call(admin, "/admin/queues/mail.sweep/retries", { jobId })).toMatchObject({
    status: 200,
    body: { count: 1 },
  });
  expect(await call(admin, "/admin/queues/mail.sweep/retries", { jobId })).toMatchObject({
    status: 404,
    body: { error: { message: expect.stringMatching(/^This is no longer in the list.* retried or discarded/) } },
  });
  expect((await call(admin, "/admin/queues/unknown/discards", { jobId: null })).status).toBe(404);
  expect((await call(admin, "/admin/queues/mail.sweep/discards", {})).status).toBe(422);
  expect((await call(admin, "/admin/event-deliveries", { consumer: "x", eventId: null })).status).toBe(404);
  const switchedOff = await call(admin, "/admin/integrations/stripe/tests");
  expect(switchedOff).toMatchObject({
    status: 409,
    body: { error: { message: "This integration is off. Set it up under Settings, Billing first." } },
  });
  expect((await call(admin, "/admin/integrations/everything/tests")).status).toBe(404);
});

test("the eleventh test of an integration in ten minutes is refused with Retry-After", async () => {
  const admin = await asAdmin(ctx);
  for (let n = 0; n < 10; n += 1) await call(admin, "/admin/integrations/stripe/tests");
  const answer = await call(admin, "/admin/integrations/stripe/tests");
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
});

test("forms with an unknown intent return 400 and do nothing", async () => {
  const form = new FormData();
  form.set("intent", "drop-everything");
  await expect(performJobAction(form)).rejects.toMatchObject({ status: 400 });
  const request = new Request("http://localhost:3000/admin/settings", { method: "POST", body: form });
  await expect(settingsAction({ request } as never)).rejects.toMatchObject({ status: 400 });
});

test("the settings page shows settings and the installation, and no secret values", async () => {
  const page = (await openPage(settingsLoader, await asAdmin(ctx), "/admin/settings")) as Awaited<
    ReturnType<typeof settingsLoader>
  >;
  expect(JSON.stringify(page)).not.toContain(hidden);
  expect(page.integrations.find(({ key }) => key === "mail")).toMatchObject({
    isOn: true,
    settings: [{ label: "Mail server", isSet: true }, { label: "Secret of inbound mail" }, { label: "Reply address" }],
  });
  expect(page.facts).toMatchObject({
    ...{ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), siteUrl: "https://gtmarc.example" },
    database: { version: expect.stringMatching(/^\d+/), bytes: expect.any(Number) },
  });
});

test("security pages accept any period, kind and cursor in the query", async () => {
  const admin = await asAdmin(ctx);
  for (const query of ["", "?days=90&kind=decoy", "?days=x&kind=x&client=%27", "?after=x&before=y"]) {
    expect(await openPage(securityLoader, admin, `/admin/security${query}`)).toMatchObject({ rows: [] });
    expect(await openPage(policyLoader, admin, `/admin/security/policy${query}`)).toMatchObject({ rows: [] });
  }
});

test("the page of a group shows its settings without secrets and its history; an unknown group is not found", async () => {
  const admin = await asAdmin(ctx);
  const send = (change: object) =>
    callsOf(settingsAdminEndpoints)(admin, "/admin/settings", { changes: [change] }, { method: "PUT" });
  expect((await send({ name: "mail.webhook_secret", value: "sixteen-letters-" })).status).toBe(200);
  const refused = await send({ name: "mail.from", value: "nobody" });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused)).toContain("mail.from needs one sender");
  type GroupPage = Awaited<ReturnType<typeof settingGroupLoader>>;
  const { page } = (await openPage(settingGroupLoader, admin, "/admin/settings/mail", { group: "mail" })) as GroupPage;
  expect(page.fields.find(({ name }) => name === "mail.webhook_secret")).toMatchObject({ value: "set", secret: true });
  expect(page.history).toMatchObject([{ label: "Secret of inbound mail", from: "Not set", to: "Set" }]);
  expect(JSON.stringify(page)).not.toMatch(/sixteen-letters|v1\./);
  expect(await openPage(settingGroupLoader, admin, "/admin/settings/none", { group: "none" })).toEqual([404]);
});

test("a change has at most fifty settings of 60,000 characters each", async () => {
  const admin = await asAdmin(ctx);
  const send = (changes: object[]) =>
    callsOf(settingsAdminEndpoints)(admin, "/admin/settings", { changes }, { method: "PUT" });
  const change = { name: "mail.webhook_secret", value: "sixteen-letters-" };
  const codes = [
    await send(Array.from({ length: 51 }, () => change)),
    await send([{ ...change, value: "x".repeat(60_001) }]),
  ].map(({ status, body }) => [status, (body as { error: { code: string } }).error.code]);
  expect(codes).toEqual([
    [422, "invalid_input"],
    [422, "invalid_input"],
  ]);
});
