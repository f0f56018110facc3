import { beforeAll, beforeEach, expect, test } from "vitest";
import { sessionKey } from "#app/features/analytics/collecting/session-key.server.ts";
import { createFunnel } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import { identifyVisitor } from "#app/features/analytics/privacy/identity.server.ts";
import { storeSums } from "#app/features/analytics/reports/sums/store-sums.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { analyticsHit, analyticsSession, funnelEvent } from "#app/features/analytics/tables.server.ts";
import { deriveVisits } from "#app/features/analytics/visits/visits.server.ts";
import { prospect, prospectAddress } from "#app/features/pipeline/tables.server.ts";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { analyticsExportEndpoints } from "#app/routes/api/analytics/analytics-export.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { pricingFunnel } from "#tests/fixtures/funnel-commands.ts";
import { newClient } from "#tests/fixtures/new-client.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { termId } from "#tests/fixtures/stored-visits.ts";
import { callRefusesStrangers, openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as visitLoader } from "../analytics/visit.tsx";
import { loader as dropOffsLoader } from "./drop-offs.tsx";
import { loader as editorLoader } from "./funnel-editor.tsx";
import { loader as funnelsLoader } from "./funnels.tsx";

const { db, ctx } = useDatabase();
beforeAll(() => createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01")));
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), COMPANY_TIMEZONE: "UTC" }));

const start = ctx.now.getTime() - dayMs;
const march = "from=2026-02-01&to=2026-03-31";

/** Stores a session that views these pages, one a minute from `startedAt`; returns its number. */
async function visitOf(name: string, paths: readonly string[], startedAt = start): Promise<number> {
  const [session] = await db
    .insert(analyticsSession)
    .values({ key: sessionKey(name), client: newClient(), firstAt: new Date(startedAt), device: 2 })
    .returning({ id: analyticsSession.id });
  for (const [minute, path] of paths.entries())
    await db.insert(analyticsHit).values({
      ...{ kind: hitKinds.page_view, sessionId: session!.id, pageId: await termId(db, path) },
      at: new Date(startedAt + minute * minuteMs),
    });
  return session!.id;
}

const admin = () => asAdmin(ctx);

test("funnel and visit pages refuse strangers", async () => {
  await pageRefusesStrangers(ctx, funnelsLoader, "/admin/funnel-analytics");
  await pageRefusesStrangers(ctx, editorLoader, "/admin/funnel-analytics/new");
  await pageRefusesStrangers(ctx, dropOffsLoader, "/admin/funnel-analytics/drop-offs?step=0");
  await pageRefusesStrangers(ctx, visitLoader, "/admin/analytics/visits/1-1", { id: "1-1" });
  await callRefusesStrangers(ctx, analyticsExportEndpoints, "/admin/funnel-figures", { method: "GET" });
});

test("the main funnel is shown first, a saved one by its id, and an unknown one is not found", async () => {
  const who = await admin();
  const { id } = value(await createFunnel(who, pricingFunnel));
  expect(await openPage(funnelsLoader, who, "/admin/funnel-analytics")).toMatchObject({
    funnel: { name: "Main funnel", id: null },
    saved: [{ id, name: "Pricing" }],
    before: { steps: expect.any(Array) },
    groups: null,
  });
  expect(
    await openPage(funnelsLoader, who, `/admin/funnel-analytics?funnel=${id}&compare=none&by=device`),
  ).toMatchObject({
    funnel: { name: "Pricing", version: 1 },
    before: null,
    query: { by: "device" },
    groups: { groups: [], count: 0 },
  });
  expect(await openPage(funnelsLoader, who, `/admin/funnel-analytics?funnel=${newId()}`)).toEqual([404]);
  expect(await openPage(editorLoader, who, `/admin/funnel-analytics/edit/${id}`, { id })).toMatchObject({
    funnel: { name: "Pricing" },
  });
  expect(await openPage(editorLoader, who, "/admin/funnel-analytics/new?from=main")).toMatchObject({
    funnel: null,
    copied: { name: "Main funnel" },
  });
});

test("the table says where visitors who stop at an optional step are counted", async () => {
  const who = await admin();
  const [first, second] = pricingFunnel.definition.steps;
  const optional = { name: "Questions", matches: [{ kind: "page" as const, path: "/faq" }], isOptional: true };
  const steps = [first!, optional, second!];
  const { id } = value(
    await createFunnel(who, { name: "Pricing", definition: { ...pricingFunnel.definition, steps } }),
  );
  await visitOf("left", ["/", "/faq"]);
  await visitOf("went on", ["/", "/pricing"]);
  await deriveVisits(ctx);
  const open = (query: string) => pageText(who, `/admin/funnel-analytics?${query}&compare=none&${march}`);
  const note = "An optional step can be skipped. Visitors who stop there are counted at the required step before it.";
  const text = await open(`funnel=${id}`);
  expect(text).toContain("2. Questions 1 50% 50% counted at step 1");
  expect(text).toContain(note);
  const { id: plain } = value(await createFunnel(who, { ...pricingFunnel, name: "No optional step" }));
  expect(await open(`funnel=${plain}`)).not.toContain(note);
});

test("a drop-off lists the visits that ended there, in pages, with their prospects", async () => {
  const who = await admin();
  const { id } = value(await createFunnel(who, pricingFunnel));
  for (let n = 0; n < 60; n += 1) await visitOf(`left ${n}`, ["/"], start + n * 1000);
  const identified = await visitOf("identified", ["/", "/faq"], start + 90_000);
  await visitOf("went on", ["/", "/pricing"], start);
  const email = "dana@northfield.example";
  await identifyVisitor(ctx, { sessionId: "identified", email, isPrivate: false });
  const prospectId = newId();
  const now = ctx.now;
  await db
    .insert(prospect)
    .values({ id: prospectId, email, name: "Dana", createdAt: now, stageSince: now, scoredAt: now });
  await db.insert(prospectAddress).values({ email, prospectId });
  await deriveVisits(ctx);

  type Page = { rows: { visitId: string; people: unknown[] }[]; next: string | null; following: string };
  const open = async (more = "") =>
    (await openPage(
      dropOffsLoader,
      who,
      `/admin/funnel-analytics/drop-offs?funnel=${id}&step=0&${march}${more}`,
    )) as Page;
  const first = await open();
  expect(first.rows).toHaveLength(50);
  expect(first.following).toBe("Pricing");
  expect(first.rows[0]).toMatchObject({
    visitId: `${identified}-${start + 90_000}`,
    people: [{ email, prospect: { id: prospectId, label: "Dana" } }],
  });
  const second = await open(`&after=${first.next}`);
  expect([second.rows.length, second.next]).toEqual([11, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ visitId }) => visitId)).size).toBe(61);
  expect(await openPage(dropOffsLoader, who, `/admin/funnel-analytics/drop-offs?funnel=${id}&step=7`)).toEqual([404]);
});

test("a visit lists its hits in order", async () => {
  const who = await admin();
  const id = await visitOf("s1", ["/", "/pricing"]);
  const at = (second: number) => new Date(start + second * 1000);
  const hit = async (
    second: number,
    kind: keyof typeof hitKinds,
    type: string,
    name: string | null,
    value?: number,
  ) => ({
    ...{
      sessionId: id,
      at: at(second),
      kind: hitKinds[kind],
      typeId: await termId(db, type),
      pageId: await termId(db, "/"),
    },
    ...{ nameId: name === null ? null : await termId(db, name), value: value ?? null },
  });
  await db
    .insert(analyticsHit)
    .values([
      await hit(2, "performance", "lcp", null, 1500),
      await hit(10, "behavior", "rage_click", "button.buy"),
      await hit(20, "event", "click", "button"),
      await hit(30, "event", "engagement", "page_time"),
      await hit(70, "conversion", "form_submit", "contact", 50),
    ]);
  await db
    .insert(funnelEvent)
    .values({ stage: "access", substage: "requested", sessionKey: sessionKey("s1"), occurredAt: at(65) });
  await deriveVisits(ctx);
  const page = (await openPage(visitLoader, who, `/admin/analytics/visits/${id}-${start}`, {
    id: `${id}-${start}`,
  })) as {
    visit: { entries: { kind: string }[] };
  };
  expect(page).toMatchObject({
    people: [],
    visit: {
      ...{ views: 2, durationSeconds: 70, device: "phone", channel: "direct", rule: null, previous: null, next: null },
      entries: [
        { kind: "view", page: "/", vitals: { lcp: 1500, inp: null } },
        { kind: "problem", type: "rage_click", name: "button.buy" },
        { kind: "event", type: "click", name: "button" },
        { kind: "view", page: "/pricing" },
        { kind: "step", type: "access", name: "requested" },
        { kind: "conversion", type: "form_submit", name: "contact", valueUsd: 50 },
      ],
    },
  });
  expect(page.visit.entries).toHaveLength(6);
  for (const other of [`${id}-${start + 1}`, `${id + 999}-${start}`, "x", "1-99999999999999999"])
    expect(await openPage(visitLoader, who, "/admin/analytics/visits/x", { id: other })).toEqual([404]);
});

test("funnel figures are exported as CSV without formulas", async () => {
  const who = await admin();
  const steps = pricingFunnel.definition.steps.map((step, n) => (n === 0 ? { ...step, name: "=HYPERLINK(1)" } : step));
  const { id } = value(
    await createFunnel(who, { ...pricingFunnel, definition: { ...pricingFunnel.definition, steps } }),
  );
  await visitOf("s1", ["/", "/pricing"]);
  await visitOf("s2", ["/"]);
  await deriveVisits(ctx);
  const call = callsOf(analyticsExportEndpoints);
  const answer = await call(who, `/admin/funnel-figures?funnel=${id}&compare=none&${march}`, undefined, {
    method: "GET",
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toContain("gtmarc-funnel-2026-02-01-to-2026-03-31.csv");
  const lines = String(answer.body).trimEnd().split("\r\n");
  expect(lines.slice(1)).toEqual([
    "2026-02-01,2026-03-31,All,1,'=HYPERLINK(1),no,2,1,1,1,,0",
    "2026-02-01,2026-03-31,All,2,Pricing,no,1,0.5,0.5,0,60,0",
  ]);
  // A share of no visitors is no number.
  const before = `/admin/funnel-figures?funnel=${id}&compare=none&period=custom&from=2026-01-01&to=2026-01-31`;
  const empty = await call(who, before, undefined, { method: "GET" });
  expect(String(empty.body).trimEnd().split("\r\n").slice(1)).toEqual([
    "2026-01-01,2026-01-31,All,1,'=HYPERLINK(1),no,0,,,0,,0",
    "2026-01-01,2026-01-31,All,2,Pricing,no,0,,,0,,0",
  ]);
  expect((await call(who, `/admin/funnel-figures?funnel=${newId()}`, undefined, { method: "GET" })).status).toBe(404);
});

test("the editor offers the pages and conversions that exist, and every stage", async () => {
  await visitOf("choices", ["/pricing"]);
  await deriveVisits(ctx);
  const page = (await openPage(editorLoader, await admin(), "/admin/funnel-analytics/new")) as {
    choices: Record<string, string[]>;
  };
  expect(page.choices["stage"]).toContain("booking.scheduled");
  expect(page.choices).toMatchObject({ page: ["/pricing"], event: [], conversion: [] });
});

test("the editor opens with stored sums of finished days and a day that is not finished", async () => {
  await visitOf("finished", ["/pricing"], start - 2 * dayMs);
  await visitOf("choices", ["/faq"], ctx.now.getTime() - minuteMs);
  await deriveVisits(ctx);
  expect(await storeSums(ctx, "UTC")).toBeGreaterThan(0);
  const page = (await openPage(editorLoader, await admin(), "/admin/funnel-analytics/new")) as {
    choices: Record<string, string[]>;
  };
  expect(page.choices["page"]?.toSorted()).toEqual(["/faq", "/pricing"]);
});

test("on localhost every empty report says once why it is empty, under a host name none does", async () => {
  const who = await asAdmin(ctx);
  const open = async (path: string, SITE_URL: string) => {
    useSettings({ SECRET: "a".repeat(32), COMPANY_TIMEZONE: "UTC", SITE_URL });
    return (await pageText(who, `/admin/${path}?step=0&compare=none&${march}`)).split(
      "nothing is collected on localhost and IP addresses",
    );
  };
  const of = ["", "/visits", "/experience", "/goals", "/lists/page", "/lists/rage"].map((path) => `analytics${path}`);
  for (const path of ["funnel-analytics", "funnel-analytics/drop-offs", ...of]) {
    const [reason, ...more] = await open(path, "http://localhost:3000");
    expect(reason, path).toMatch(/This site is opened as localhost: $/);
    expect(more, path).toHaveLength(1);
    expect(await open(path, "https://northfield.example"), path).toHaveLength(1);
  }
  const [text] = await open("funnel-analytics", "https://northfield.example");
  expect(text).toContain("Choose a longer period to look further back.");
});
