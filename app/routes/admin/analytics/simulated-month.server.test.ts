import { afterAll, expect, test } from "vitest";
import { closeCollector } from "#app/features/analytics/analytics.server.ts";
import { sessionKey } from "#app/features/analytics/collecting/session-key.server.ts";
import type { FunnelInput } from "#app/features/analytics/funnels/funnel-definition.ts";
import { createFunnel } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import { countPayment } from "#app/features/analytics/steps/derived-steps.server.ts";
import { funnelEvent } from "#app/features/analytics/tables.server.ts";
import { deriveVisits, rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { analyticsEndpoints } from "#app/routes/api/analytics/analytics.server.ts";
import { analyticsExportEndpoints } from "#app/routes/api/analytics/analytics-export.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { type RenderedPage, renderPage, tableRows } from "#tests/fixtures/rendered-page.tsx";
import {
  type Arrival,
  dayOf,
  does,
  figuresOf,
  isIn,
  type PlannedVisit,
  pricingProgress,
  quantile,
  simulatedMonths,
  timeOf,
  viewsOf,
} from "#tests/fixtures/simulated-months.ts";
import { deleteDerived, storedViews, storedVisits } from "#tests/fixtures/stored-visits.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import * as funnelsPage from "../funnels/funnels.tsx";
import * as overviewPage from "./analytics.tsx";
import * as experiencePage from "./experience.tsx";

/* Sends two planned months through the collector to the pages and recomputes every figure from the plan. */

const { db, ctx } = useDatabase();
const timeoutMs = (columnStore.isUsed ? 10 : 1) * minuteMs;
useSettings({
  SECRET: "a".repeat(32),
  SITE_URL: "https://gtmarc.example",
  COMPANY_TIMEZONE: "America/New_York",
  ANALYTICS_INGEST: "durable",
});
afterAll(() => closeCollector(db));

const collect = callsOf(analyticsEndpoints);
const at = (now: Date): Ctx => ({ ...asAnonymous(ctx), now });
const later = new Date("2026-12-05T15:00:00Z");
const november = { from: "2026-11-01", to: "2026-11-30" };
const october = { from: "2026-10-02", to: "2026-10-31" };

const agents = {
  Desktop: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  Phone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  Bot: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
};
const arrivalData: Readonly<Record<Arrival, object>> = {
  google: { referrer: "https://www.google.com/search?q=gtm" },
  linkedin: { referrer: "https://www.linkedin.com/feed" },
  campaign: { utm_source: "LinkedIn", utm_medium: "social", utm_campaign: "autumn" },
  letter: { utm_source: "letter", utm_medium: "email", utm_campaign: "autumn" },
  direct: {},
};
const sourceNames: Readonly<Record<Arrival, string>> = {
  google: "google.com",
  linkedin: "linkedin.com",
  campaign: "linkedin.com",
  letter: "letter",
  direct: "Direct or unknown",
};

type Payload = { type: string; data: object };
type Sent = { now: Date; session: string; device: keyof typeof agents; payloads: Payload[]; does?: string | null };

function messagesOf(planned: PlannedVisit): Sent[] {
  let page = "/";
  return planned.steps.map((step, index) => {
    const payloads: Payload[] = index === 0 ? [{ type: "session", data: arrivalData[planned.arrival] }] : [];
    if ("page" in step) {
      page = step.page;
      payloads.push({ type: "page_view", data: { page_path: page } });
      for (const metric_value of step.lcp === undefined ? [] : [step.lcp])
        payloads.push({ type: "performance", data: { page_path: page, metric_type: "lcp", metric_value } });
    } else if (step.does !== "pays") payloads.push(actionOf(step.does, page));
    const does = "does" in step ? step.does : null;
    return { now: timeOf(planned, step), session: planned.session, device: planned.device, payloads, does };
  });
}

function actionOf(action: "clicks" | "requests" | "leaves", page_path: string): Payload {
  const conversion = (conversion_type: string, conversion_name: string) => ({
    type: "conversion",
    data: { page_path, conversion_type, conversion_name },
  });
  const event = (event_type: string, event_name: string) => ({
    type: "event",
    data: { page_path, event_type, event_name, metadata: { seconds: 20, scroll_percent: 50 } },
  });
  switch (action) {
    case "clicks":
      return event("click", "button");
    case "leaves":
      return event("engagement", "page_time");
    case "requests":
      return conversion("goal_complete", "quick_start.completed");
  }
}

/** Sends all hits in order and derives visits every noon, as the job does. */
async function simulate(plan: readonly PlannedVisit[]): Promise<void> {
  const addresses = new Map<string, string>();
  const bot = { session: "bot", device: "Bot" } as const;
  const view = { type: "page_view", data: { page_path: "/" } };
  const sent: Sent[] = [
    ...plan.flatMap(messagesOf),
    { ...bot, now: new Date("2026-11-09T10:00:00.500Z"), payloads: [view] },
  ].sort((one, other) => one.now.getTime() - other.now.getTime());
  let day = "";
  for (const { now, session, device, payloads, does } of sent) {
    if (day !== "" && dayOf(now) !== day) await deriveVisits({ ...ctx, now });
    day = dayOf(now);
    const address = addresses.get(session) ?? `203.0.${addresses.size >> 8}.${addresses.size & 255}`;
    addresses.set(session, address);
    const options = { address, headers: { "user-agent": agents[device], "accept-language": "en-US" } };
    const body = payloads.map((payload) => ({ ...payload, session_id: session }));
    if (does === "pays") await pay(session, now);
    else expect((await collect(at(now), "/functions/collect-analytics", body, options)).status).toBe(202);
    const step = { stage: "access", substage: "requested", occurredAt: now, sessionKey: sessionKey(session) };
    if (does === "requests") await db.insert(funnelEvent).values(step);
  }
  const headers = { "user-agent": agents.Desktop, "accept-language": "en-US", "sec-gpc": "1" };
  const asked = at(new Date("2026-12-01T04:30:00Z"));
  expect((await collect(asked, "/functions/collect-analytics", view, { headers })).status).toBe(202);
  await deriveVisits({ ...ctx, now: later });
}

async function pay(session: string, now: Date): Promise<void> {
  const blueprintId = newId();
  const started = { stage: "unlock", substage: "payment_started", occurredAt: now, sessionKey: sessionKey(session) };
  await db.insert(funnelEvent).values({ id: newId(), blueprintId, ...started });
  await countPayment({ ...ctx, now }, { blueprintId, amountCents: 49_900 });
}

const privateViews = 1;

const count = (amount: number) => amount.toLocaleString("en-US");
const percent = (part: number) => `${(part * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })}%`;
const minutes = (seconds: number) =>
  seconds < 59.5
    ? `${Math.round(seconds)}s`
    : `${Math.floor(Math.round(seconds) / 60)}m ${String(Math.round(seconds) % 60).padStart(2, "0")}s`;
const signed = (size: number) =>
  `${size > 0 ? "+" : "−"}${Math.abs(size) >= 10 ? Math.round(Math.abs(size)) : Math.round(Math.abs(size) * 10) / 10}`;
const change = (now: number, before: number) => `${signed((now / before - 1) * 100)}%`;
/** The difference of two printed percentages. */
const points = (now: string, before: string) => {
  const size = Number.parseFloat(now) - Number.parseFloat(before);
  return `${size > 0 ? "+" : "−"}${Math.round(Math.abs(size) * 100) / 100}`;
};
const lcpText = (ms: number) =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(Math.round(ms / 10) / 100).toLocaleString("en-US")} s`;

const figureTexts = (page: RenderedPage) =>
  Object.fromEntries(
    [...page.querySelectorAll('nav[aria-label="Key figures"] a')].map((link) => {
      const [label, ...texts] = [...link.children].map(({ textContent }) => textContent);
      return [label, texts];
    }),
  );

test("a simulated month equals what the pages and files show, and is rebuilt from raw rows without a difference", {
  timeout: timeoutMs,
}, async () => {
  const plan = simulatedMonths();
  await simulate(plan);
  const admin = { ...(await asAdmin(ctx)), now: later };
  admin.actor.factorVerifiedAt = later;
  const visits = plan.filter(({ startedAt }) => isIn(november, startedAt));
  const before = plan.filter(({ startedAt }) => isIn(october, startedAt));
  const views = viewsOf(plan).filter((view) => isIn(november, view.at));
  const [now, past] = [figuresOf(visits), figuresOf(before)];
  const [viewCount, pastViews] = [
    views.length + privateViews,
    viewsOf(plan).filter((view) => isIn(october, view.at)).length,
  ];

  const overview = await renderPage(overviewPage, admin, "/admin/analytics?period=last-month&metric=views");
  expect(figureTexts(overview)).toEqual({
    Visitors: [count(now.visitors), `${change(now.visitors, past.visitors)}from ${past.visitors}`],
    Visits: [count(now.visits), `${change(now.visits, past.visits)}from ${past.visits}`],
    "Page views": [count(viewCount), `${change(viewCount, pastViews)}from ${pastViews}`],
    "Bounce rate": [
      percent(now.bounceRate),
      `${points(percent(now.bounceRate), percent(past.bounceRate))} ptsfrom ${percent(past.bounceRate)}`,
    ],
    "Average visit": [
      minutes(now.averageVisitSeconds),
      `${change(now.averageVisitSeconds, past.averageVisitSeconds)}from ${minutes(past.averageVisitSeconds)}`,
    ],
    Conversions: [
      `${now.conversions}${percent(now.conversions / now.visits)}`,
      `${change(now.conversions, past.conversions)}from ${past.conversions}`,
    ],
    Revenue: [`$${count(now.revenueUsd)}`, `${change(now.revenueUsd, past.revenueUsd)}from $${count(past.revenueUsd)}`],
  });

  // Views per day, newest first; a visit across midnight counts on two days.
  const perDay = (day: string) =>
    views.filter((view) => dayOf(view.at) === day).length + (day === november.to ? privateViews : 0);
  const days = Array.from({ length: 30 }, (_, n) => `2026-11-${String(n + 1).padStart(2, "0")}`);
  const shownDays = tableRows(overview, "Page views by day").toReversed();
  expect(shownDays.map(([, value]) => value)).toEqual(days.map((day) => count(perDay(day))));

  const hours = await renderPage(overviewPage, admin, "/admin/analytics?from=2026-11-01&to=2026-11-01&metric=visits");
  const shownHours = tableRows(hours, "Visits by hour").toReversed();
  expect(shownHours.map(([, value]) => value)).toEqual(
    Array.from({ length: 25 }, (_, hour) => {
      const start = Date.parse("2026-11-01T04:00:00Z") + hour * hourMs;
      return count(visits.filter(({ startedAt }) => Math.floor((startedAt.getTime() - start) / hourMs) === 0).length);
    }),
  );
  expect(shownHours.slice(1, 3).map(([, value]) => value)).toEqual(["1", "2"]);

  const expectedSources = [...Map.groupBy(visits, ({ arrival }) => sourceNames[arrival])]
    .map(([name, own]) => ({ name, figures: figuresOf(own) }))
    .sort((one, other) => other.figures.visits - one.figures.visits || (one.name < other.name ? -1 : 1));
  const cardRows = (title: string) => {
    const card = [...overview.querySelectorAll("section")].find(
      (each) => each.querySelector("header h2")?.textContent === title,
    )!;
    return [...card.querySelectorAll("li[data-row] a")].map((link) =>
      [...link.children].slice(1).map((part) => [...part.childNodes].at(-1)!.textContent),
    );
  };
  expect(Object.fromEntries(cardRows("Sources").map(([name, amount]) => [name, amount]))).toEqual(
    Object.fromEntries(expectedSources.map(({ name, figures }) => [name, count(figures.visits)])),
  );
  const doers = (action: string) =>
    new Set(visits.filter((each) => does(each, action).length > 0).map(({ session }) => session)).size;
  expect(cardRows("Goals")).toEqual([
    ["Quick start completed", count(doers("requests")), percent(doers("requests") / now.visitors), "–"],
    ["Unlock paid", count(doers("pays")), percent(doers("pays") / now.visitors), `$${count(now.revenueUsd)}`],
  ]);
  const lcpOf = (of: typeof views) =>
    quantile(
      of.flatMap(({ lcp }) => lcp ?? []),
      0.75,
    );
  const experience = await renderPage(experiencePage, admin, "/admin/analytics/experience?period=last-month");
  const speeds = (caption: string) =>
    Object.fromEntries(
      tableRows(experience, caption).map(([name, , lcp]) => [name, lcp!.replace(/(Needs work|Poor)$/, "")]),
    );
  expect(speeds("Speed by page")).toEqual(
    Object.fromEntries([...Map.groupBy(views, ({ page }) => page)].map(([page, own]) => [page, lcpText(lcpOf(own))])),
  );
  expect(speeds("Speed by device")).toEqual(
    Object.fromEntries(
      [...Map.groupBy(views, ({ visit }) => visit.device)].map(([device, own]) => [device, lcpText(lcpOf(own))]),
    ),
  );

  const download = callsOf(analyticsExportEndpoints);
  const get = async (path: string) => {
    const file = await download(admin, `/admin/analytics/${path}`, undefined, { method: "GET" });
    expect(file.status).toBe(200);
    return file.body;
  };
  const lines = (text: unknown) => String(text).trimEnd().split("\r\n").slice(1);
  expect(lines(await get("series?period=last-month&metric=visits&compare=none"))).toEqual(
    days.map((day) => `${day},${visits.filter(({ startedAt }) => dayOf(startedAt) === day).length}`),
  );
  const sourceLines = lines(await get("lists/source?period=last-month")).map((line) => line.split(","));
  expect(new Set(sourceLines.map(([name]) => name))).toEqual(new Set(expectedSources.map(({ name }) => name)));
  for (const { name, figures } of expectedSources) {
    const numbers = sourceLines
      .find(([own]) => own === name)!
      .slice(1)
      .map(Number);
    const { visits: own, bounceRate, averageVisitSeconds, conversions } = figures;
    const expected = [own, bounceRate, averageVisitSeconds, conversions, conversions / own, own / now.visits];
    for (const [index, figure] of expected.entries()) expect(numbers[index], `${name} ${index}`).toBeCloseTo(figure, 6);
  }
  const report = (await get("report?period=last-month")) as {
    totals: Record<string, number>;
    comparedTotals: Record<string, number>;
    vitals: { lcp: number };
  };
  for (const [shown, expected] of [
    [report.totals, { ...now, views: viewCount }],
    [report.comparedTotals, { ...past, views: pastViews }],
  ] as const)
    for (const [name, figure] of Object.entries(expected)) expect(shown[name], name).toBeCloseTo(figure, 6);
  expect(report.vitals.lcp).toBeCloseTo(lcpOf(views), 6);

  await expectFunnels(admin, plan);
  await expectSameAfterRebuild();
});

const pricingFunnel: FunnelInput = {
  name: "Pricing to payment",
  definition: {
    order: "ordered",
    windowHours: 24,
    steps: [
      { name: "Pricing", matches: [{ kind: "page", path: "/pricing" }], isOptional: false },
      { name: "Click", matches: [{ kind: "event", type: "click", name: "*" }], isOptional: true },
      {
        name: "Request",
        matches: [{ kind: "conversion", type: "goal_complete", name: "quick_start.completed" }],
        isOptional: false,
      },
      { name: "Payment", matches: [{ kind: "conversion", type: "revenue", name: "*" }], isOptional: false },
    ],
  },
};

async function expectFunnels(admin: Ctx, plan: readonly PlannedVisit[]): Promise<void> {
  const { id } = value(await createFunnel(admin, pricingFunnel));
  const address = `?funnel=${id}&from=${november.from}&to=${november.to}`;
  const page = await renderPage(funnelsPage, admin, `/admin/funnel-analytics${address}`);
  const [now, past] = [pricingProgress(plan, november), pricingProgress(plan, october)];
  const reached = (of: typeof now, step: number) => of.flatMap(({ seconds }) => seconds[step] ?? []);
  const counts = [0, 1, 2, 3].map((step) => reached(now, step).length);
  const rows = tableRows(page, "Figures of each step");
  const [visitors, , , request, payment] = [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column + 1]));
  expect(visitors).toEqual(counts.map(count));
  expect(rows.map(([name]) => name)).toEqual(["1. Pricing", "2. Click", "3. Request", "4. Payment"]);
  expect(request).toEqual([count(counts[0]! - counts[2]!), "counted at step 1", count(counts[2]! - counts[3]!), "0"]);
  expect(payment).toHaveLength(4);
  expect(rows.map((row) => row[7])).toEqual([0, 1, 2, 3].map((step) => count(reached(past, step).length)));
  expect(rows.map((row) => row[6])).toEqual(["$0", "$0", "$0", `$${count(counts[3]! * 499)}`]);

  const file = await callsOf(analyticsExportEndpoints)(
    admin,
    `/admin/funnel-figures${address}&compare=none`,
    undefined,
    {
      method: "GET",
    },
  );
  const numbers = String(file.body)
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
  const median = (step: number) => quantile(reached(now, step), 0.5);
  expect(numbers.map((cells) => [cells[6], cells[7], cells[10]])).toEqual(
    counts.map((amount, step) => [
      String(amount),
      String(Math.round((amount / counts[0]!) * 10_000) / 10_000),
      step === 0 ? "" : String(Math.round(median(step))),
    ]),
  );

  // The main funnel starts with any page; its second step is reported to another endpoint.
  const main = await renderPage(
    funnelsPage,
    admin,
    `/admin/funnel-analytics?from=${november.from}&to=${november.to}&compare=none`,
  );
  const landed = new Set(
    viewsOf(plan)
      .filter((view) => isIn(november, view.at))
      .map(({ visit }) => visit.session),
  );
  const requested = new Set(
    plan.filter((each) => does(each, "requests").length > 0 && landed.has(each.session)).map(({ session }) => session),
  );
  expect(
    tableRows(main, "Figures of each step")
      .slice(0, 3)
      .map((row) => row[1]),
  ).toEqual([count(landed.size), count(requested.size), "0"]);
}

async function expectSameAfterRebuild(): Promise<void> {
  const derived = async () => ({ visits: await storedVisits(db), views: await storedViews(db) });
  const kept = await derived();
  expect(kept.visits.length).toBeGreaterThan(150);
  await deleteDerived(db);
  await rebuildVisits({ ...ctx, now: later });
  expect(await derived()).toEqual(kept);
}
