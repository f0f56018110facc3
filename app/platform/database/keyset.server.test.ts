import { sql } from "drizzle-orm";
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type Keyset, keysetOf, pageOf } from "./keyset.server.ts";

const { db, pool } = useDatabase();
const entry = pgTable("keyset_entry", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});

beforeEach(async () => {
  await pool.query("drop table if exists keyset_entry");
  await pool.query("create table keyset_entry (id uuid primary key, name text not null, at timestamptz not null)");
  // Seven rows, three of them at one instant with microseconds: ties and precision are where cursors break.
  await pool.query(`insert into keyset_entry
    select ('00000000-0000-7000-8000-00000000000' || n)::uuid, chr(96 + n), timestamptz '2026-03-01 10:00:00.123456Z' + make_interval(days => n / 3)
    from generate_series(1, 7) n`);
});

async function read(place: Partial<Keyset>) {
  const keys = keysetOf({ by: entry.at, type: "timestamptz", id: entry.id, direction: "asc", size: 3, ...place });
  const found = await db
    .select({ row: entry.name, cursor: keys.cursor })
    .from(entry)
    .where(keys.where)
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  return pageOf(keys, found);
}

test.each(["asc", "desc"] as const)("pages cover every row once, forward and backward, %s", async (direction) => {
  const forth: string[][] = [];
  let page = await read({ direction });
  expect(page.previous).toBeNull();
  for (;;) {
    forth.push(page.rows);
    if (!page.next) break;
    page = await read({ direction, after: page.next });
  }
  expect(forth.map((rows) => rows.length)).toEqual([3, 3, 1]);
  expect(forth.flat().toSorted()).toEqual([..."abcdefg"]);
  const back: string[][] = [page.rows];
  while (page.previous) {
    page = await read({ direction, before: page.previous });
    back.unshift(page.rows);
  }
  expect(back).toEqual(forth);
  expect(page.next).not.toBeNull();
});

test("rows added before the current page move nothing", async () => {
  const first = await read({});
  await pool.query("insert into keyset_entry values (gen_random_uuid(), 'new', '2020-01-01')");
  expect((await read({ after: first.next })).rows).toEqual(["d", "e", "f"]);
});

test.each([
  "x",
  Buffer.from("2026-99-99 00:00:00+00 00000000-0000-7000-8000-000000000001").toString("base64url"),
  ...["0000-01-01 00:00:00+00", "2026-02-31 00:00:00+00", "2026-03-01 00:00:00+99", "2026-03-01 24:00:01+00"].map(
    (at) => Buffer.from(`${at} 00000000-0000-7000-8000-000000000001`).toString("base64url"),
  ),
  Buffer.from("nonsense 00000000-0000-7000-8000-000000000001").toString("base64url"),
  Buffer.from("2026-03-01 00:00:00+00 '; drop table keyset_entry").toString("base64url"),
  "a".repeat(2000),
])("an invalid cursor is ignored: %s", async (after) => {
  expect((await read({ after })).rows).toEqual(["a", "b", "c"]);
});

test("the order may be an expression", async () => {
  const page = await read({ by: sql`lower(${entry.name})`, type: "text", direction: "desc" });
  expect(page.rows).toEqual(["g", "f", "e"]);
  expect(
    (await read({ by: sql`lower(${entry.name})`, type: "text", direction: "desc", after: page.next })).rows,
  ).toEqual(["d", "c", "b"]);
});
