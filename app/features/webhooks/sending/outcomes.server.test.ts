import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { connectConsumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { addLocalEndpoint, deliveriesOf, requestAccess } from "#tests/fixtures/webhooks.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type AttemptResult, unreadableEndpoint } from "./attempt.server.ts";
import { claimDue } from "./claims.server.ts";
import { recordOutcomes } from "./outcomes.server.ts";

const { db, pool, ctx } = useDatabase({ jobs: jobDefinitions });
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  connectConsumers();
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const delivered: AttemptResult = { ...unreadableEndpoint, outcome: "delivered", status: 204, error: null };

test("endpoints are locked in the order of their ids, so that two processes cannot deadlock", async () => {
  const url = "http://127.0.0.1:5580/hook";
  const added = [await addLocalEndpoint(ctx, { url }), await addLocalEndpoint(ctx, { url })];
  const [first, second] = added.map(({ id }) => id).sort() as [string, string];
  await requestAccess(ctx);
  const claims = await claimDue(ctx, { share: 8, held: new Map(), leaseEndsAt: ctx.now });
  const outcomes = claims.map((claim) => ({ claim, at: ctx.now, url, result: delivered }));
  outcomes.sort((one, other) => (one.claim.endpointId < other.claim.endpointId ? 1 : -1));

  let recording: Promise<void> | undefined;
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select 1 from webhook_endpoint where id = ${first} for update`);
    recording = recordOutcomes(ctx, outcomes);
    const waiting = sql`select 1 from pg_locks l join pg_database d on d.oid = l.database or l.database is null
      where not l.granted and d.datname = current_database()`;
    await expect.poll(async () => (await db.execute(waiting)).rows.length).toBeGreaterThan(0);
    const { rows } = await pool.query("select id from webhook_endpoint where id = $1 for update skip locked", [second]);
    expect(rows).toEqual([{ id: second }]);
  });
  await recording;
  for (const { id } of added) expect(await deliveriesOf(ctx, id)).toMatchObject([{ status: "delivered" }]);
});
