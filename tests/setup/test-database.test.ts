import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineJob, enqueue } from "#app/platform/queues/jobs.server.ts";
import { useDatabase } from "./test-database.ts";

const job = defineJob({ name: "harness.try", payload: z.object({ n: z.number() }), run: async () => {} });
const { db, pool, ctx, queued } = useDatabase({ jobs: [job] });

const countCompanies = async () => (await pool.query("select count(*)::int as n from company")).rows[0].n;

test("a test can fill the migrated tables", async () => {
  await db.execute(
    sql`insert into company (id, name) values (gen_random_uuid(), 'Alpha'), (gen_random_uuid(), 'Beta')`,
  );
  await enqueue(ctx, job, { n: 1 });
  expect(await countCompanies()).toBe(2);
  expect(await queued("harness.try")).toEqual([{ n: 1 }]);
});

test("the next test starts with empty tables", async () => {
  expect(await countCompanies()).toBe(0);
  expect(await queued("harness.try")).toEqual([]);
});
