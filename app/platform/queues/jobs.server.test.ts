import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeJobs, defineJob, enqueueMany, openJobs, runDueJobs } from "./jobs.server.ts";

const { db, ctx, pool, connection } = useDatabase();
afterEach(() => closeJobs(1));

test("many short runs are processed without a pause between them; a failed one is retried alone", async () => {
  const ran: number[] = [];
  const many = defineJob({
    name: "test.many",
    payload: z.object({ number: z.number() }),
    batch: 25,
    retry: { limit: 3, delaySeconds: 1 },
    async run(_, { number }) {
      ran.push(number);
      if (number === 7 && ran.filter((each) => each === 7).length === 1) throw new Error("Once");
    },
  });
  await openJobs({ connection, db, definitions: [many as never], work: true });
  const numbers = Array.from({ length: 300 }, (_, number) => number);
  await enqueueMany(
    ctx,
    many,
    numbers.map((number) => ({ number })),
  );
  await expect.poll(() => ran.length).toBe(301);
  expect(ran.toSorted((one, other) => one - other)).toEqual([...numbers, 7].toSorted((one, other) => one - other));
});

test("jobs queued together are processed together, not one per notification", async () => {
  const ran: number[] = [];
  const job = defineJob({
    name: "test.together",
    payload: z.object({ number: z.number() }),
    run: async (_, { number }) => ran.push(number),
  });
  await openJobs({ connection, db, definitions: [job as never], work: true });
  await enqueueMany(
    ctx,
    job,
    [1, 2, 3, 4, 5].map((number) => ({ number })),
  );
  await expect.poll(() => ran.length).toBe(5);
});

test("a batch runs together; if it fails, each runs alone and only those that fail alone are retried", async () => {
  const together: number[][] = [];
  const alone: number[] = [];
  const check = (numbers: readonly number[]) => {
    if (numbers.includes(7)) throw new Error("Not seven");
  };
  const batches = defineJob({
    name: "test.batches",
    payload: z.object({ number: z.number() }),
    batch: 5,
    async run(_, { number }) {
      alone.push(number);
      check([number]);
    },
    async runMany(_, payloads) {
      const numbers = payloads.map(({ number }) => number);
      check(numbers);
      together.push(numbers);
      return true;
    },
  });
  await openJobs({ connection, db, definitions: [batches as never], work: false });
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  await enqueueMany(
    ctx,
    batches,
    numbers.map((number) => ({ number })),
  );
  expect(await runDueJobs(db, [batches as never], [])).toEqual({ ran: 10, failed: 1 });
  expect([...together.flat(), ...alone].toSorted((one, other) => one - other)).toEqual(numbers);
  expect([together.length, alone.length, alone.includes(7)]).toEqual([1, 5, true]);
  const { rows } = await pool.query(
    "select state::text, count(*)::int as n from pgboss.job where name = $1 group by 1",
    [batches.name],
  );
  expect(new Map(rows.map(({ state, n }) => [state, n]))).toEqual(
    new Map([
      ["completed", 9],
      ["retry", 1],
    ]),
  );
});

test("a job with `atStart` runs when a process starts, without waiting for its schedule", async () => {
  const ran: string[] = [];
  const noting = (name: string) =>
    defineJob({ name, payload: z.object({}), run: async () => ran.push(name), collapse: true });
  const [atStart, yearly] = [noting("test.at-start"), noting("test.yearly")];
  const schedules = [
    { job: atStart, cron: "0 0 1 1 *", atStart: true },
    { job: yearly, cron: "0 0 1 1 *" },
  ];
  await openJobs({ connection, db, definitions: [atStart, yearly], schedules, work: true });
  await expect.poll(() => ran).toEqual(["test.at-start"]);
});
