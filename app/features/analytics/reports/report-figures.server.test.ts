import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { value as resultOf } from "#tests/fixtures/admin-command.ts";
import { figureRuns } from "#tests/fixtures/figure-runs.ts";
import { deleteStored, storeDerived, type ViewRow, type VisitRow } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { channels } from "../collecting/sources/channels.ts";
import { deviceKinds } from "../storage/device-kinds.ts";
import { analyticsAcceptedRule, analyticsSession, analyticsSummedSpan, analyticsTerm } from "../tables.server.ts";
import { type VisitDimension, type VisitFilter, visitDimensions } from "../visits/visit-filter.ts";
import { metricNames } from "./figures/metrics.ts";
import { readBreakdown, readPages } from "./lists/lists.server.ts";
import { bucketStarts, instantsOf } from "./period/period.ts";
import { type Query, readQuery } from "./queries/query.server.ts";
import { storeSums } from "./sums/store-sums.server.ts";
import { readSeries, readTotals } from "./sums/totals.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";
import { type Vital, vitalLimits, vitalNames } from "./vitals/vital-limits.ts";
import { readVitalEffect, readVitals, readVitalsBy } from "./vitals/vitals.server.ts";

/* Compares reports of random visits with direct computations over the rows, by the definitions of the figures. */

const { db, ctx } = useDatabase();
const { parameters, queries, questions, timeoutMs } = figureRuns(15);

const texts = ["/", "/a_b", "/axb", "/a/b", "google.com", "News.example"];
const sessions = 5;
const start = Date.parse("2026-03-06T12:00:00Z");
const rule = 4;

type Rows = { visits: VisitRow[]; views: ViewRow[] };

const id = fc.option(fc.integer({ min: 1, max: texts.length }), { nil: null });
const ids = fc.uniqueArray(fc.integer({ min: 1, max: texts.length }), { maxLength: 3 });
const millis = fc.option(fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.constant(604_800_000)), { nil: null });
const cls = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 400 }).map((thousandths) => Math.fround(thousandths / 1000)),
    fc.constantFrom(Math.fround(1 / 3), 604_800_000),
  ),
  { nil: null },
);
const seen = fc.record({
  pause: fc.integer({ min: 0, max: 29 }),
  ...{ pageId: id, seconds: millis, lcp: millis, fid: millis, inp: millis, fcp: millis, ttfb: millis, cls },
  scroll: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
});
const facts = {
  ...{ entryId: id, exitId: id, sourceId: id, referrerId: id, mediumId: id, campaignId: id, browserId: id, osId: id },
  ...{ screenId: id, languageId: id, timezoneId: id, pageIds: ids, eventIds: ids, goalIds: ids },
};
const visit = fc.record({
  session: fc.integer({ min: 1, max: sessions }),
  /** Hours since the session's previous visit; a week in total, including the day with 23 hours. */
  hours: fc.integer({ min: 1, max: 40 }),
  isBounce: fc.boolean(),
  valueUsd: fc.oneof(fc.constant(0), fc.constantFrom(0.1, 19.99, 999_999_999_999)),
  channel: fc.constantFrom(...Object.values(channels)),
  device: fc.constantFrom(...Object.values(deviceKinds)),
  isRejected: fc.boolean(),
  views: fc.array(seen, { maxLength: 4 }),
  ...facts,
});
const anonymous = fc.record({ minutes: fc.integer({ min: 0, max: 10_000 }), pageId: id, device: fc.constant(0) });

const value = fc.constantFrom("", "*", "/a*", "/a_*", ...texts, "nowhere", "social", "phone", "unknown");
const filter: fc.Arbitrary<VisitFilter> = fc.record({
  dimension: fc.constantFrom(...visitDimensions),
  isExcluded: fc.boolean(),
  values: fc.uniqueArray(value, { minLength: 1, maxLength: 2 }),
});
const scope: fc.Arbitrary<ReportScope> = fc.record({
  period: fc
    .record({
      ...{ first: fc.integer({ min: 5, max: 14 }), days: fc.integer({ min: 0, max: 6 }) },
      timezone: fc.constantFrom("America/New_York", "UTC", "Asia/Kolkata"),
    })
    .map(({ first, days, timezone }) => ({ from: day(first), to: day(first + days), timezone })),
  filters: fc.array(filter, { maxLength: 2 }),
});
const day = (number: number) => `2026-03-${String(number).padStart(2, "0")}`;

type Generated<Of> = Of extends fc.Arbitrary<infer Value> ? readonly Value[] : never;

async function store(visits: Generated<typeof visit>, others: Generated<typeof anonymous>): Promise<Rows> {
  await deleteStored(db);
  await db.delete(analyticsSummedSpan);
  const rows: Rows = { visits: [], views: [] };
  const last = new Map<number, number>();
  for (const { session, hours, isRejected, views, ...columns } of visits) {
    const startedAt = new Date((last.get(session) ?? start) + hours * hourMs);
    let at = startedAt.getTime();
    const ofVisit = { sessionId: session, device: columns.device, rule: isRejected ? rule : null };
    for (const [number, { pause, ...view }] of views.entries()) {
      at += number === 0 ? 0 : pause * minuteMs;
      rows.views.push({
        ...{ ...view, ...ofVisit, at: new Date(at), visitAt: startedAt },
        ...{ rageClicks: 0, deadClicks: 0, errors: 0 },
      });
    }
    last.set(session, at);
    const durationSeconds = Math.floor((at - startedAt.getTime()) / 1000);
    rows.visits.push({
      ...columns,
      ...ofVisit,
      startedAt,
      endedAt: new Date(at),
      durationSeconds,
      views: views.length,
    });
  }
  for (const { minutes, pageId } of others)
    rows.views.push({
      ...{ at: new Date(start + minutes * minuteMs), visitAt: null, sessionId: null, pageId, device: 0, rule: null },
      ...{ seconds: null, scroll: null, lcp: null, fid: null, inp: null, cls: null, fcp: null, ttfb: null },
      ...{ rageClicks: 0, deadClicks: 0, errors: 0 },
    });
  await storeDerived(db, rows);
  return rows;
}

const columns = {
  entry: "entryId",
  exit: "exitId",
  source: "sourceId",
  referrer: "referrerId",
  medium: "mediumId",
  campaign: "campaignId",
  browser: "browserId",
  os: "osId",
  screen: "screenId",
  language: "languageId",
  timezone: "timezoneId",
  page: "pageIds",
  event: "eventIds",
  goal: "goalIds",
} as const;

function valuesOf(row: VisitRow, dimension: VisitDimension): string[] {
  const nameIn = (numbers: Readonly<Record<string, number>>, number: number) =>
    Object.keys(numbers).filter((name) => numbers[name] === number);
  if (dimension === "channel") return nameIn(channels, row.channel);
  if (dimension === "device") return nameIn(deviceKinds, row.device);
  const found = row[columns[dimension]];
  return (Array.isArray(found) ? found : [found]).flatMap((number) => (number === null ? [] : [texts[number - 1]!]));
}

const matches = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern
      .split("*")
      .map((part) => part.replace(/[.\\/]/g, "\\$&"))
      .join(".*")}$`,
  ).test(text);

function passes(row: VisitRow, { dimension, isExcluded, values }: VisitFilter): boolean {
  const own = valuesOf(row, dimension);
  const isNumbered = dimension === "channel" || dimension === "device";
  const isMatch = values.some((pattern) =>
    isNumbered ? own.includes(pattern) : pattern === "" ? own.length === 0 : own.some((text) => matches(pattern, text)),
  );
  return isMatch !== isExcluded;
}

function select({ visits, views }: Rows, { period, filters }: ReportScope, accepted: boolean): Rows {
  const { start: first, end } = instantsOf(period);
  const isDuring = (at: Date) => at >= first && at < end;
  const isCounted = (row: { rule: number | null }) => row.rule === null || accepted;
  const filtered = visits.filter((row) => filters.every((one) => passes(row, one)));
  const isOf = (view: ViewRow) =>
    filtered.some((row) => row.sessionId === view.sessionId && row.startedAt.getTime() === view.visitAt?.getTime());
  return {
    visits: filtered.filter((row) => isDuring(row.startedAt) && isCounted(row)),
    views: views.filter((view) => isDuring(view.at) && isCounted(view) && (filters.length === 0 || isOf(view))),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: readonly number[]) => (numbers.length === 0 ? 0 : sum(numbers) / numbers.length);
const known = (numbers: readonly (number | null)[]) => numbers.filter((number) => number !== null);

const clientOf = (session: number) => Math.ceil(session / 2);
const totalsOf = ({ visits, views }: Rows) => ({
  visits: visits.length,
  // Two sessions share a client, which counts once a day.
  visitors: new Set(visits.map(({ sessionId, startedAt }) => `${clientOf(sessionId)} ${utcDate(startedAt)}`)).size,
  views: views.length,
  bounceRate: mean(visits.map(({ isBounce }) => Number(isBounce))),
  averageVisitSeconds: mean(visits.map(({ durationSeconds }) => durationSeconds)),
  conversions: visits.filter(({ goalIds }) => goalIds.length > 0).length,
  revenueUsd: sum(visits.map(({ valueUsd }) => Math.round(valueUsd * 100))) / 100,
});

function percentile(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other);
  const place = 0.75 * (sorted.length - 1);
  const [lower, upper] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return lower === undefined || upper === undefined ? null : lower + (upper - lower) * (place - Math.floor(place));
}

const vitalsOf = (views: readonly ViewRow[]) =>
  Object.fromEntries(vitalNames.map((vital) => [vital, percentile(known(views.map((view) => view[vital])))]));

function groupsOf<Row>(rows: readonly Row[], namesOf: (row: Row) => readonly string[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) for (const name of namesOf(row)) groups.set(name, [...(groups.get(name) ?? []), row]);
  return groups;
}

const ordered = <Row>(groups: Map<string, Row[]>): [string, Row[]][] =>
  [...groups].sort(
    ([name, rows], [other, others]) => others.length - rows.length || (name < other ? -1 : name > other ? 1 : 0),
  );

const pageOf = ({ pageId }: ViewRow) => (pageId === null ? "" : texts[pageId - 1]!);

async function expectEqual(rows: Rows, asked: ReportScope, accepted: boolean) {
  const picked = select(rows, asked, accepted);
  expect(await readTotals(ctx, asked)).toEqual(totalsOf(picked));
  const unit = asked.period.from === asked.period.to ? "hour" : "day";
  const starts = bucketStarts(asked.period, unit);
  const during = (at: Date, bucket: number) =>
    at >= starts[bucket]! && (!starts[bucket + 1] || at < starts[bucket + 1]!);
  for (const metric of metricNames)
    expect(await readSeries(ctx, asked, metric, unit), metric).toEqual(
      starts.map((at, bucket) => ({
        at,
        value: totalsOf({
          visits: picked.visits.filter(({ startedAt }) => during(startedAt, bucket)),
          views: picked.views.filter((view) => during(view.at, bucket)),
        })[metric],
      })),
    );
  for (const dimension of visitDimensions) {
    const isList = ["page", "event", "goal"].includes(dimension);
    const groups = ordered(
      groupsOf(picked.visits, (row) => {
        const names = valuesOf(row, dimension);
        return names.length === 0 && !isList ? [""] : names;
      }),
    );
    const expected = groups.map(([name, visits]) => {
      const { visits: count, bounceRate, averageVisitSeconds, conversions } = totalsOf({ visits, views: [] });
      const figures = { visits: count, bounceRate, seconds: averageVisitSeconds, conversions };
      return { name, page: null, figures: { ...figures, conversionRate: conversions / count } };
    });
    expect(await readBreakdown(ctx, asked, dimension, { limit: 20 }), dimension).toEqual({
      count: expected.length,
      rows: expected,
    });
    if (dimension !== "entry" && dimension !== "page") continue;
    expect((await readBreakdown(ctx, asked, dimension, { limit: 1, offset: 1 })).rows).toEqual(expected.slice(1, 2));
    const found = expected.filter(({ name }) => name.toLowerCase().includes("e"));
    expect(await readBreakdown(ctx, asked, dimension, { limit: 20, search: "E" })).toEqual({
      count: found.length,
      rows: found,
    });
  }
  await expectViewsEqual(rows, picked, asked);
}

async function expectViewsEqual(all: Rows, picked: Rows, asked: ReportScope) {
  const pages = ordered(groupsOf(picked.views, (view) => [pageOf(view)]));
  const orNull = (numbers: readonly number[]) => (numbers.length === 0 ? null : mean(numbers));
  expect((await readPages(ctx, asked, { limit: 20 })).rows).toEqual(
    pages.map(([path, views]) => ({
      ...{ name: path, page: null },
      figures: {
        views: views.length,
        visits: new Set(views.flatMap((view) => (view.visitAt ? [`${view.sessionId} ${view.visitAt.getTime()}`] : [])))
          .size,
        seconds: orNull(known(views.map(({ seconds }) => seconds))),
        scroll: orNull(known(views.map(({ scroll }) => scroll))),
      },
    })),
  );
  expect(await readVitals(ctx, asked)).toEqual(vitalsOf(picked.views));
  const measured = picked.views.filter((view) => vitalNames.some((vital) => view[vital] !== null));
  const deviceOf = ({ device }: ViewRow) =>
    Object.keys(deviceKinds).filter((name) => deviceKinds[name as "phone"] === device);
  for (const [by, namesOf] of [["page", (view: ViewRow) => [pageOf(view)]] as const, ["device", deviceOf] as const])
    expect((await readVitalsBy(ctx, asked, by, { limit: 20 })).rows, by).toEqual(
      ordered(groupsOf(measured, namesOf)).map(([name, views]) => ({
        name,
        views: views.length,
        ...vitalsOf(views),
      })),
    );
  for (const vital of ["lcp", "cls"] satisfies Vital[]) {
    const { good, fair } = vitalLimits[vital];
    const rated = picked.visits.flatMap((row) => {
      const own = all.views.filter(
        (view) => view.sessionId === row.sessionId && view.visitAt?.getTime() === row.startedAt.getTime(),
      );
      const values = known(own.map((view) => view[vital]));
      const worst = Math.max(...values);
      const rating = worst <= Math.fround(good) ? "good" : worst <= Math.fround(fair) ? "fair" : "poor";
      return values.length === 0 ? [] : [{ rating, converted: row.goalIds.length > 0 }];
    });
    expect(await readVitalEffect(ctx, asked, vital)).toEqual(
      ["good", "fair", "poor"].map((rating) => ({
        rating,
        visits: rated.filter((row) => row.rating === rating).length,
        conversions: rated.filter((row) => row.rating === rating && row.converted).length,
      })),
    );
  }
}

const query = fc.record({
  dimensions: fc.uniqueArray(fc.constantFrom(...visitDimensions), { maxLength: 2 }),
  interval: fc.constantFrom(null, "hour" as const, "day" as const),
  limit: fc.integer({ min: 1, max: 9 }),
});
type AskedQuery = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

/** Reads all pages of a query and compares them with the rows grouped one by one. */
async function expectQueryEqual(all: Rows, picked: Rows, asked: ReportScope, { interval, limit, ...of }: AskedQuery) {
  const isList = (dimension: VisitDimension) => ["page", "event", "goal"].includes(dimension);
  const dimensions = of.dimensions.filter((one, index) => !isList(one) || of.dimensions.findIndex(isList) === index);
  const isViewless = dimensions.includes("event") || dimensions.includes("goal");
  const metrics = metricNames.filter((metric) =>
    metric === "views" ? !isViewless : metric !== "revenueUsd" || dimensions.length === 0,
  );
  const starts = interval ? bucketStarts(asked.period, interval) : [];
  const keysOf = (at: Date, namesOf: (dimension: VisitDimension) => string[]) => {
    const time = interval ? [[String(starts.findLastIndex((one) => one <= at))]] : [];
    const parts = [...dimensions.map(namesOf), ...time];
    return parts.reduce((keys, names) => keys.flatMap((key) => names.map((name) => `${key}|${name}`)), [""]);
  };
  const factsOf = (row: VisitRow) => (dimension: VisitDimension) => {
    const names = valuesOf(row, dimension);
    return names.length === 0 && !isList(dimension) ? [""] : names;
  };
  const visits = groupsOf(picked.visits, (row) => keysOf(row.startedAt, factsOf(row)));
  const views = groupsOf(isViewless ? [] : picked.views, (view) => {
    const visitAt = view.visitAt?.getTime();
    const own = all.visits.find((row) => row.sessionId === view.sessionId && row.startedAt.getTime() === visitAt);
    return keysOf(view.at, (dimension) => (dimension === "page" ? [pageOf(view)] : own ? factsOf(own)(dimension) : []));
  });
  const figuresOf = (rows: Rows) => Object.fromEntries(metrics.map((metric) => [metric, totalsOf(rows)[metric]]));
  const expected = new Map(
    [...new Set([...visits.keys(), ...views.keys()])].map((key) => [
      key,
      figuresOf({ visits: visits.get(key) ?? [], views: views.get(key) ?? [] }),
    ]),
  );
  if (interval && dimensions.length === 0)
    for (const bucket of starts.keys())
      if (!expected.has(`|${bucket}`)) expected.set(`|${bucket}`, figuresOf({ visits: [], views: [] }));
  const found = new Map<string, object>();
  let [cursor, pages]: [string | null, number] = [null, 0];
  do {
    const part: Query = { ...asked, dimensions, metrics, interval, compare: null, limit, cursor };
    const { rows, totals, next } = resultOf(await readQuery(ctx, part));
    expect(totals).toEqual(figuresOf(picked));
    for (const { time, ...row } of rows) {
      const bucket = starts.findIndex((at) =>
        interval === "hour" ? at.toISOString() === time : wallClock(at, asked.period.timezone).date === time,
      );
      const names = dimensions.map((dimension) => row[dimension]);
      const figures = metrics.map((metric) => [metric, row[metric]]);
      found.set(["", ...names, ...(interval ? [bucket] : [])].join("|"), Object.fromEntries(figures));
    }
    [cursor, pages] = [next, pages + 1];
  } while (cursor !== null && pages < 300);
  expect(found).toEqual(dimensions.length === 0 && !interval ? new Map() : expected);
}

test("figures of random visits equal direct computations over the rows", { timeout: timeoutMs }, async () => {
  await db.execute(sql`insert into ${analyticsTerm} (id, text) overriding system value
    select number, text from unnest(${sql.param(texts)}::text[]) with ordinality as t(text, number)`);
  await db.execute(sql`insert into ${analyticsSession} (id, key, client, first_at) overriding system value
    select n, gen_random_uuid(), (n + 1) / 2, now() from generate_series(1, ${sessions}::int) as n`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { minLength: 1, maxLength: 14 }),
      fc.array(anonymous, { maxLength: 3 }),
      fc.array(scope, { minLength: questions(2), maxLength: questions(2) }),
      fc.array(query, { minLength: queries(3), maxLength: queries(3) }),
      fc.boolean(),
      fc.boolean(),
      async (visits, others, scopes, queries, accepted, isStored) => {
        await db.delete(analyticsAcceptedRule);
        if (accepted) await db.insert(analyticsAcceptedRule).values({ rule, acceptedAt: ctx.now });
        const rows = await store(visits, others);
        for (const asked of scopes) {
          if (isStored) await storeSums({ ...ctx, now: new Date("2026-03-21T12:00:00Z") }, asked.period.timezone);
          await expectEqual(rows, asked, accepted);
          for (const one of queries) await expectQueryEqual(rows, select(rows, asked, accepted), asked, one);
        }
      },
    ),
    parameters,
  );
});
