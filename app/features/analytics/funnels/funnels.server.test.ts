import { beforeAll, expect, test } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { newClient } from "#tests/fixtures/new-client.ts";
import { storeHits, termId } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { ruleKey } from "../collecting/session-key.server.ts";
import { channels } from "../collecting/sources/channels.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import { analyticsAcceptedRule, analyticsIdentity, analyticsSession, funnelEvent } from "../tables.server.ts";
import { deriveVisits } from "../visits/visits.server.ts";
import type { FunnelDefinition, FunnelMatch } from "./funnel-definition.ts";
import { mainFunnel, readFunnel, readFunnelBreakdown } from "./funnels.server.ts";

const { db, ctx } = useDatabase();
beforeAll(() => createPartitions(ctx, new Date("2026-02-01"), new Date("2026-05-01")));

const start = Date.parse("2026-03-02T20:00:00Z");
const march = { period: { from: "2026-03-01", to: "2026-03-31", timezone: "UTC" }, filters: [] };
const at = (minute: number) => new Date(start + minute * minuteMs);
const day = 24 * 60;

type Visitor = { id: number; key: string };
async function visitor(facts: Partial<typeof analyticsSession.$inferInsert> = {}): Promise<Visitor> {
  const key = newId();
  const [row] = await db
    .insert(analyticsSession)
    .values({ key, client: newClient(), firstAt: new Date(start), device: 1, ...facts })
    .returning({ id: analyticsSession.id });
  return { id: row!.id, key };
}

const view = async ({ id }: Visitor, minute: number, path: string) =>
  storeHits(db, [{ kind: hitKinds.page_view, sessionId: id, at: at(minute), pageId: await termId(db, path) }]);

const convert = async ({ id }: Visitor, minute: number, [type, name]: [string, string], value: number) =>
  storeHits(db, [
    {
      ...{ kind: hitKinds.conversion, sessionId: id, at: at(minute), value },
      ...{ typeId: await termId(db, type), nameId: await termId(db, name) },
    },
  ]);

const step = (
  minute: number,
  name: string,
  of: { visitor?: Visitor; userId?: string; value?: number; blueprintId?: string } = {},
) => {
  const [stage, substage] = name.split(".") as [string, string];
  const { visitor: { key } = { key: null }, userId = null, value = null, blueprintId = null } = of;
  const ids = { sessionKey: key, userId, blueprintId };
  return db.insert(funnelEvent).values({ stage, substage, ...ids, value, occurredAt: at(minute) });
};

const funnel = (...matches: FunnelMatch[]): FunnelDefinition => ({
  steps: matches.map((match, n) => ({ name: `Step ${n + 1}`, matches: [match], isOptional: false })),
  order: "ordered",
  windowHours: 24,
});
const page = (path: string): FunnelMatch => ({ kind: "page", path });

const visitors = async (definition: FunnelDefinition, scope: Parameters<typeof readFunnel>[2] = march) =>
  (await readFunnel(ctx, definition, scope)).steps.map((each) => each.visitors);

test("steps are counted per visitor, with drop-offs, times between steps and revenue", async () => {
  const [bounced, looked, bought, slow] = [await visitor(), await visitor(), await visitor(), await visitor()];
  for (const one of [bounced, looked, bought, slow]) await view(one, 0, "/");
  await view(bounced, 1, "/");
  for (const [one, minute] of [
    [looked, 2],
    [bought, 4],
    [slow, 6],
  ] as const)
    await view(one, minute, "/pricing");
  await convert(bought, 10, ["revenue", "plan"], 990);
  await convert(slow, 2 * day, ["revenue", "plan"], 990);
  await deriveVisits(ctx);
  const { steps } = await readFunnel(
    ctx,
    funnel(page("/"), page("/pricing"), { kind: "conversion", type: "revenue", name: "*" }),
    march,
  );
  expect(steps).toMatchObject([
    { visitors: 4, fromStart: 1, fromPrevious: 1, droppedOff: 1, medianSeconds: null },
    { visitors: 3, fromStart: 0.75, fromPrevious: 0.75, droppedOff: 2, medianSeconds: 240 },
    { visitors: 1, fromStart: 0.25, droppedOff: 0, medianSeconds: 360, revenueUsd: 990 },
  ]);
});

test("the tabs of one client are one visitor, on each of its days", async () => {
  const client = newClient();
  const [first, second] = [await visitor({ client }), await visitor({ client })];
  const stranger = await visitor();
  await view(first, 0, "/");
  await view(stranger, 0, "/");
  await view(second, 1, "/pricing");
  await view(first, day - 10, "/faq");
  await deriveVisits(ctx);
  expect(await visitors(funnel(page("/"), page("/pricing"), page("/faq")))).toEqual([2, 1, 1]);
});

test("revenue in the first step counts for visitors who went no further", async () => {
  const [paid, renewed, reader, convinced] = [await visitor(), await visitor(), await visitor(), await visitor()];
  await convert(paid, 0, ["revenue", "plan"], 990);
  await convert(renewed, 0, ["revenue", "plan"], 10);
  await convert(renewed, 1, ["revenue", "plan"], 500);
  await view(reader, 0, "/faq");
  await view(convinced, 0, "/faq");
  await convert(convinced, 5, ["revenue", "plan"], 20);
  await deriveVisits(ctx);
  const definition = funnel({ kind: "conversion", type: "revenue", name: "*" }, page("/faq"));
  const { steps } = await readFunnel(ctx, definition, march);
  expect(steps).toMatchObject([
    { visitors: 3, revenueUsd: 1020 },
    { visitors: 0, revenueUsd: 0 },
  ]);
});

test("steps have alternatives and wildcards; unknown paths match nothing", async () => {
  const [one, other, third] = [await visitor(), await visitor(), await visitor()];
  await view(one, 0, "/automation-grid/lead-router");
  await view(one, 1, "/faq");
  await view(other, 0, "/automation-grid/deal-desk");
  await view(other, 1, "/contact");
  await view(third, 0, "/automation-grid");
  await view(third, 1, "/faq");
  await deriveVisits(ctx);
  const definition = funnel(page("/automation-grid/*"), page("/faq"));
  expect(await visitors(definition)).toEqual([2, 1]);
  definition.steps[1]!.matches.push(page("/contact"));
  expect(await visitors(definition)).toEqual([2, 2]);
  expect(await visitors(funnel(page("/nowhere"), page("/faq")))).toEqual([0, 0]);
});

test("the funnel begins in the period and continues after it", async () => {
  const one = await visitor();
  await view(one, 0, "/");
  await view(one, 12 * 60, "/pricing");
  await deriveVisits(ctx);
  const on = (date: string) => ({ ...march, period: { from: date, to: date, timezone: "UTC" } });
  const definition = funnel(page("/"), page("/pricing"));
  expect(await visitors(definition, on("2026-03-02"))).toEqual([1, 1]);
  expect(await visitors(definition, on("2026-03-03"))).toEqual([0, 0]);
  // Eight in the evening UTC is the next morning in Tokyo.
  expect(
    await visitors(definition, { ...march, period: { ...on("2026-03-03").period, timezone: "Asia/Tokyo" } }),
  ).toEqual([1, 1]);
});

test("rejected visits are excluded until their rule is accepted", async () => {
  const [one, robot] = [await visitor(), await visitor({ rule: 1 })];
  for (const each of [one, robot]) {
    await view(each, 0, "/");
    await view(each, 1, "/pricing");
    await step(2, "access.requested", { visitor: each });
  }
  await deriveVisits(ctx);
  const definition = funnel(page("/"), page("/pricing"), { kind: "stage", stage: "access", substage: "requested" });
  expect(await visitors(definition)).toEqual([1, 1, 1]);
  await db.insert(analyticsAcceptedRule).values({ rule: 1, acceptedAt: ctx.now });
  expect(await visitors(definition)).toEqual([2, 2, 2]);
});

test("the main funnel follows a person over several sessions to a payment without a session", async () => {
  const [first, second] = [await visitor(), await visitor()];
  const userId = newId();
  await view(first, 0, "/");
  await step(5, "access.requested", { visitor: first });
  await db.insert(analyticsIdentity).values([
    { sessionKey: first.key, email: "dana@northwind.example", at: at(5) },
    { sessionKey: second.key, email: "dana@northwind.example", at: at(5 * day) },
  ]);
  await view(second, 5 * day, "/auth");
  const steps = [
    ...["access.code_accepted", "wizard.guided_started", "wizard.profile_completed", "wizard.tech_stack_completed"],
    ...["wizard.processes_viewed", "analysis.generated", "booking.scheduled"],
  ];
  for (const [n, name] of steps.entries()) await step(5 * day + 1 + n, name, { visitor: second, userId });
  const blueprintId = newId();
  await step(20 * day, "unlock.paid", { userId, blueprintId, value: 4900 });
  // Sales are before refunds (decision 0140).
  await step(21 * day, "unlock.refunded", { userId, blueprintId, value: 4900 });
  const stranger = await visitor();
  await view(stranger, 0, "/");
  await deriveVisits(ctx);
  const figures = await readFunnel(ctx, mainFunnel, march);
  expect(figures.steps.map(({ name, visitors: count }) => [name, count])).toEqual([
    ["Landing", 2],
    ["Access request", 1],
    ["Access code", 1],
    ["Wizard started", 1],
    ["Company profile", 1],
    ["Tech stack", 1],
    ["Processes", 1],
    ["Analysis", 1],
    ["Strategy call", 1],
    ["Payment", 1],
  ]);
  expect(figures.steps.at(-1)).toMatchObject({ revenueUsd: 4900, fromStart: 0.5, fromPrevious: 1 });
  expect(figures.steps[0]!.droppedOff).toBe(1);
});

test("quick start skips the steps of the guided wizard", async () => {
  const one = await visitor();
  await view(one, 0, "/");
  for (const [n, name] of [
    "access.requested",
    "access.code_accepted",
    "quick_start.viewed",
    "analysis.generated",
  ].entries())
    await step(1 + n, name, { visitor: one });
  await deriveVisits(ctx);
  expect(await visitors(mainFunnel)).toEqual([1, 1, 1, 1, 0, 0, 0, 1, 0, 0]);
});

test("a landing stored a few seconds after the first reported step still starts the funnel", async () => {
  const one = await visitor();
  await step(0, "access.requested", { visitor: one });
  await view(one, 0.05, "/automation-blueprint-gtmarc");
  await deriveVisits(ctx);
  expect((await visitors(mainFunnel)).slice(0, 3)).toEqual([1, 1, 0]);
});

test("filters select sessions with a matching visit, and a breakdown shows each source", async () => {
  const searchId = await termId(db, "https://www.google.com");
  const [searched, direct] = [await visitor({ referrerId: searchId, channel: channels.search }), await visitor()];
  const third = await visitor({ referrerId: searchId, channel: channels.search });
  for (const one of [searched, direct, third]) await view(one, 0, "/");
  await view(searched, 1, "/pricing");
  await deriveVisits(ctx);
  const definition = funnel(page("/"), page("/pricing"));
  const filter = { dimension: "channel", isExcluded: false, values: ["search"] } as const;
  expect(await visitors(definition, { ...march, filters: [{ ...filter, values: [...filter.values] }] })).toEqual([
    2, 1,
  ]);
  const counts = ({ groups }: Awaited<ReturnType<typeof readFunnelBreakdown>>) =>
    groups.map(({ name, steps }) => [name, ...steps.map((each) => each.visitors)]);
  expect(counts(await readFunnelBreakdown(ctx, definition, march, "source"))).toEqual([
    ["google.com", 2, 1],
    ["Direct or unknown", 1, 0],
  ]);
  expect(counts(await readFunnelBreakdown(ctx, definition, march, "channel"))).toEqual([
    ["Search engines", 2, 1],
    ["Direct", 1, 0],
  ]);
  expect(await readFunnelBreakdown(ctx, definition, march, "channel", 1)).toMatchObject({
    ...{ groups: [{ name: "Search engines" }], count: 2 },
  });
  expect(counts(await readFunnelBreakdown(ctx, definition, march, "device"))).toEqual([["Desktop", 3, 1]]);
});

test("actions without an id are counted but not followed", async () => {
  await storeHits(db, [{ kind: hitKinds.page_view, at: at(0), pageId: await termId(db, "/") }]);
  await step(1, "access.requested");
  await step(1, "analysis.viewed");
  await deriveVisits(ctx);
  const { steps, anonymousActions } = await readFunnel(ctx, mainFunnel, march);
  expect([steps[0]!.visitors, anonymousActions]).toEqual([0, 2]);
});

test("rejected actions without an id are counted if their rule is accepted, and are not visitors", async () => {
  const bots = await visitor({ key: ruleKey(1), client: null, rule: 1 });
  await view(bots, 0, "/");
  await convert(bots, 1, ["revenue", "plan"], 990);
  await deriveVisits(ctx);
  const definition = funnel(page("/"), { kind: "conversion", type: "revenue", name: "*" });
  const figures = async () => {
    const { steps, anonymousActions } = await readFunnel(ctx, definition, march);
    return [...steps.map((each) => each.visitors), anonymousActions];
  };
  expect(await figures()).toEqual([0, 0, 0]);
  await db.insert(analyticsAcceptedRule).values({ rule: 1, acceptedAt: ctx.now });
  expect(await figures()).toEqual([0, 0, 2]);
});

test("funnels can require any order or a strict order", async () => {
  const [forwards, backwards, detour] = [await visitor(), await visitor(), await visitor()];
  const paths = { a: "/", b: "/pricing", c: "/faq" };
  const walk = async (one: Visitor, way: (keyof typeof paths)[]) => {
    for (const [minute, name] of way.entries()) await view(one, minute, paths[name]);
  };
  await walk(forwards, ["a", "b", "c"]);
  await walk(backwards, ["c", "b", "a"]);
  await walk(detour, ["a", "c", "b", "c"]);
  await deriveVisits(ctx);
  const definition = funnel(page("/"), page("/pricing"), page("/faq"));
  expect(await visitors(definition)).toEqual([3, 2, 2]);
  expect(await visitors({ ...definition, order: "strict" })).toEqual([3, 1, 1]);
  expect(await visitors({ ...definition, order: "any" })).toEqual([3, 3, 3]);
});
