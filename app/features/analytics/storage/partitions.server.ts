import { sql } from "drizzle-orm";
import { monthOf, monthStart, utcDate } from "#app/lib/dates/calendar-dates.ts";
import type { Ctx } from "#app/platform/context.server.ts";

const tables = ["analytics_hit", "analytics_measurement"] as const;

const partitionName = (table: string, start: Date) => `${table}_${monthOf(utcDate(start)).replace("-", "_")}`;

/** Creates the missing partitions of hits and measurements from the month of `from` to that of `to`. Safe to run concurrently. */
export async function createPartitions({ db }: Pick<Ctx, "db">, from: Date, to: Date): Promise<void> {
  const existing = new Set((await listPartitions({ db })).map(({ name }) => name));
  const missing: { table: string; start: Date }[] = [];
  for (let start = monthStart(from); start <= to; start = monthStart(start, 1))
    for (const table of tables) if (!existing.has(partitionName(table, start))) missing.push({ table, start });
  if (missing.length === 0) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('analytics_hit_partitions'))`);
    for (const { table, start } of missing)
      await tx.execute(
        sql.raw(`create table if not exists ${partitionName(table, start)} partition of ${table}
          for values from ('${start.toISOString()}') to ('${monthStart(start, 1).toISOString()}')`),
      );
  });
}

/** Lists the partitions of hits and measurements, each oldest first, with the start of their month. */
export async function listPartitions({ db }: Pick<Ctx, "db">): Promise<{ name: string; start: Date }[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = any(${sql.param([...tables])}::regclass[]) order by c.relname`);
  return rows.map(({ name }) => ({ name, start: new Date(`${name.slice(-7).replace("_", "-")}-01T00:00:00Z`) }));
}

/** Drops the partitions of months that began before `before`. Returns the number of months. */
export async function dropPartitions(ctx: Pick<Ctx, "db">, before: Date): Promise<number> {
  const old = (await listPartitions(ctx)).filter(({ start }) => start < before);
  for (const { name } of old) await ctx.db.execute(sql.raw(`drop table if exists ${name}`));
  return new Set(old.map(({ start }) => start.getTime())).size;
}
