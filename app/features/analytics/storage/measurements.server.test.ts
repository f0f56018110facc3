import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { newClient } from "#tests/fixtures/new-client.ts";
import { countStored, deleteStored, storedViews, storedVisits, termId } from "#tests/fixtures/stored-visits.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import type { KeptMetadata } from "../collecting/kept-metadata.ts";
import type { ActionSelection } from "../reports/lists/action-selection.ts";
import { reportOf } from "../reports/open-report.server.ts";
import { actionsAsk } from "../reports/sums/asked-sql.ts";
import { visitStore } from "../store/current-store.server.ts";
import type { HitRow } from "../store/visit-store.ts";
import { analyticsHit, analyticsMeasurement, analyticsSession } from "../tables.server.ts";
import { rebuildVisits } from "../visits/visits.server.ts";
import { everyHit } from "./every-hit.server.ts";
import { hitKinds } from "./hit-kinds.ts";

const { db, ctx } = useDatabase();
const startMicros = Date.parse("2026-03-02T20:00:00Z") * 1000;

type Reported = Pick<HitRow, "kind"> & { page: number; ms: number; type?: string; name?: string } & Partial<
    Pick<HitRow, "value" | "detail">
  >;

async function newSession(): Promise<number> {
  const [row] = await db
    .insert(analyticsSession)
    .values({ key: crypto.randomUUID(), client: newClient(), firstAt: new Date(startMicros / 1000) })
    .returning({ id: analyticsSession.id });
  return row!.id;
}

/** The hits of one session; `ms`: after the hit before. */
async function rowsOf(sessionId: number, reported: readonly Reported[]): Promise<HitRow[]> {
  let atMicros = startMicros;
  const rows: HitRow[] = [];
  for (const { page, ms, type = null, name = null, value = null, detail = null, kind } of reported) {
    atMicros += ms * 1000;
    const [typeId, nameId] = [type && (await termId(db, type)), name && (await termId(db, name))];
    rows.push({
      ...{ atMicros, sessionId, kind, type, name, typeId: typeId || null, nameId: nameId || null, value, detail },
      pageId: await termId(db, `/${page}`),
    });
  }
  return rows;
}

async function store(rows: readonly HitRow[]) {
  await visitStore().insertHits(ctx, rows);
  await visitStore().deliver(ctx);
}

const view = (page: number, ms: number): Reported => ({ kind: hitKinds.page_view, page, ms });
const vital = (page: number, ms: number, type: string, value: number): Reported => ({
  ...{ kind: hitKinds.performance, page, ms, type, value },
});
const shown = (page: number, ms: number, detail: KeptMetadata): Reported => ({
  ...{ kind: hitKinds.event, page, ms, type: "engagement", name: "page_time", detail },
});

afterEach(() => deleteStored(db));

test.skipIf(columnStore.isUsed)(
  "what a page reports when it is left is one row, and is read as it was sent",
  async () => {
    const rows = await rowsOf(await newSession(), [
      view(1, 0),
      shown(1, 30_000, { seconds: 30, scroll_percent: 80 }),
      vital(1, 1, "lcp", 1234.567),
      vital(1, 0, "cls", 0.125),
      vital(1, 1, "inp", 0),
      view(2, 1),
      vital(1, 500, "lcp", 900),
    ]);
    await store(rows);
    expect([await db.$count(analyticsHit), await db.$count(analyticsMeasurement)]).toEqual([2, 2]);
    expect(await countStored(db, "hit")).toBe(7);
  },
);

test("engagement that is stored with vitals is among the events of lists and of visits", async () => {
  const rows = await rowsOf(await newSession(), [
    view(1, 0),
    shown(1, 30_000, { seconds: 30, scroll_percent: 80 }),
    vital(1, 1, "lcp", 900),
    { kind: hitKinds.event, page: 1, ms: 1, type: "click", name: "cta" },
  ]);
  await store(rows);
  await rebuildVisits(ctx);
  const period = { from: "2026-03-02", to: "2026-03-02", timezone: "UTC" };
  const found = async (selection: ActionSelection, name = "page_time") => {
    const report = await reportOf(ctx, { period, filters: [] });
    const groups = await report.sums(actionsAsk({ selection, by: "name" }));
    const action = { selection, by: "name" as const, name, page: null };
    const { rows: visits } = await visitStore().listVisits(ctx, { ...{ period, filters: [], action }, ...whole });
    return [groups.reduce((sum, { sums }) => sum + sums["amount"]!, 0), visits.length];
  };
  expect(await found({ kind: "event" })).toEqual([2, 1]);
  expect(await found({ kind: "event", types: ["engagement"] })).toEqual([1, 1]);
  expect(await found({ kind: "event", names: ["page_time", "cta"] })).toEqual([2, 1]);
  expect(await found({ kind: "event", types: ["click"] }, "cta")).toEqual([1, 1]);
  expect(await found({ kind: "event", types: ["click"] })).toEqual([1, 0]);
  expect(await found({ kind: "behavior" })).toEqual([0, 0]);
});

const whole = { after: null, before: null, size: 10 };
const pages = fc.integer({ min: 1, max: 2 });
const soon = fc.constantFrom(0, 1, 40, 150, 5000);
const values = fc.constantFrom(0, 0.25, 0.0001, 90, 1234.567, 2_147_483.647, 2_147_483.648, 604_800_000);
const seconds = fc.constantFrom<KeptMetadata[string]>(0, 1, 7.5, 45, -3, 32_767, 32_768, "45", true);
const step: fc.Arbitrary<Reported> = fc.oneof(
  fc.record({ page: pages, ms: fc.constantFrom(0, 1, 40, 5000, 2_400_000) }).map(({ page, ms }) => view(page, ms)),
  fc
    .record({ page: pages, ms: soon, type: fc.constantFrom("lcp", "cls", "fid", "ttfb"), value: values })
    .map(({ page, ms, type, value }) => vital(page, ms, type, value)),
  fc
    .record({
      page: pages,
      ms: soon,
      seconds,
      scroll: seconds,
      extra: fc.constantFrom<KeptMetadata>({}, {}, { more: 1 }),
    })
    .map(({ page, ms, scroll, extra, ...rest }) => shown(page, ms, { ...rest, scroll_percent: scroll, ...extra })),
  fc
    .record({
      page: pages,
      ms: soon,
      type: fc.constantFrom("click", "engagement"),
      name: fc.constantFrom("a", "page_time"),
    })
    .map((one) => ({ ...one, kind: hitKinds.event })),
);

test.skipIf(columnStore.isUsed)(
  "visits and views are the same, whether hits are stored together or one by one",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const sessionId = await newSession();
        const rows = await rowsOf(sessionId, [view(1, 0), ...steps]);
        const read = async () => {
          await rebuildVisits(ctx);
          const { rows: hits } = await db.execute(sql`
          select to_jsonb(h) - 'at' as hit from ${everyHit} h order by to_jsonb(h) - 'at'`);
          const found = { hits, visits: await storedVisits(db), views: await storedViews(db) };
          await deleteStored(db);
          return found;
        };
        await store(rows);
        const together = await read();
        await store(rows.map(({ type: _, name: __, ...row }) => row));
        const single = await read();
        const inOrder = ({ views, ...rest }: typeof single) => ({
          ...rest,
          views: views.map((one) => JSON.stringify(one)).toSorted(),
        });
        expect(inOrder(together)).toEqual(inOrder(single));
      }),
      { numRuns: 40 },
    );
  },
  60_000,
);
