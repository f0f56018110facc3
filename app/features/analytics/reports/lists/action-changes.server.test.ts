import { beforeEach, expect, test } from "vitest";
import { sessionKey } from "#app/features/analytics/collecting/session-key.server.ts";
import { deleteVisitData } from "#app/features/analytics/privacy/my-data.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { analyticsAcceptedRule, analyticsSession } from "#app/features/analytics/tables.server.ts";
import type { VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { createDb } from "#app/platform/db.server.ts";
import { newClient } from "#tests/fixtures/new-client.ts";
import { storeHits, termId } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import type { ActionSelection } from "./action-selection.ts";
import { readActions } from "./lists.server.ts";

const { db, ctx, pool } = useDatabase();
const goals: ActionSelection = { kind: "conversion", types: ["goal_complete"] };

beforeEach(() => createPartitions(ctx, new Date("2026-01-01"), new Date("2026-04-01")));

type Facts = Partial<typeof analyticsSession.$inferInsert>;

async function reachGoal(key: string, times: readonly string[], name = "booked", facts: Facts = {}) {
  const [session] = await db
    .insert(analyticsSession)
    .values({ key: sessionKey(key), client: newClient(), firstAt: new Date(times[0]!), device: 1, ...facts })
    .onConflictDoUpdate({ target: analyticsSession.key, set: { device: 1 } })
    .returning({ id: analyticsSession.id });
  const action = {
    kind: hitKinds.conversion,
    typeId: await termId(db, "goal_complete"),
    nameId: await termId(db, name),
  };
  await storeHits(
    db,
    times.map((at) => ({ ...action, sessionId: session!.id, at: new Date(at), value: 10 })),
  );
}

const march = (from: number, to: number, filters: VisitFilter[] = [], timezone = "UTC") => ({
  period: { from: `2026-03-0${from}`, to: `2026-03-0${to}`, timezone },
  filters,
});
const read = async (reader: Pick<typeof ctx, "db">, scope: ReturnType<typeof march>) =>
  (await readActions(reader, scope, goals, "name", { limit: 10 })).rows.map(({ name, figures }) => [
    ...[name, figures.times, figures.visitors, figures.revenue],
  ]);

test("the yearly values of clients are added up nowhere; the values of other goals are", async () => {
  await reachGoal("first", ["2026-03-02T10:00:00Z"], "analysis.generated");
  await reachGoal("first", ["2026-03-02T10:01:00Z"], "booking.scheduled");
  await reachGoal("second", ["2026-03-02T11:00:00Z"], "analysis.generated");
  await rebuildVisits(ctx);
  expect(await read(ctx, march(1, 9))).toEqual([
    ["analysis.generated", 2, 2, null],
    ["booking.scheduled", 1, 1, 10],
  ]);
});

test("actions follow every change of their visits, in every process", async () => {
  const other = { ...ctx, db: createDb(pool) };
  const expectRows = async (...rows: unknown[]) => {
    for (const reader of [ctx, other]) expect(await read(reader, march(1, 9))).toEqual(rows);
  };
  await expectRows();
  await reachGoal("first", ["2026-03-02T10:00:00Z"]);
  // An action counts once its visit is derived.
  await expectRows();
  await rebuildVisits(ctx);
  await expectRows(["booked", 1, 1, 10]);
  await reachGoal("first", ["2026-03-02T10:10:00Z", "2026-03-05T10:00:00Z"]);
  await reachGoal("second", ["2026-03-02T11:00:00Z"], "asked");
  await rebuildVisits(ctx);
  // A visitor counts once a day.
  await expectRows(["booked", 3, 2, 30], ["asked", 1, 1, 10]);
  await deleteVisitData(ctx, "first");
  await expectRows(["asked", 1, 1, 10]);
  await reachGoal("bot", ["2026-03-02T12:00:00Z"], "asked", { rule: 1 });
  await rebuildVisits(ctx);
  await expectRows(["asked", 1, 1, 10]);
  await db.insert(analyticsAcceptedRule).values({ rule: 1, acceptedAt: ctx.now });
  await expectRows(["asked", 2, 2, 20]);
});

test("an action after midnight counts on its own day, with the filters of its visit", async () => {
  await reachGoal("first", ["2026-03-02T23:50:00Z", "2026-03-03T00:10:00Z", "2026-03-03T00:30:00Z"]);
  await rebuildVisits(ctx);
  const desktop: VisitFilter = { dimension: "device", isExcluded: false, values: ["desktop"] };
  expect(await read(ctx, march(3, 3, [desktop]))).toEqual([["booked", 2, 1, 20]]);
  expect(await read(ctx, march(3, 3, [{ ...desktop, isExcluded: true }]))).toEqual([]);
  expect(await read(ctx, march(2, 2))).toEqual([["booked", 1, 1, 10]]);
  expect(await read(ctx, march(2, 2, [], "America/New_York"))).toEqual([["booked", 3, 1, 30]]);
});
