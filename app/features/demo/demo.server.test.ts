import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { as, asAdmin } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findDemo } from "./demo.server.ts";
import { removeDemo } from "./removal.server.ts";
import { listWrittenRows, TouchedRealRow } from "./rows.server.ts";

const { db, ctx } = useDatabase();
const demoEmail = "dana.whitfield@northfield-demo.example";

const written = (work: (tx: Ctx) => Promise<unknown>) =>
  db.transaction(
    async (transaction) => {
      const tx = { ...ctx, db: transaction as unknown as Db };
      await work(tx);
      return listWrittenRows(tx, db);
    },
    { isolationLevel: "repeatable read" },
  );

const emails = async () =>
  (await db.execute<{ email: string }>(sql`select email from "user" order by email`)).rows.map(({ email }) => email);

test("exactly the rows of the transaction are listed, and removed with the rows that refer to them", async () => {
  await as(ctx, "before@northfield.example");
  let demoUser = "";
  const rows = await written(async (tx) => {
    demoUser = (await as(tx, demoEmail)).actor.userId;
    // A savepoint has its own transaction id.
    await tx.db.transaction((inner) =>
      inner.execute(
        sql`insert into company (id, name, created_by_auth_user_id) values (${newId()}, 'Northfield', ${demoUser})`,
      ),
    );
  });
  expect(rows).toBe(2);
  expect(await findDemo(ctx)).toEqual({ loadedAt: ctx.now });
  await as(ctx, "since@northfield.example");
  await db.execute(sql`
    insert into audit_entry (id, at, actor_kind, action, subject) values (${newId()}, now(), 'system', 'user.verified', ${demoUser})`);
  await db.execute(sql`
    insert into access_request (id, email, company_name, is_consumer_domain, requested_at)
    values (${newId()}, ${demoEmail}, 'Northfield', false, now())`);
  expect(await removeDemo(ctx)).toBe(4);
  expect(await emails()).toEqual(["before@northfield.example", "since@northfield.example"]);
  expect(await findDemo(ctx)).toBeNull();
});

test("a transaction that changes an existing row is not demo data", async () => {
  const { actor } = await as(ctx, "real@northfield.example");
  await expect(
    written((tx) => tx.db.execute(sql`update "user" set name = 'changed' where id = ${actor.userId}`)),
  ).rejects.toThrow(TouchedRealRow);
  expect(await findDemo(ctx)).toBeNull();
});

test("rows that other transactions commit meanwhile are not listed", async () => {
  const rows = await written(async (tx) => {
    await as(tx, demoEmail);
    await as(ctx, "meanwhile@northfield.example");
  });
  expect(rows).toBe(1);
  await removeDemo(ctx);
  expect(await emails()).toEqual(["meanwhile@northfield.example"]);
});

test("removal stops if it would delete an account that is not demo data", async () => {
  await written((tx) => as(tx, demoEmail));
  const admin = await asAdmin(ctx);
  await db.execute(sql`
    insert into demo_row (table_name, key, loaded_at) values ('user', ${admin.actor.userId}, now())`);
  await expect(removeDemo(ctx)).rejects.toThrow("not demo data");
  expect(await emails()).toHaveLength(2);
});
