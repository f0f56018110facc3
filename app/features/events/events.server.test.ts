import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { inTransaction } from "#app/platform/context.server.ts";
import { runDueJobs } from "#app/platform/queues/jobs.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type Consumer, type LoggedEvent, registerConsumers } from "./consumers.server.ts";
import { listDeadLetters, retryDeadLetters } from "./dead-letters.server.ts";
import { ConsumerTimeout, deliverEvent, deliverEvents } from "./delivery.server.ts";
import { eventJobs } from "./dispatch.server.ts";
import { defineEvent, instant } from "./event-definition.ts";
import { forgetListeners, onEvent, publish } from "./events.server.ts";
import { findEvents, sweepEvents } from "./log.server.ts";
import { exportPersonalData, forgetPerson } from "./personal-data.server.ts";
import { replayEvents } from "./replay.server.ts";
import { event } from "./tables.server.ts";

const kitRequested = defineEvent({
  name: "test.kit_requested",
  version: 1,
  when: "In tests.",
  payload: z.object({ email: z.string(), at: instant, pages: z.int() }),
  subject: ({ email }) => ({ email }),
  sentence: ({ pages }) => `Requested ${pages} pages.`,
});

/** A consumer that adds up the pages of the events it processes, in its own table. */
const counting = (name: string, behavior: (ctx: Parameters<Consumer["handle"]>[0]) => Promise<void> = async () => {}) =>
  ({
    name,
    events: "all",
    handle: async (ctx, { id, payload }) => {
      await ctx.db.execute(sql`insert into effect values (${name}, ${id}, ${Number(payload["pages"])})`);
      await behavior(ctx);
    },
    reset: async (ctx) => void (await ctx.db.execute(sql`delete from effect where consumer = ${name}`)),
  }) satisfies Consumer;

const fails = async () => {
  throw new Error("cannot process this");
};
const one = counting("one");
const two = counting("two");
const { db, ctx, pool, queued } = useDatabase({ jobs: eventJobs([one, two]) });
const jobs = eventJobs([one, two]);

beforeAll(async () => {
  await pool.query("create table effect (consumer text, event uuid, pages int)");
});
beforeEach(async () => {
  forgetListeners();
  use(one, two);
  await pool.query("truncate effect");
});
afterEach(() => use());

const use = (...consumers: Consumer[]) => registerConsumers({ consumers, events: [kitRequested as never] });
const dana = { email: "Dana@Northfield.example", at: new Date("2026-03-01T10:00:00Z"), pages: 3 };
const effects = async () =>
  (
    await pool.query(
      "select consumer, count(*)::int as events, sum(pages)::int as pages from effect group by 1 order by 1",
    )
  ).rows;
/** Runs all waiting jobs, ignoring the delays of retries. */
const runEverything = async () => {
  await pool.query("update pgboss.job set start_after = now() where state in ('created', 'retry')");
  return runDueJobs(db, jobs, []);
};
const publishAlone = (payload: typeof dana) => inTransaction(ctx, (tx) => publish(tx, kitRequested, payload));

test("an event is logged in the transaction of its change with its subject, actor and time", async () => {
  const id = await publishAlone(dana);
  expect((await findEvents(ctx, [id])).get(id)).toEqual({
    id,
    name: "test.kit_requested",
    version: 1,
    payload: dana,
    email: "dana@northfield.example",
    userId: null,
    actor: { kind: "system", userId: null },
    occurredAt: ctx.now,
  } satisfies LoggedEvent);
});

test("a rollback leaves no event and no delivery", async () => {
  const act = inTransaction(ctx, async (tx) => {
    await publish(tx, kitRequested, dana);
    throw new Error("the act failed");
  });
  await expect(act).rejects.toThrow("the act failed");
  expect(await db.select().from(event)).toEqual([]);
  expect(await queued("events.dispatch")).toEqual([]);
});

test("publishing outside a transaction throws, because a crash could keep the change and lose its event", async () => {
  await expect(publish(ctx, kitRequested, dana)).rejects.toThrow("published outside a transaction");
  expect((await db.select().from(event)).length).toBe(0);
});

test("a listener that throws rolls back the transaction", async () => {
  onEvent(kitRequested, fails);
  await expect(inTransaction(ctx, (tx) => publish(tx, kitRequested, dana))).rejects.toThrow("cannot process this");
  expect(await db.select().from(event)).toEqual([]);
});

test("an invalid payload throws, and nothing is logged", async () => {
  await expect(publishAlone({ ...dana, pages: 1.5 })).rejects.toThrow(z.ZodError);
  expect(await db.select().from(event)).toEqual([]);
});

test("every consumer receives the event after the commit, from its own job", async () => {
  await publishAlone(dana);
  expect(await effects()).toEqual([]);
  await runEverything();
  expect(await effects()).toEqual([
    { consumer: "one", events: 1, pages: 3 },
    { consumer: "two", events: 1, pages: 3 },
  ]);
});

test("a consumer that needs an address does not receive events without one", async () => {
  const anonymous = defineEvent({ ...kitRequested, name: "test.anonymous", subject: () => ({}) });
  registerConsumers({ consumers: [{ ...one, needsAddress: true }, two], events: [kitRequested, anonymous] as never });
  await publishAlone(dana);
  await inTransaction(ctx, (tx) => publish(tx, anonymous, dana));
  await runEverything();
  expect(await effects()).toMatchObject([
    { consumer: "one", events: 1 },
    { consumer: "two", events: 2 },
  ]);
});

test("a consumer that always fails affects neither the publisher nor other consumers, and its delivery becomes a dead letter", async () => {
  use(counting("one", fails), two);
  const id = await publishAlone(dana);
  for (let attempt = 0; attempt < 12; attempt += 1) await runEverything();
  expect(await effects()).toEqual([{ consumer: "two", events: 1, pages: 3 }]);
  expect(await listDeadLetters(ctx)).toMatchObject([
    {
      ...{ consumer: "one", eventId: id, event: "test.kit_requested", attempts: 9 },
      error: "Error: cannot process this",
    },
  ]);

  use(one, two);
  expect(await retryDeadLetters(ctx, { consumer: "one" })).toEqual({ ok: true, value: { delivered: 1, failed: 0 } });
  expect(await listDeadLetters(ctx)).toEqual([]);
  expect(await effects()).toMatchObject([
    { consumer: "one", events: 1 },
    { consumer: "two", events: 1 },
  ]);
});

test("a consumer that times out is rolled back, and its later statements cannot reach the database", async () => {
  const wake = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<unknown>();
  const hanging: Consumer = {
    ...counting("one", async (limited) => {
      await wake.promise;
      try {
        await limited.db.execute(sql`insert into effect values ('late', gen_random_uuid(), 1)`);
        outcome.resolve("it wrote");
      } catch (error) {
        outcome.resolve(error);
      }
    }),
    timeoutSeconds: 0.05,
  };
  const id = await publishAlone(dana);
  await expect(deliverEvent(ctx, hanging, id)).rejects.toThrow(ConsumerTimeout);
  wake.resolve();
  expect(await outcome.promise).toBeInstanceOf(TypeError);
  expect(await effects()).toEqual([]);
});

test("a delivery for a consumer that this process lacks is retried and succeeds once the consumer is registered", async () => {
  await publishAlone(dana);
  await runDueJobs(db, jobs.slice(0, 2), []);
  use(two);
  await runEverything();
  expect(await effects()).toEqual([{ consumer: "two", events: 1, pages: 3 }]);
  use(one, two);
  await runEverything();
  expect(await effects()).toMatchObject([
    { consumer: "one", events: 1 },
    { consumer: "two", events: 1 },
  ]);
});

/** Like `counting`, but processes events together and records the sizes of its batches. */
const gathering = (sizes: number[], isBad: (event: LoggedEvent) => boolean = () => false): Consumer => {
  const handle: Consumer["handle"] = async (limited, logged) => {
    if (isBad(logged)) throw new Error("cannot process this");
    await one.handle(limited, logged);
  };
  return {
    ...one,
    handle,
    handleMany: async (limited, events) => {
      sizes.push(events.length);
      for (const logged of events) await handle(limited, logged, { isReplay: false });
    },
  };
};

test("waiting events are processed together, each once, without those already processed", async () => {
  const ids: string[] = [];
  for (let pages = 1; pages <= 30; pages += 1) ids.push(await publishAlone({ ...dana, pages }));
  await deliverEvent(ctx, one, ids[3]!);
  const sizes: number[] = [];
  use(gathering(sizes));
  await runEverything();
  expect(await effects()).toEqual([{ consumer: "one", events: 30, pages: 465 }]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(29);
  expect(Math.max(...sizes)).toBeGreaterThan(1);
});

test("an event that fails in a batch becomes a dead letter, and the others take effect once", async () => {
  const [, bad] = [await publishAlone(dana), await publishAlone(dana), await publishAlone(dana)];
  use(gathering([], ({ id }) => id === bad));
  for (let attempt = 0; attempt < 12; attempt += 1) await runEverything();
  expect(await effects()).toEqual([{ consumer: "one", events: 2, pages: 6 }]);
  expect(await listDeadLetters(ctx)).toMatchObject([{ consumer: "one", eventId: bad, attempts: 9 }]);
});

test("each event of overlapping batches in several processes takes effect once", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await publishAlone(dana));
  const consumer = gathering([]);
  const batches = [ids, ids.toReversed(), ids.slice(4), ids.slice(0, 8)];
  expect(await Promise.all(batches.map((batch) => deliverEvents(ctx, consumer, batch)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(await effects()).toEqual([{ consumer: "one", events: 12, pages: 36 }]);
  expect(await deliverEvents(ctx, one, ids)).toBe(false);
});

test("an event that is delivered ten times at once takes effect once", async () => {
  const id = await publishAlone(dana);
  const results = await Promise.all(Array.from({ length: 10 }, () => deliverEvent(ctx, one, id)));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await effects()).toEqual([{ consumer: "one", events: 1, pages: 3 }]);
});

test("a replay restores exactly the former state, even after missing or repeated deliveries", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ pages: fc.nat(50), deliveries: fc.nat(3) }), { maxLength: 12 }),
      async (history) => {
        await pool.query("truncate effect");
        await pool.query("delete from event");
        for (const { pages, deliveries } of history) {
          const id = await publishAlone({ ...dana, pages });
          for (let n = 0; n < deliveries; n += 1) await deliverEvent(ctx, one, id);
        }
        const expected = history.reduce((sum, { pages }) => sum + pages, 0);
        for (let round = 0; round < 2; round += 1) {
          expect(await replayEvents(ctx, { consumer: "one" })).toEqual({
            ok: true,
            value: { delivered: history.length, failed: 0 },
          });
          const [total] = await effects();
          expect([total?.events ?? 0, total?.pages ?? 0]).toEqual([history.length, expected]);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test("a replay continues after an event that fails and stores it as a dead letter; an unknown consumer is refused", async () => {
  const poison = await publishAlone({ ...dana, pages: 13 });
  await publishAlone(dana);
  const picky: Consumer = {
    ...one,
    handle: async (limited, logged) => {
      if (logged.id === poison) throw new Error("cannot process this");
      await one.handle(limited, logged);
    },
  };
  use(picky);
  expect(await replayEvents(ctx, { consumer: "one" })).toEqual({ ok: true, value: { delivered: 1, failed: 1 } });
  expect(await listDeadLetters(ctx)).toMatchObject([
    { consumer: "one", eventId: poison, error: "Error: cannot process this" },
  ]);
  expect(await replayEvents(ctx, { consumer: "none" })).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("a user's events are exported, and deletion keeps only their names and times", async () => {
  const id = await publishAlone(dana);
  await publishAlone({ ...dana, email: "lee@northfield.example" });
  const person = { userId: null, email: "dana@northfield.example" };
  expect(await exportPersonalData(ctx, person)).toMatchObject({ events: [{ name: "test.kit_requested" }] });
  await forgetPerson(ctx, person);
  const { rows } = await pool.query("select * from event where id = $1", [id]);
  expect(rows[0]).toMatchObject({ subject_email: null, payload: {}, redacted_at: ctx.now });
  expect(await deliverEvent(ctx, one, id)).toBe(false);
  expect(await replayEvents(ctx, { consumer: "one" })).toMatchObject({ value: { delivered: 1 } });
});

test("events are kept for twenty-five months", async () => {
  const id = await publishAlone(dana);
  await deliverEvent(ctx, one, id);
  const after = (months: number) => {
    const now = new Date(ctx.now);
    now.setUTCMonth(now.getUTCMonth() + months);
    return { ...ctx, now: new Date(now.getTime() + 1000) };
  };
  expect(await sweepEvents(after(24))).toBe(0);
  expect(await sweepEvents(after(25))).toBe(1);
});
