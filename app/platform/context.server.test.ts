import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type Ctx, inTransaction } from "./context.server.ts";

const { ctx, pool } = useDatabase();
const write = ({ db }: Ctx, key: string) =>
  db.execute(sql`insert into rate_limit (key, points, expires_at) values (${key}, 1, now())`);
const written = async () =>
  (await pool.query<{ key: string }>("select key from rate_limit order by key")).rows.map(({ key }) => key);

test("a refusal rolls back earlier writes and is returned", async () => {
  const refused = await inTransaction(ctx, async (tx) => {
    await write(tx, "refused");
    return refuse("taken", { by: "lee" });
  });
  expect(refused).toEqual({ ok: false, reason: { kind: "taken", by: "lee" } });
  expect(await written()).toEqual([]);
});

test("a refusal inside another transaction rolls back only its own part", async () => {
  await inTransaction(ctx, async (tx) => {
    await write(tx, "outer");
    const inner = await inTransaction(tx, async (nested) => {
      await write(nested, "inner");
      return refuse("taken");
    });
    return ok(inner);
  });
  expect(await written()).toEqual(["outer"]);
});

test("keepWrites commits the writes before a refusal", async () => {
  const work = async (tx: Ctx) => {
    await write(tx, "counted");
    return refuse("wrong_code");
  };
  expect(await inTransaction(ctx, work, { keepWrites: true })).toMatchObject({ ok: false });
  expect(await written()).toEqual(["counted"]);
});

test("success and other values commit", async () => {
  for (const value of [ok(), ok(1), null, { ok: false }])
    expect(
      await inTransaction(ctx, async (tx) => {
        await write(tx, JSON.stringify(value));
        return value;
      }),
    ).toEqual(value);
  expect(await written()).toHaveLength(4);
});
