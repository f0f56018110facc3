import { is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { archiveOf } from "#tests/fixtures/history-commands.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads } from "../analytics.server.ts";
import { sessionKey } from "../collecting/session-key.server.ts";
import { sweepHistoryImports, uploadHistory } from "../imports/history-imports.server.ts";
import { failHistoryJob, importHistoryJob } from "../imports/history-job.server.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { storeSums } from "../reports/sums/store-sums.server.ts";
import { deleteOldFunnelEvents, recordFunnelEvent } from "../steps/funnel.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import * as tables from "../tables.server.ts";
import { deriveVisits } from "../visits/visits.server.ts";
import { identifyVisitor } from "./identity.server.ts";
import { deleteVisitData } from "./my-data.server.ts";
import { maintainVisits } from "./retention.server.ts";

/* Deletion and retention in every table of PostgreSQL, and in those of the store of visitor events. */

const { db, ctx } = useDatabase({ jobs: [failHistoryJob, importHistoryJob] });
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => closeCollector(db));

const names = Object.values(tables).flatMap((table) =>
  is(table, PgTable) ? getTableConfig(table as PgTable).name : [],
);
const email = "dana@northfield.example";
/** Recognizable in the text of any row. */
const sessionId = 987_654_321;
const timezone = "America/New_York";
const sender = {
  ...{ bodyLength: 300, address: "203.0.113.7", acceptLanguage: "de", isPrivate: false },
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
};

/** A visit with a row in every table that visits fill, and the sums of its day. */
async function visit(session_id = "mine") {
  const page = { page_path: "/", page_title: null };
  const data = { page_path: "/", event_type: "click", event_name: "cta", metadata: { note: "mine" } };
  const payloads = [
    { type: "page_view" as const, session_id, data: page },
    { type: "event" as const, session_id, data },
    {
      type: "performance" as const,
      session_id,
      data: { page_path: "/", metric_type: "lcp" as const, metric_value: 900 },
    },
  ];
  const visitor = asAnonymous(ctx);
  await collectPayloads(visitor, payloads, sender, "durable");
  await collectPayloads(
    visitor,
    [{ ...payloads[0]!, session_id: "private" }],
    { ...sender, isPrivate: true },
    "durable",
  );
  await recordFunnelEvent(visitor, { session_id, stage: "wizard", substage: "mode_viewed" });
  await identifyVisitor(ctx, { sessionId: session_id, email, isPrivate: false });
  await deriveVisits(later(ctx, { hours: 1 }));
  await storeSums(later(ctx, { days: 3 }), timezone);
}

const count = async (name: string, where: SQL = sql`true`) => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(name)} t where ${where}`,
  );
  return rows[0]!.n;
};
const holds = (word: string) => sql`t::text like ${`%${word}%`}`;

/** Rows of each table of ClickHouse that are on its disk, marked as deleted or not. */
async function columnRows(): Promise<Record<string, number>> {
  if (!columnStore.isUsed) return {};
  const counted = ["hit", "visit", "view", "session"].map(async (name) => {
    const query = `SELECT toString(count()) AS n FROM ${name} SETTINGS apply_deleted_mask = 0`;
    return [name, Number((await columnStore.rows<{ n: string }>(query))[0]!.n)] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}

test("what a visitor deletes is in no table afterwards, nor in stored sums", async () => {
  await db.execute(sql`alter sequence analytics_session_id_seq restart with ${sql.raw(String(sessionId))}`);
  await visit();
  const words = [sessionKey("mine"), email, String(sessionId), '"mine"'];
  for (const word of words) {
    const found = await Promise.all(names.map((name) => count(name, holds(word))));
    if (word !== '"mine"' || !columnStore.isUsed) expect(Math.max(...found), word).toBeGreaterThan(0);
  }
  await deleteVisitData(ctx, "mine");
  await maintainVisits(later(ctx, { hours: 2 }));
  for (const name of names)
    for (const word of words) expect({ name, word, rows: await count(name, holds(word)) }).toMatchObject({ rows: 0 });
  expect(await count("analytics_summed_span", sql`t.day = '2026-03-02'`)).toBe(0);
  // The view of a visitor who asks not to be tracked belongs to no one.
  if (columnStore.isUsed) expect(await columnRows()).toEqual({ hit: 1, visit: 0, view: 1, session: 0 });
});

test("a deleted account's email and steps are in no table afterwards", async () => {
  await visit();
  await forgetPerson(ctx, { userId: null, email });
  for (const name of names) expect({ name, rows: await count(name, holds(email)) }).toEqual({ name, rows: 0 });
});

test("after 13 months no table has a row of a visit, whichever store has it", async () => {
  await visit();
  const header = "date,visitors,pageviews,bounces,visits,visit_duration";
  const bytes = archiveOf({ "imported_visitors_20250601_20250601.csv": `${header}\n"2025-06-01",9,20,4,10,600\n` });
  value(await uploadHistory(ctx, { fileName: "export.zip", bytes }));
  const filled = [
    ...["funnel_event", "analytics_session", "analytics_identity", "analytics_salt", "analytics_import"],
    ...["analytics_sum", "analytics_summed_span"].filter(() => visitStore().dialect.knowsPrevious),
    ...["analytics_hit", "analytics_measurement", "analytics_visit", "analytics_view"].filter(
      () => !columnStore.isUsed,
    ),
  ];
  for (const name of filled) expect({ name, isFilled: (await count(name)) > 0 }).toEqual({ name, isFilled: true });
  const muchLater = { ...ctx, now: new Date("2027-04-03T00:00:00Z") };
  await deleteOldFunnelEvents(muchLater);
  await maintainVisits(muchLater);
  await sweepHistoryImports(muchLater);
  const kept = ["analytics_term", "analytics_progress"];
  for (const name of names.filter((one) => !kept.includes(one)))
    expect({ name, rows: await count(name) }).toEqual({ name, rows: 0 });
  if (columnStore.isUsed) expect(await columnRows()).toEqual({ hit: 0, visit: 0, view: 0, session: 0 });
});
