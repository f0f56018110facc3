import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { collectPayloads } from "#app/features/analytics/analytics.server.ts";
import { sessionKey } from "#app/features/analytics/collecting/session-key.server.ts";
import { closeCollector } from "#app/features/analytics/storage/collector.server.ts";
import { openStore, visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { analyticsIdentity, analyticsWaitingHits } from "#app/features/analytics/tables.server.ts";
import { listVisitsOf } from "#app/features/analytics/visits/visit-story.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import { databaseFailure } from "#app/platform/database/database-failure.server.ts";
import { waitingAnalyticsHits } from "#app/platform/metrics.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { ColumnDatabase } from "./column-database.server.ts";
import { tables } from "./schema.server.ts";
import { sendHits, tabSeparated, WaitingHits } from "./waiting-hits.server.ts";

const { db, ctx } = useDatabase();

/** No server listens on this port. */
const unreachable = "http://127.0.0.1:9/gtmarc";

const hit = (second: number, detail: Record<string, string> | null = null) => ({
  ...{ atMicros: Date.parse("2026-03-02T15:00:00Z") * 1000 + second * 1e6 + 7, sessionId: null, kind: 1 },
  ...{ pageId: 5, typeId: null, nameId: null, value: null, detail },
});
const waiting = () => db.$count(analyticsWaitingHits);

let close = async () => {};
afterEach(async () => {
  await closeCollector(db);
  await close();
  close = async () => {};
});

function collectView() {
  const view = { type: "page_view" as const, session_id: "mine", data: { page_path: "/", page_title: "Home" } };
  const browser = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const sender = {
    bodyLength: 100,
    address: "203.0.113.7",
    userAgent: browser,
    acceptLanguage: "en",
    isPrivate: false,
  };
  return collectPayloads({ ...ctx, actor: anonymous }, [view], sender, "durable");
}

test("without ClickHouse hits are accepted and wait; reads fail as without a database", async () => {
  close = await openStore(db, unreachable);
  expect(await collectView()).toEqual({ ok: true });
  expect(await waiting()).toBe(1);
  const failure = await visitStore().countLive(ctx, { start: ctx.now, end: ctx.now }).catch(databaseFailure);
  expect(failure).toBe("unavailable");
  await expect(visitStore().deliver(ctx)).rejects.toThrow("unavailable");
  await db
    .insert(analyticsIdentity)
    .values({ sessionKey: sessionKey("mine"), email: "dana@northfield.example", at: ctx.now });
  expect(await listVisitsOf(await asAdmin(ctx), ["dana@northfield.example"])).toBeNull();
  expect(await waiting()).toBe(1);
});

test("when too many hits wait new ones are refused, and the metric says how many wait", async () => {
  close = await openStore(db, unreachable, { maxHits: 1 });
  await collectView();
  await collectView();
  const metric = () => waitingAnalyticsHits.get().then(({ values }) => values[0]!.value);
  // The second attempt to deliver follows after a second.
  await vi.waitFor(async () => expect(await metric()).toBe(2), { timeout: 60_000 });
  expect(await collectView()).toEqual({ ok: false, reason: { kind: "busy", retryAfterSeconds: 5 } });
  expect(await waiting()).toBe(2);
});

test("hits still count as waiting while another process tries to deliver them", async () => {
  const lock = Promise.withResolvers<void>();
  const held = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('analytics_delivery'))`);
    await lock.promise;
  });
  close = await openStore(db, unreachable, { maxHits: 1 });
  const metric = () => waitingAnalyticsHits.get().then(({ values }) => values[0]!.value);
  waitingAnalyticsHits.set(0);
  try {
    await collectView();
    await collectView();
    await vi.waitFor(async () => expect(await metric()).toBe(2), { timeout: 60_000 });
    expect(await collectView()).toEqual({ ok: false, reason: { kind: "busy", retryAfterSeconds: 5 } });
  } finally {
    lock.resolve();
    await held;
  }
});

test("texts with tabs, line breaks and backslashes are one value", () => {
  const line = tabSeparated([hit(0, { text: "a\\b\tc\nd" })]);
  expect(line).toBe('1772463600.000007\t0\t1\t5\t0\t0\t\\N\t{"text":"a\\\\\\\\b\\\\tc\\\\nd"}\n');
});

/** Passes each delivery to `insert` instead of ClickHouse. */
const sentTo = (insert: (rows: string) => Promise<void>, options = {}) =>
  new WaitingHits(
    {
      insert: (_table: string, _columns: readonly string[], rows: string) => insert(rows),
    } as unknown as ColumnDatabase,
    options,
  );

test("a delivery ends although hits keep arriving, and sends those that waited when it began", async () => {
  let sent = 0;
  const busy = sentTo(async (rows) => {
    sent += rows.trim().split("\n").length;
    if (sent > 50) throw new Error("The delivery does not end");
    await db.insert(analyticsWaitingHits).values({ hits: 1, rows: tabSeparated([hit(sent)]) });
  });
  await db.insert(analyticsWaitingHits).values([1, 2, 3].map((n) => ({ hits: 1, rows: tabSeparated([hit(n)]) })));
  await busy.deliver(ctx);
  expect([sent, await waiting()]).toEqual([3, 1]);
  await busy.close();
});

test("a delivery is limited in bytes: large batches are sent one after the other", async () => {
  const sent: string[] = [];
  const limited = sentTo(async (rows) => void sent.push(rows), { maxBytes: 60 });
  await db.insert(analyticsWaitingHits).values([40, 40, 1].map((n) => ({ hits: 10, rows: "x".repeat(n) })));
  await limited.deliver(ctx);
  expect(sent.map((rows) => rows.length)).toEqual([80, 1]);
  await limited.close();
});

test.runIf(columnStore.isUsed)("a delivery that is repeated after a crash counts once", async () => {
  const count = async () =>
    Number((await columnStore.rows<{ n: string }>("SELECT toString(count()) AS n FROM hit"))[0]!.n);
  await db
    .insert(analyticsWaitingHits)
    .values([
      { hits: 2, rows: tabSeparated([hit(1), hit(2, { text: "a\\b\tc\nd" })]), delivery: sql`gen_random_uuid()` },
    ]);
  const [batch] = await db.select().from(analyticsWaitingHits);
  // The process was killed after ClickHouse stored the rows and before the batch was deleted.
  const database = await ColumnDatabase.open(columnStore.url(), tables);
  await sendHits(database, batch!.rows, batch!.delivery!);
  expect(await count()).toBe(2);
  const restarted = new WaitingHits(database);
  waitingAnalyticsHits.set(2);
  await restarted.insertHits(ctx, [hit(3)]);
  await restarted.deliver(ctx);
  // The delivery in the background may have found this one at work and counts again a second later.
  const metric = () => waitingAnalyticsHits.get().then(({ values }) => values[0]!.value);
  await vi.waitFor(async () => expect(await metric()).toBe(0), { timeout: 60_000 });
  await restarted.close();
  expect([await count(), await waiting()]).toEqual([3, 0]);
  const details = await columnStore.rows<{ detail: string }>("SELECT detail FROM hit WHERE detail != ''");
  expect(details.map(({ detail }) => JSON.parse(detail))).toEqual([{ text: "a\\b\tc\nd" }]);
  await database.close();
});

test.runIf(columnStore.isUsed)("processes that deliver at the same time send each batch once", async () => {
  const database = await ColumnDatabase.open(columnStore.url(), tables);
  const processes = [new WaitingHits(database), new WaitingHits(database), new WaitingHits(database)];
  await Promise.all(processes.flatMap((one) => Array.from({ length: 20 }, (_, n) => one.insertHits(ctx, [hit(n)]))));
  await Promise.all(processes.map((one) => one.deliver(ctx)));
  const [row] = await columnStore.rows<{ n: string }>("SELECT toString(count()) AS n FROM hit");
  expect([Number(row!.n), await waiting()]).toEqual([60, 0]);
  for (const one of processes) await one.close();
  await database.close();
});
