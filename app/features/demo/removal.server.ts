import { sql } from "drizzle-orm";
import { demoAddressPattern } from "#app/lib/people/demo-address.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { keyText, listTables, type TableShape } from "./rows.server.ts";

/*
 * Removes demo data: the loaded rows, and every row that has referred to one of them since (an audit entry of an admin
 * who tried something, a mail to a demo address, a reminder that a job queued). References are found in the database:
 * any column that contains the id of a demo row or an address of a demo domain. An account with another address is
 * never removed: if one would be, nothing is removed.
 */

type Found = Map<TableShape, Set<string>>;

/** Returns the number of rows. */
export async function removeDemo(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const tables = await listTables(tx);
    const found = await listedRows(tx, tables);
    if (found.size === 0) return 0;
    await addReferringRows(tx, tables, found);
    await refuseRealAccounts(tx, tables, found);
    const removed = await deleteAll(tx, found);
    await tx.db.execute(sql`delete from demo_row`);
    return removed;
  });
}

async function listedRows(tx: Ctx, tables: TableShape[]): Promise<Found> {
  const { rows } = await tx.db.execute<{ name: string; keys: string[] }>(
    sql`select table_name as name, array_agg(key) as keys from demo_row group by table_name`,
  );
  const found: Found = new Map();
  for (const { name, keys } of rows) {
    const table = tables.find((each) => each.name === name);
    if (table) found.set(table, new Set(keys));
  }
  return found;
}

/** Repeats until no further row refers to the found ones. Only rows with an id can be referred to. */
async function addReferringRows(tx: Ctx, tables: TableShape[], found: Found): Promise<void> {
  let fresh = [...found].flatMap(([{ key }, keys]) => (key.length === 1 ? [...keys].filter(isId) : []));
  let isFirst = true;
  while (fresh.length > 0 || isFirst) {
    const next: string[] = [];
    for (const table of tables) {
      const conditions = [
        ...table.references.map((column) => sql`${sql.identifier(column)}::text = any(${sql.param(fresh)}::text[])`),
        ...(isFirst ? table.addresses.map((column) => sql`${sql.identifier(column)} like ${demoAddressPattern}`) : []),
      ];
      if (conditions.length === 0) continue;
      const refers = sql.join(conditions, sql` or `);
      const known = found.get(table) ?? new Set<string>();
      const { rows } = await tx.db.execute<{ key: string }>(
        sql`select ${keyText(table)} as key from ${sql.identifier(table.name)} where ${refers}`,
      );
      for (const { key } of rows) {
        if (known.has(key)) continue;
        known.add(key);
        if (table.key.length === 1 && isId(key)) next.push(key);
      }
      if (known.size > 0) found.set(table, known);
    }
    fresh = next;
    isFirst = false;
  }
}

async function refuseRealAccounts(tx: Ctx, tables: TableShape[], found: Found): Promise<void> {
  const accounts = tables.find(({ name }) => name === "user");
  const keys = [...((accounts && found.get(accounts)) ?? [])];
  const { rows } = await tx.db.execute(
    sql`select 1 from "user" where id::text = any(${sql.param(keys)}::text[]) and email not like ${demoAddressPattern} limit 1`,
  );
  if (rows.length > 0) throw new Error("An account that is not demo data refers to demo data. Nothing was removed.");
}

/** Only UUIDs identify a row of one table in the columns of another unambiguously. */
const isId = (key: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(key);

async function deleteAll(tx: Ctx, found: Found): Promise<number> {
  const { rows: references } = await tx.db.execute<{ from: string; to: string }>(sql`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint where contype = 'f' and conrelid <> confrelid`);
  const bare = (name: string) => name.replaceAll('"', "").replace(/^public\./, "");
  const waiting = new Set(found.keys());
  let removed = 0;
  while (waiting.size > 0) {
    const referred = new Set(
      references.filter(({ from }) => [...waiting].some(({ name }) => name === bare(from))).map(({ to }) => bare(to)),
    );
    const free = [...waiting].filter(({ name }) => !referred.has(name));
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...waiting].map(({ name }) => name)}`);
    for (const table of free) {
      const keys = [...found.get(table)!];
      const { rowCount } = await tx.db.execute(
        sql`delete from ${sql.identifier(table.name)} where ${keyText(table)} = any(${sql.param(keys)}::text[])`,
      );
      removed += rowCount ?? 0;
      waiting.delete(table);
    }
  }
  return removed;
}
