import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { value } from "#tests/fixtures/admin-command.ts";
import { storeHits } from "#tests/fixtures/stored-visits.ts";
import { visitStore as visitFixture } from "#tests/fixtures/visits.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readTotals } from "../reports/sums/totals.server.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { analyticsHit, analyticsMeasurement, analyticsTerm, analyticsWaitingHits } from "../tables.server.ts";
import { rebuildVisits } from "../visits/visits.server.ts";
import { openClickhouse } from "./clickhouse/clickhouse-store.server.ts";
import { openStore, visitStore } from "./current-store.server.ts";
import { moveVisits } from "./move.server.ts";

const { db, ctx } = useDatabase();
const { store, forgetTerms } = visitFixture(db);
const scope = { period: { from: "2026-02-01", to: "2026-03-31", timezone: "UTC" }, filters: [] };

beforeEach(() => forgetTerms());

test.runIf(columnStore.isUsed)(
  "visitor events move to PostgreSQL and back with the same counts and figures",
  async () => {
    const url = columnStore.url();
    const { database, close } = await openClickhouse(url);
    await store({ source: "google.com" }, [
      { at: "2026-02-28T23:50:00Z", page: "/" },
      { at: "2026-03-01T00:05:00Z", page: "/pricing", kind: "event", name: "click", detail: { href: "/a\\b\tc" } },
      { at: "2026-03-01T00:05:01Z", page: "/pricing", kind: "performance", type: "lcp", value: 1234.567 },
      { at: "2026-03-05T10:00:00Z", page: "/", kind: "conversion", type: "revenue", name: "paid", value: 12.34 },
    ]);
    await store(null, [{ at: "2026-03-05T11:00:00Z", page: "/" }]);
    await rebuildVisits(ctx);
    const before = await readTotals(ctx, scope);
    expect(before).toMatchObject({ visits: 2, views: 2, revenueUsd: 12.34 });

    // A batch that is not delivered yet.
    const event = { sessionId: null, kind: 2, pageId: null, typeId: null, nameId: null, value: null, detail: null };
    await db.transaction((tx) =>
      visitStore().insertHits({ db: tx }, [{ ...event, atMicros: Date.parse("2026-03-05T12:00:00Z") * 1000 }]),
    );
    const counts = { hits: 6, visits: 2, views: 2 };
    const there = value(await moveVisits(ctx, { database, url, to: "postgres" }));
    expect(there).toEqual({
      months: [
        { month: "2026-02", hits: 1 },
        { month: "2026-03", hits: 5 },
      ],
      before: counts,
      after: counts,
    });
    await openStore(db, undefined);
    expect(await readTotals(ctx, scope)).toEqual(before);
    expect((await db.select().from(analyticsHit)).map(({ detail }) => detail).filter(Boolean)).toEqual([
      { href: "/a\\b\tc" },
    ]);

    expect(await db.select({ lcp: analyticsMeasurement.lcp }).from(analyticsMeasurement)).toEqual([{ lcp: 1_234_567 }]);

    const back = value(await moveVisits(ctx, { database, url, to: "clickhouse" }));
    expect(back).toEqual(there);
    expect([await db.$count(analyticsHit), await db.$count(analyticsWaitingHits)]).toEqual([0, 0]);
    const reopened = await openStore(db, url);
    expect(await readTotals(ctx, scope)).toEqual(before);
    await storeHits(db, [{ at: new Date("2026-03-06T10:00:00Z"), kind: 1 }]);
    expect(await moveVisits(ctx, { database, url, to: "clickhouse" })).toMatchObject({
      ok: false,
      reason: { kind: "not_empty" },
    });
    await reopened();
    await close();
  },
);

test.runIf(columnStore.isUsed)(
  "hits that wait or have no visit yet move too, and the same hits can move again and again",
  async () => {
    const url = columnStore.url();
    const { database, close } = await openClickhouse(url);
    await openStore(db, url);
    await store({ source: "google.com" }, [{ at: "2026-03-05T10:00:00Z", page: "/" }]);
    const late = { atMicros: Date.parse("2026-03-05T11:00:00Z") * 1000, sessionId: null, kind: hitKinds.page_view };
    const pageId = (await db.select().from(analyticsTerm).where(eq(analyticsTerm.text, "/")))[0]!.id;
    // After a transaction nothing delivers it, as if the process had ended.
    await db.transaction((tx) =>
      visitStore().insertHits({ db: tx }, [{ ...late, pageId, typeId: null, nameId: null, value: null, detail: null }]),
    );
    expect(await db.$count(analyticsWaitingHits)).toBe(1);
    const moved = { months: [{ month: "2026-03", hits: 2 }], before: { hits: 2, visits: 1, views: 2 } };
    for (const to of ["postgres", "clickhouse", "postgres", "clickhouse"] as const)
      expect(value(await moveVisits(ctx, { database, url, to }))).toMatchObject({ ...moved, after: moved.before });
    expect(await db.$count(analyticsWaitingHits)).toBe(0);
    await close();
  },
);
