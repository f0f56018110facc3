import { metricNames } from "../../app/features/analytics/reports/figures/metrics.ts";
import { type Query, readQuery } from "../../app/features/analytics/reports/queries/query.server.ts";
import { queryIntervals } from "../../app/features/analytics/reports/queries/query.ts";
import { openStore } from "../../app/features/analytics/store/current-store.server.ts";
import {
  type VisitDimension,
  type VisitFilter,
  visitDimensions,
} from "../../app/features/analytics/visits/visit-filter.ts";
import { addDays, utcDate } from "../../app/lib/dates/calendar-dates.ts";
import type { Ctx } from "../../app/platform/context.server.ts";

/** Values of the generated visits, of imports of no visit, and of none. */
const values: Partial<Record<VisitDimension, readonly string[]>> = {
  page: ["/", "/pricing", "/automation-grid/*", "/faq", "/nowhere"],
  entry: ["/", "/training", "/automation-grid/example-7"],
  exit: ["/faq", "/contact", "*"],
  source: ["google.com", "linkedin.com", ""],
  channel: ["direct", "search", "social", "referral", "email"],
  referrer: ["https://site-7.example", "https://site-*", ""],
  medium: ["cpc", ""],
  campaign: ["spring", "autumn", ""],
  device: ["desktop", "phone", "tablet"],
  browser: ["Chrome", "Safari", "Edge"],
  os: ["iOS", "Windows"],
  screen: ["390x844", "1440x900"],
  language: ["de-DE", "en-*"],
  timezone: ["Europe/Berlin", "America/*"],
  event: ["outbound_link", "page_time"],
  goal: ["booking.scheduled", "access.requested", ""],
};
/** With daylight saving, half hours, and a change of half an hour. */
const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
const alone: readonly VisitDimension[] = ["page", "event", "goal"];

/** Asks both stores the same random queries. Returns those with different answers. */
export async function differentAnswers(ctx: Ctx, url: string, { count, until }: { count: number; until: Date }) {
  const random = randomNumbers(20_261_120);
  const queries = Array.from({ length: count }, () => randomQuery(random, until));
  const answers = async (store: string | undefined): Promise<string[]> => {
    const close = await openStore(ctx.db, store);
    const texts: string[] = [];
    for (const query of queries) texts.push(JSON.stringify(await readQuery(ctx, query)));
    await close();
    return texts;
  };
  const [one, other] = [await answers(undefined), await answers(url)];
  const refused = one.find((text) => !text.startsWith('{"ok":true'));
  if (refused) throw new Error(`A query was refused: ${refused}`);
  return queries.flatMap((query, n) =>
    one[n] === other[n] ? [] : [{ query, postgres: one[n]!.slice(0, 400), clickhouse: other[n]!.slice(0, 400) }],
  );
}

type Random = (below: number) => number;

/** The same numbers in each run (Lehmer). */
function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function randomQuery(random: Random, until: Date): Query {
  const one = <Value>(list: readonly Value[]) => list[random(list.length)]!;
  const some = <Value>(list: readonly Value[], most: number) => [
    ...new Set(Array.from({ length: random(most + 1) }, () => one(list))),
  ];
  const drawn = some(visitDimensions, 2);
  const dimensions = drawn.filter(
    (name, n) => !(alone.includes(name) && drawn.slice(0, n).some((other) => alone.includes(other))),
  );
  const isViewless = dimensions.some((name) => name === "event" || name === "goal");
  const metrics = metricNames.filter(
    (metric) => !(metric === "views" && isViewless) && !(metric === "revenueUsd" && dimensions.length > 0),
  );
  const filters: VisitFilter[] = some(Object.keys(values) as VisitDimension[], 2).map((dimension) => ({
    ...{ dimension, isExcluded: random(4) === 0, values: [one(values[dimension]!)] },
  }));
  const to = addDays(utcDate(until), -random(330));
  return {
    ...{
      metrics: [one(metrics), ...metrics.filter(() => random(2) === 0)].filter(
        (name, n, all) => all.indexOf(name) === n,
      ),
    },
    ...{ dimensions, filters, interval: random(2) === 0 ? null : one(queryIntervals) },
    period: { from: addDays(to, -random(21)), to, timezone: one(zones) },
    compare: random(4) === 0 ? one(["previous", "year"] as const) : null,
    ...{ limit: 1 + random(200), cursor: null },
  };
}
