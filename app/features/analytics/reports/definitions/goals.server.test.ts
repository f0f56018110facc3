import { beforeEach, expect, test } from "vitest";
import { listAlertChoices, readAlerts, sendAlerts, setAlerts } from "#app/features/analytics/alerts/alerts.server.ts";
import { createFunnel } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import { exportPersonalData, forgetPerson } from "#app/features/analytics/personal-data.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import {
  analyticsAlert,
  analyticsGoal,
  analyticsSession,
  analyticsSharedLink,
} from "#app/features/analytics/tables.server.ts";
import { deriveSessions } from "#app/features/analytics/visits/visits.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { newClient } from "#tests/fixtures/new-client.ts";
import { type NewHit, storeHits, termId } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { changeGoal, createGoal, deleteGoal, goalVisitors, listGoals } from "./goals.server.ts";
import { GoalInput, goalText, maxGoals } from "./goals.ts";
import {
  createSharedLink,
  endSharedLink,
  listSharedLinks,
  maxSharedLinks,
  openSharedLink,
} from "./shared-links.server.ts";

const { db, ctx } = useDatabase();
const timezone = "America/New_York";
const goal: GoalInput = { name: "Read prices", kind: "page", target: "/pricing", property: "", propertyValue: "" };
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "hello@gtmarc.example" });
  await createPartitions(ctx, new Date("2025-12-01"), new Date("2026-04-01"));
  admin = await asAdmin(ctx);
});

test("goals are ordered by the letters of their names", async () => {
  for (const name of ["Zebra", "api", "Österreich"]) value(await createGoal(admin, { ...goal, name }));
  expect((await listGoals(ctx)).map(({ name }) => name)).toEqual(["api", "Österreich", "Zebra"]);
});

type Action = { kind: number; page?: string; type?: string; name?: string; detail?: Record<string, string> };
const view = (page: string): Action => ({ kind: hitKinds.page_view, page });
const event = (name: string, detail: Record<string, string> = {}): Action => ({
  ...{ kind: hitKinds.event, type: "custom", name, detail, page: "/" },
});

/** Stores `count` visitors who did these actions, a second apart. */
async function visitors(at: string, count: number, ...actions: Action[]) {
  const sessions = await db
    .insert(analyticsSession)
    .values(
      Array.from({ length: count }, () => ({
        ...{ key: crypto.randomUUID(), client: newClient(), firstAt: new Date(at), device: 1, channel: 1 },
      })),
    )
    .returning({ id: analyticsSession.id });
  const idOf = async (text: string | undefined) => (text === undefined ? null : termId(db, text));
  const hits: NewHit[] = [];
  for (const [index, { kind, page, type, name, detail }] of actions.entries()) {
    const ids = { pageId: await idOf(page), typeId: await idOf(type), nameId: await idOf(name) };
    for (const { id } of sessions)
      hits.push({ ...ids, kind, sessionId: id, at: new Date(Date.parse(at) + index * 1000), detail: detail ?? null });
  }
  await storeHits(db, hits);
  const ids = sessions.map(({ id }) => id);
  await deriveSessions(ctx, ids);
}

const scope = { period: { from: "2026-02-01", to: "2026-02-28", timezone }, filters: [] };
const reached = (of: Partial<GoalInput>) => goalVisitors(ctx, scope, { ...goal, ...of });

test("a goal counts the visitors of past visits: by page, event or conversion, with a wildcard or a property", async () => {
  await visitors("2026-02-10T15:00:00Z", 3, view("/"), view("/pricing"));
  await visitors(
    "2026-02-11T15:00:00Z",
    2,
    view("/pricing/details"),
    event("signup", { plan: "pro" }),
    event("signup"),
  );
  await visitors("2026-02-12T15:00:00Z", 4, view("/"), event("signup", { plan: "free" }));
  await visitors("2026-03-01T15:00:00Z", 5, view("/pricing"));
  const conversion = { kind: hitKinds.conversion, type: "goal_complete", name: "call", page: "/" };
  await visitors("2026-02-13T15:00:00Z", 1, view("/"), conversion);
  expect(await reached({})).toBe(3);
  expect(await reached({ target: "/pricing*" })).toBe(5);
  expect(await reached({ kind: "event", target: "signup" })).toBe(6);
  expect(await reached({ kind: "event", target: "sign*" })).toBe(6);
  expect(await reached({ kind: "event", target: "signup", property: "plan", propertyValue: "pro" })).toBe(2);
  expect(await reached({ kind: "event", target: "signup", property: "plan", propertyValue: "gold" })).toBe(0);
  expect(await reached({ kind: "conversion", target: "call" })).toBe(1);
  const odd = `it's "\\' or 1 = 1 --`;
  expect(await reached({ kind: "event", target: "signup", property: odd, propertyValue: "x" })).toBe(0);
  await visitors("2026-02-14T15:00:00Z", 1, view("/"), event("odd", { [odd]: odd }));
  expect(await reached({ kind: "event", target: "odd", property: odd, propertyValue: odd })).toBe(1);
  const pricing = { dimension: "page" as const, isExcluded: false, values: ["/pricing*"] };
  expect(await goalVisitors(ctx, { ...scope, filters: [pricing] }, { ...goal, kind: "event", target: "signup" })).toBe(
    2,
  );
});

test("goals are refused with a sentence beside the field", () => {
  const errors = (changed: Partial<GoalInput>) =>
    GoalInput.safeParse({ ...goal, ...changed }).error?.issues.map(
      ({ path, message }) => `${path.join(".")}: ${message}`,
    );
  expect(errors({})).toBeUndefined();
  expect(errors({ target: "pricing" })).toEqual(["target: Start the path with a slash: /pricing."]);
  expect(errors({ property: "plan", propertyValue: "pro" })).toEqual([
    "property: Pages have no properties. Leave this empty.",
  ]);
  expect(errors({ kind: "event", target: "a*", property: "plan", propertyValue: "pro" })).toEqual([
    "target: Enter the whole name when you use a property.",
  ]);
  expect(errors({ kind: "event", property: "plan" })).toEqual(["propertyValue: Enter the value of the property."]);
  expect(errors({ name: " " })).toEqual(["name: Enter a name."]);
  expect(goalText({ kind: "event", target: "signup", property: "plan", propertyValue: "pro" })).toBe(
    "Event signup with plan = pro",
  );
});

test("goals are shared by all admins; names are unique, also at the same time, and a change needs the version read", async () => {
  const results = await Promise.all([1, 2, 3].map(() => createGoal(admin, goal)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const goalId = (await listGoals(ctx))[0]!.id;
  expect(value(await changeGoal(admin, { ...goal, goalId, target: "/faq", version: 1 }))).toEqual({ version: 2 });
  expect(await changeGoal(admin, { ...goal, goalId, target: "/x", version: 1 })).toMatchObject({
    reason: { kind: "stale" },
  });
  // Without a change the version stays, so a page opened before is not out of date.
  expect(value(await changeGoal(admin, { ...goal, goalId, target: "/faq", version: 2 }))).toEqual({ version: 2 });
  expect(await listGoals(ctx)).toMatchObject([{ target: "/faq", version: 2 }]);
  await deleteGoal(admin, { goalId });
  value(await deleteGoal(admin, { goalId }));
  expect(await changeGoal(admin, { ...goal, goalId, version: 2 })).toMatchObject({ reason: { kind: "not_found" } });
  await db
    .insert(analyticsGoal)
    .values(Array.from({ length: maxGoals }, (_, n) => ({ ...goal, name: `Goal ${n}`, createdAt: ctx.now })));
  expect(await createGoal(admin, goal)).toMatchObject({ reason: { kind: "too_many_goals" } });
});

test("a shared link opens until it is ended; the database has only a hash of it", async () => {
  const filters = [{ dimension: "source" as const, isExcluded: false, values: ["google.com"] }];
  const { id: linkId, url } = value(await createSharedLink(admin, { name: "Agency", filters }));
  expect(url).toMatch(/^https:\/\/gtmarc\.example\/share\/[\w-]{43}\/analytics$/);
  const token = url.split("/").at(-2)!;
  expect(value(await openSharedLink(asAnonymous(ctx), token))).toEqual({ name: "Agency", filters });
  expect(await listSharedLinks(ctx)).toMatchObject([{ id: linkId, url }]);
  expect(JSON.stringify(await db.select().from(analyticsSharedLink))).not.toContain(token);
  expect(await openSharedLink(ctx, `${token.slice(1)}A`)).toMatchObject({ reason: { kind: "not_found" } });
  useSettings({ SECRET: "b".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "hello@gtmarc.example" });
  expect(await listSharedLinks(ctx)).toMatchObject([{ id: linkId, url: null }]);
  await endSharedLink(admin, { linkId });
  value(await endSharedLink(admin, { linkId }));
  expect(await openSharedLink(ctx, token)).toMatchObject({ reason: { kind: "ended" } });
  expect(await listSharedLinks(ctx)).toEqual([]);
});

test("open links are limited, also when two admins share at the same time", async () => {
  const results = await Promise.all(
    Array.from({ length: maxSharedLinks + 2 }, (_, n) => createSharedLink(admin, { name: `Link ${n}`, filters: [] })),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(maxSharedLinks);
});

const mails = () => db.select().from(message);
const send = (at: typeof ctx) =>
  sendAlerts(at, { admins: [{ userId: admin.actor.userId, email: admin.actor.email }], firmZone: timezone });
const choose = async (...figures: string[]) =>
  setAlerts(admin, { figures, from: await readAlerts(admin), firmZone: timezone });
/** Tuesday, March 10, 08:00 in New York: alerts about Monday. `ctx.now` is Monday, March 2, 10:00 in New York. */
const tuesday = { ...ctx, now: new Date("2026-03-10T12:00:00Z") };
/** Mondays before March 9, at 15:00 UTC. */
const mondays = Array.from({ length: 8 }, (_, week) =>
  new Date(Date.parse("2026-03-09T15:00:00Z") - (week + 1) * 7 * dayMs).toISOString(),
);

test("a tab with an older choice of alerts changes only what was changed in it", async () => {
  value(await choose("visits"));
  value(await choose("visits", "revenueUsd"));
  value(await setAlerts(admin, { figures: ["visits", "visitors"], from: ["visits"], firmZone: timezone }));
  expect((await readAlerts(admin)).toSorted()).toEqual(["revenueUsd", "visitors", "visits"]);
  value(await setAlerts(admin, { figures: [], from: ["visits"], firmZone: timezone }));
  expect((await readAlerts(admin)).toSorted()).toEqual(["revenueUsd", "visitors"]);
});

test("a figure that leaves its usual range is mailed once, to those who chose it", async () => {
  for (const monday of mondays) await visitors(monday, 20, view("/"));
  await visitors("2026-03-09T15:00:00Z", 60, view("/pricing"));
  expect(await send(tuesday)).toBe(0);
  value(await choose("visits", "revenueUsd", "unknown"));
  expect(await readAlerts(admin)).toEqual(["visits", "revenueUsd"]);
  expect(await send({ ...ctx, now: new Date("2026-03-10T11:59:00Z") })).toBe(0);
  const sent = await Promise.all([send(tuesday), send(tuesday), send(tuesday)]);
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await mails()).toMatchObject([
    { kind: "analytics-alert", toAddress: admin.actor.email, subject: "Visits: 60, usually 7 to 33" },
  ]);
  expect((await mails())[0]!.text).toContain("Visits: 60, usually 7 to 33");
  expect(await send(later(tuesday, { days: 1 }))).toBe(0);
});

test("a usual day, a new site and admins who stopped get no mail", async () => {
  for (const monday of mondays) await visitors(monday, 20, view("/"));
  await visitors("2026-03-09T15:00:00Z", 24, view("/"));
  const { id } = value(await createGoal(admin, goal));
  value(await choose("visits", `goal:${id}`));
  expect(await send(tuesday)).toBe(0);
  value(await choose());
  await visitors("2026-03-16T15:00:00Z", 90, view("/"));
  expect(await send(later(tuesday, { days: 7 }))).toBe(0);
  expect(await mails()).toEqual([]);
});

test("a goal that leaves its usual range is mailed; its alerts end with it", async () => {
  const { id } = value(await createGoal(admin, goal));
  const choices = await listAlertChoices(ctx, await listGoals(ctx));
  expect(choices.map(({ group }) => group)).toContain("Main funnel");
  expect(choices).toContainEqual({ key: `goal:${id}`, label: "Read prices", group: "Goals" });
  value(await choose(`goal:${id}`));
  for (const monday of mondays) await visitors(monday, 10, view("/pricing"));
  await visitors("2026-03-09T15:00:00Z", 40, view("/pricing"));
  expect(await send(tuesday)).toBe(1);
  expect(await mails()).toMatchObject([{ subject: "Read prices: 40, usually 1 to 19" }]);
  await deleteGoal(admin, { goalId: id });
  expect(await db.select().from(analyticsAlert)).toEqual([]);
});

test("a funnel step is checked on Mondays, for visitors who had a week to continue", async () => {
  const steps = ["/", "/pricing"].map((path) => ({
    name: path,
    matches: [{ kind: "page" as const, path }],
    isOptional: false,
  }));
  const definition = { steps, order: "ordered" as const, windowHours: 24 * 30 };
  const { id } = value(await createFunnel(admin, { name: "Prices", definition }));
  value(await choose(`step:${id}:/pricing`));
  for (const monday of mondays) {
    await visitors(monday, 20, view("/"), view("/pricing"));
    await visitors(monday, 20, view("/"));
  }
  await visitors("2026-03-09T15:00:00Z", 40, view("/"));
  expect(await send({ ...ctx, now: new Date("2026-03-22T13:00:00Z") })).toBe(0);
  expect(await send({ ...ctx, now: new Date("2026-03-23T13:00:00Z") })).toBe(1);
  const [mail] = await mails();
  expect(mail!.subject).toBe("/pricing: 0%, usually 26.3% to 73.7%");
  expect(mail!.text).toContain("Visitors who started from Mar 9 to Mar 15");
});

test("alerts are part of a person's data and are erased with them", async () => {
  value(await choose("visits"));
  const person = { userId: admin.actor.userId, email: admin.actor.email, until: ctx.now };
  expect(await exportPersonalData(ctx, person as never)).toMatchObject({ alerts: [{ figure: "visits" }] });
  await forgetPerson(ctx, person as never);
  expect(await readAlerts(admin)).toEqual([]);
});
