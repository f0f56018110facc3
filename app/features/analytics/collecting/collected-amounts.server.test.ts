import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { storedVisits } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads } from "../analytics.server.ts";
import { readList } from "../reports/lists/lists.server.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { deriveVisits } from "../visits/visits.server.ts";
import type { AnalyticsPayload } from "./payload.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => closeCollector(db));

const session_id = "1772463600000-1";
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const sender = { bodyLength: 300, address: "203.0.113.7", userAgent, acceptLanguage: "en-US", isPrivate: false };
const view: AnalyticsPayload = { type: "page_view", session_id, data: { page_path: "/" } };
const conversion = (conversion_type: "revenue" | "goal_complete", conversion_name: string): AnalyticsPayload => ({
  type: "conversion",
  session_id,
  data: { page_path: "/", conversion_type, conversion_name, conversion_value: 9e6 },
});

/** Sends these after a page view, and returns the visits and the conversions of the report. */
async function report(...payloads: AnalyticsPayload[]) {
  await collectPayloads(visitor, [view, ...payloads], sender, "durable");
  await deriveVisits(later(visitor, { seconds: 60 }));
  const scope = { period: { from: "2026-01-01", to: "2026-12-31", timezone: "UTC" }, filters: [] };
  const { rows } = await readList(ctx, scope, "conversion", { limit: 10 });
  return { visits: await storedVisits(db), conversions: rows.map(({ name, figures }) => [name, figures]) };
}

const kindsOf = async (name: string) =>
  (
    await db.execute<{ kind: number }>(
      sql`select h.kind from analytics_hit h join analytics_term t on t.id = h.name_id where t.text = ${name}`,
    )
  ).rows.map(({ kind }) => kind);

test("a page cannot report conversions that follow from events of the product", async () => {
  const names = ["booking.scheduled", " booking.scheduled", "unlock.paid\u0007", "unlock.paid", "unlock"];
  names.push(
    "access.requested",
    "Access.Code_accepted",
    "analysis.generated",
    "Booking.Scheduled",
    "unlock\u2024paid",
    "unlock\u200B.paid",
    "unlock. refunded",
  );
  const { conversions } = await report(...names.map((name) => conversion("revenue", name)));
  expect(conversions).toMatchObject([["unlock", { times: 1 }]]);
});

test("amounts that pages report are in no revenue and no value of a goal", async () => {
  const { visits, conversions } = await report(conversion("revenue", "forged"), conversion("goal_complete", "forged"));
  expect(visits).toMatchObject([{ hasGoal: true, valueUsd: 0 }]);
  expect(conversions).toMatchObject([["forged", { times: 2, revenue: 0 }]]);
});

test("an event named like a conversion stays an event and reaches no goal", async () => {
  const data = { event_type: "goal_complete", event_name: "forged", page_path: "/" };
  const { visits, conversions } = await report({ type: "event", session_id, data });
  expect(visits).toMatchObject([{ hasGoal: false, valueUsd: 0 }]);
  expect(conversions).toEqual([]);
  expect(await kindsOf("forged")).toEqual([hitKinds.event]);
});
