import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { demoRow } from "./tables.server.ts";

/** A table: its primary key, the columns that can contain an id, and those that contain email addresses. */
export type TableShape = { name: string; key: string[]; references: string[]; addresses: string[] };

/**
 * Lists every table except the list of demo rows itself, so that later features are included. Tables without a primary
 * key are omitted if their rows are deleted with a row of another table.
 */
export async function listTables(ctx: Pick<Ctx, "db">): Promise<TableShape[]> {
  const { rows } = await ctx.db.execute<TableShape>(sql`
    select c.relname as name,
      (select array_agg(a.attname::text order by k.place)
         from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(array_agg(a.attname::text), '{}')
         from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.atttypid in ('uuid'::regtype, 'text'::regtype)) as "references",
      (select coalesce(array_agg(a.attname::text), '{}')
         from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.atttypid = 'text'::regtype and a.attname ~ '(^|_)(email|address)$') as addresses
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and c.relname <> 'demo_row'
      and (exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
        or not exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'c'))
    order by c.relname`);
  const withoutKey = rows.find(({ key }) => !key);
  if (withoutKey)
    throw new Error(`The table ${withoutKey.name} has no primary key, so its demo rows could not be removed.`);
  return rows;
}

export const keyText = ({ key }: TableShape) =>
  sql.join(
    key.map((column) => sql`${sql.identifier(column)}::text`),
    sql` || ' ' || `,
  );

/** The transaction changed an existing row, which removal could not restore. */
export class TouchedRealRow extends Error {}

/**
 * Lists the rows that the caller's transaction has written. Call it last in a transaction at `repeatable read`: of the
 * rows visible to it, only its own have a transaction id that is not older than its own. `outside` is a database
 * connection outside of that transaction. Throws TouchedRealRow if one of the rows existed before.
 */
export async function listWrittenRows(tx: Ctx, outside: Db): Promise<number> {
  let rows = 0;
  for (const table of await listTables(tx)) {
    const name = sql.identifier(table.name);
    const written = await tx.db.execute<{ key: string }>(
      sql`select ${keyText(table)} as key from ${name} where age(xmin) <= 0`,
    );
    const keys = written.rows.map(({ key }) => key);
    if (keys.length === 0) continue;
    const known = await outside.execute(
      sql`select 1 from ${name} where ${keyText(table)} = any(${sql.param(keys)}::text[]) limit 1`,
    );
    if (known.rows.length > 0)
      throw new TouchedRealRow(`Demo data would change a row of ${table.name} that it did not create.`);
    await tx.db.execute(sql`
      insert into ${demoRow} (table_name, key, loaded_at)
      select ${table.name}, key, ${tx.now.toISOString()}::timestamptz from unnest(${sql.param(keys)}::text[]) as key`);
    rows += keys.length;
  }
  return rows;
}
