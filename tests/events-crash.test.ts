import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { funnelEvent } from "#app/features/analytics/tables.server.ts";
import { paymentReceived } from "#app/features/billing/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { prospectCreated, prospectStageChanged } from "#app/features/pipeline/events.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { runDueJobs } from "#app/platform/queues/jobs.server.ts";
import { connectConsumers, consumers } from "../server/consumers.ts";
import { runFixture } from "./fixtures/child.ts";
import { useDatabase } from "./setup/test-database.ts";

const { db, pool, connection } = useDatabase({ jobs: eventJobs(consumers) });
afterAll(() => registerConsumers({ consumers: [], events: [] }));

test("kill -9 between commit and delivery loses no event, and none takes effect twice", async () => {
  const committed: string[] = [];
  for (const killAfter of [1, 7, 40, 90]) {
    const worker = runFixture<{ id: string }>("event-worker.ts", [JSON.stringify(connection), "500"], {
      importsMails: true,
    });
    for (let n = 0; n < killAfter; n += 1) committed.push((await worker.next())!.id);
    await worker.kill();
  }
  const named = async (name: string) =>
    (await db.select({ id: event.id }).from(event).where(eq(event.name, name))).map(({ id }) => id);
  const logged = await named(paymentReceived.name);
  expect(logged).toEqual(expect.arrayContaining(committed));

  connectConsumers();
  // Jobs of killed workers would be released after two minutes.
  await pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
  await runDueJobs(db, eventJobs(consumers), []);
  const steps = await db.select({ id: funnelEvent.id }).from(funnelEvent).where(eq(funnelEvent.stage, "unlock"));
  expect(steps.map(({ id }) => id).sort()).toEqual(logged.sort());

  // The pipeline logs a person and a stage change once, however often its work was interrupted.
  const [person, ...others] = await db.select().from(prospect);
  expect(others).toEqual([]);
  expect(person).toMatchObject({ stage: "won", paidCents: logged.length * 49_900 });
  for (const { name } of [prospectCreated, prospectStageChanged])
    expect([name, await named(name)]).toEqual([name, [expect.any(String)]]);
});
