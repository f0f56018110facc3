import { afterAll, beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { connectConsumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { later } from "#tests/fixtures/actors.ts";
import { addLocalEndpoint, deliveriesOf } from "#tests/fixtures/webhooks.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { webhookDelivery } from "../tables.server.ts";
import { claimDue, releaseClaims } from "./claims.server.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  connectConsumers();
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

async function withDue(count: number, ratePerMinute: number | null): Promise<string> {
  const { id: endpointId } = await addLocalEndpoint(ctx, { url: "http://127.0.0.1:5580/hook", ratePerMinute });
  const test = { kind: "test" as const, eventName: "kit.downloaded", occurredAt: ctx.now, createdAt: ctx.now };
  const rows = Array.from({ length: count }, () => ({
    ...test,
    endpointId,
    messageId: newId(),
    nextAttemptAt: ctx.now,
  }));
  await db.insert(webhookDelivery).values(rows);
  return endpointId;
}

const claimAt = (seconds: number, { share = 32, held = new Map<string, number>() } = {}) => {
  const at = later(ctx, { seconds });
  return claimDue(at, { share, held, leaseEndsAt: later(at, { hours: 1 }).now });
};

test("a rate spaces the claims of an endpoint across processes, and does not catch up after a pause", async () => {
  const endpointId = await withDue(300, 60);
  const times: number[] = [];
  for (let tenth = 0; tenth <= 600; tenth += 3) {
    const second = tenth / 10;
    const claims = await Promise.all([claimAt(second), claimAt(second)]);
    times.push(...claims.flat().map(() => second));
  }
  const within = (from: number, seconds: number) => times.filter((at) => at >= from && at < from + seconds).length;
  // One per second, plus a burst of at most one.
  for (let from = 0; from <= 60; from += 1) expect(within(from, 1), `second ${from}`).toBeLessThanOrEqual(2);
  expect([61, 62]).toContain(times.length);
  expect(await claimAt(1800)).toHaveLength(2);
  expect(await claimAt(1800.9)).toHaveLength(0);
  expect((await deliveriesOf(ctx, endpointId)).length).toBe(25);
});

test("an endpoint with a rate does not slow down another, and a share limits each", async () => {
  const slow = await withDue(50, 1);
  const fast = await withDue(50, null);
  const count = (claims: { endpointId: string }[], id: string) =>
    claims.filter(({ endpointId }) => endpointId === id).length;
  const first = await claimAt(0);
  expect([count(first, slow), count(first, fast)]).toEqual([1, 32]);
  const second = await claimAt(30, { held: new Map([[fast, 20]]) });
  expect([count(second, slow), count(second, fast)]).toEqual([0, 12]);
  const third = await claimAt(60, { held: new Map([[fast, 32]]) });
  expect([count(third, slow), count(third, fast)]).toEqual([1, 0]);
});

test("an expired lease is claimed again with the next attempt, and the late process cannot release it", async () => {
  await withDue(1, null);
  const [lost] = await claimAt(0);
  expect(await claimAt(3599)).toEqual([]);
  const [again] = await claimAt(3600);
  expect([lost!.attempt, again!.attempt, again!.id]).toEqual([1, 2, lost!.id]);
  await releaseClaims(later(ctx, { seconds: 3601 }), [lost!]);
  expect(await claimAt(3602)).toEqual([]);
  await releaseClaims(later(ctx, { seconds: 3603 }), [again!]);
  expect(await claimAt(3604)).toMatchObject([{ id: again!.id, attempt: 2 }]);
});
