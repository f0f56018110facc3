import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { user } from "#app/features/accounts/tables.server.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { as } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readTogether } from "./together.server.ts";

const { ctx, db, pool } = useDatabase();

const everyType = (from: number) => sql`
  select ${from}::int as a, ${from}::bigint as b, true as c, false as d, null::text as e, now() as f, '{"x":[1,"$1"]}'::jsonb as g,
    array['x,"y', null]::text[] as h, 1.50::numeric as i, date '2026-03-02' as j, 'a "quoted" \\ text' as k, 0.1::float8 as l,
    array[1, 2]::int[] as m, tstzrange('2026-03-02', null) as n`;

test("concurrent queries are one statement with the same results as separately", async () => {
  await as(ctx, "one@firm.example");
  await as(ctx, "two@firm.example");
  const read = (of: typeof ctx) =>
    Promise.all([
      of.db.select().from(user).orderBy(user.email),
      of.db
        .select({ email: user.email, n: sql<number>`1` })
        .from(user)
        .where(sql`${user.email} = ${"two@firm.example"}`),
      of.db.execute(everyType(7)).then(({ rows }) => rows.map(({ f: _, ...row }) => row)),
      of.db.select().from(user).where(sql`false`),
    ]);
  const separately = await read(ctx);
  await readTogether(ctx, read);
  const sent = vi.spyOn(pool, "query");
  expect(await readTogether(ctx, read)).toEqual(separately);
  expect(sent).toHaveBeenCalledTimes(1);
  sent.mockRestore();
});

test("a query that fails gets its own error, and the others their results", async () => {
  const divide = (of: typeof ctx, by: number) => of.db.execute(sql`select 1 / ${by}::int as x`);
  const read = (by: number) =>
    readTogether(ctx, (of) => Promise.allSettled([divide(of, by), of.db.select().from(user)]));
  await read(1);
  const [failed, fine] = await read(0);
  expect(failed.status === "rejected" && String(failed.reason.cause ?? failed.reason)).toContain("division by zero");
  expect(fine).toMatchObject({ status: "fulfilled", value: [] });
});

test("in a transaction the queries stay in it", async () => {
  await inTransaction(ctx, async (tx) => {
    await as(tx, "inside@firm.example");
    expect(await readTogether(tx, (of) => of.db.select().from(user))).toHaveLength(1);
  });
  expect(db).toBe(ctx.db);
});
