import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads, type Sender } from "../analytics.server.ts";
import type { AnalyticsPayload } from "../collecting/payload.ts";
import { channels } from "../collecting/sources/channels.ts";
import { presetPeriod } from "../reports/period/period.ts";
import { readLive, readSeries, readTotals } from "../reports/sums/totals.server.ts";
import { analyticsSession, analyticsTerm } from "../tables.server.ts";
import { deriveVisits } from "./visits.server.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => closeCollector(db));

const sender: Sender = {
  ...{ bodyLength: 300, address: "203.0.113.7", acceptLanguage: "en-US", isPrivate: false },
  userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
};
const send = (payloads: AnalyticsPayload[], changes: Partial<Sender> = {}, who = visitor) =>
  collectPayloads(who, payloads, { ...sender, ...changes }, "durable");
const view = (page_path: string, session_id: string): AnalyticsPayload => ({
  ...{ type: "page_view", session_id },
  data: { page_path },
});

test("one browser is one visitor a day, whatever the number of its tabs", async () => {
  for (const tab of ["one", "two", "three", "four"]) await send([view("/", tab)]);
  await send([view("/", "neighbor")], { address: "198.51.100.1" });
  const tomorrow = later(visitor, { days: 1 });
  await send([view("/", "one")], {}, tomorrow);
  await send([view("/", "two")], {}, tomorrow);
  await deriveVisits(later(tomorrow, { seconds: 60 }));
  const scope = { period: presetPeriod("7d", tomorrow.now, "UTC"), filters: [] };
  expect(await readTotals(ctx, scope)).toMatchObject({ visits: 7, visitors: 3, views: 7 });
  const days = await readSeries(ctx, scope, "visitors", "day");
  expect(days.map(({ value }) => value).filter((value) => value > 0)).toEqual([2, 1]);
  const hours = await readSeries(ctx, scope, "visitors", "hour");
  expect(hours.map(({ value }) => value).filter((value) => value > 0)).toEqual([2, 1]);
  expect(await readLive(tomorrow)).toEqual({ visitors: 1 });
});

test("a tab that was opened from a page of this site keeps the source of the client's latest session", async () => {
  const opened = (session_id: string, referrer: string, from: object = {}): AnalyticsPayload[] => [
    { type: "page_view", session_id, data: { page_path: "/automation-grid", referrer } },
    { type: "session", session_id, data: from },
  ];
  await send([{ type: "session", session_id: "first", data: { utm_source: "newtab", utm_medium: "email" } }]);
  await send(opened("path", "/faq"), {}, later(visitor, { seconds: 60 }));
  await send(opened("origin", "https://gtmarc.example/faq"), {}, later(visitor, { seconds: 120 }));
  await send(opened("typed", ""), {}, later(visitor, { seconds: 180 }));
  await send(opened("other source", "/faq", { utm_source: "partner" }), {}, later(visitor, { seconds: 240 }));
  await send(opened("other client", "/faq"), { address: "198.51.100.1" }, later(visitor, { seconds: 300 }));
  const sources = await db
    .select({
      source: sql<string | null>`(select t.text from ${analyticsTerm} t where t.id = source_id)`,
      channel: analyticsSession.channel,
    })
    .from(analyticsSession)
    .orderBy(analyticsSession.id);
  expect(sources.map(({ source }) => source)).toEqual(["newtab", "newtab", "newtab", null, "partner", null]);
  expect(sources.slice(0, 4).map(({ channel }) => channel)).toEqual([
    ...Array(3).fill(channels.email),
    channels.direct,
  ]);
});

test("a tab opened after a pause of 30 minutes is a visit of its own, with the source of the client's day until midnight", async () => {
  const start = later(visitor, { seconds: 600 });
  const opened = (session_id: string): AnalyticsPayload[] => [
    { type: "page_view", session_id, data: { page_path: "/automation-grid", referrer: "/faq" } },
    { type: "session", session_id, data: {} },
  ];
  await send(
    [view("/faq", "first"), { type: "session", session_id: "first", data: { utm_source: "newtab" } }],
    {},
    start,
  );
  await send([view("/pricing", "first")], {}, later(start, { seconds: 29 * 60 }));
  await send(opened("after a pause"), {}, later(start, { hours: 1 }));
  await send([view("/about", "first")], {}, later(start, { hours: 1, seconds: 60 }));
  await send(opened("next day"), {}, later(start, { days: 1 }));
  await deriveVisits(later(start, { days: 1, seconds: 60 }));
  const visits = await db.execute<{ views: number; source: string | null }>(sql`
    select v.views, t.text as source from analytics_visit v left join ${analyticsTerm} t on t.id = v.source_id order by v.started_at`);
  expect(visits.rows).toEqual([
    { views: 2, source: "newtab" },
    { views: 1, source: "newtab" },
    { views: 1, source: "newtab" },
    { views: 1, source: null },
  ]);
});
