import { beforeAll, expect, test } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { storedVisits, storeHits } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { hitKinds } from "./hit-kinds.ts";
import { countPaidInvoice } from "./invoice-revenue.server.ts";
import { createPartitions } from "./storage/partitions.server.ts";
import { analyticsSession, funnelEvent } from "./tables.server.ts";
import { deriveSessions, deriveVisits } from "./visits.server.ts";

const { db, ctx } = useDatabase();
beforeAll(() => createPartitions(ctx, new Date("2026-02-01"), new Date("2026-05-01")));

const blueprintId = newId();
const at = (minute: number) => new Date(Date.parse("2026-03-02T20:00:00Z") + minute * minuteMs);

async function requestInVisit() {
  const key = newId();
  const [session] = await db
    .insert(analyticsSession)
    .values({ key, client: 1n, firstAt: at(0), device: 1 })
    .returning({ id: analyticsSession.id });
  const hit = { kind: hitKinds.page_view, sessionId: session!.id };
  await storeHits(db, [
    { ...hit, at: at(0) },
    { ...hit, at: at(6) },
  ]);
  await db.insert(funnelEvent).values({
    ...{ id: newId(), stage: "unlock", substage: "invoice_requested", occurredAt: at(5) },
    ...{ sessionKey: key, blueprintId },
  });
  await deriveSessions(ctx, [session!.id]);
}

const visits = async () => {
  await deriveVisits(ctx);
  return (await storedVisits(db)).map(({ views, valueUsd }) => ({ views, valueUsd }));
};

test("a paid invoice counts once, as revenue of the visit that requested it", async () => {
  await requestInVisit();
  const paid = { blueprintId, amountCents: 49_900 };
  for (let turn = 0; turn < 2; turn += 1) await countPaidInvoice(ctx, paid);
  expect(await visits()).toEqual([{ views: 2, valueUsd: 499 }]);
});

test("an invoice without a known visit adds nothing", async () => {
  await requestInVisit();
  await countPaidInvoice(ctx, { blueprintId: newId(), amountCents: 49_900 });
  await countPaidInvoice(ctx, { blueprintId: null, amountCents: 49_900 });
  expect(await visits()).toEqual([{ views: 2, valueUsd: 0 }]);
});
