import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import pg, { type ClientConfig } from "pg";
import type { ColumnDatabase } from "../../app/features/analytics/store/clickhouse/column-database.server.ts";
import { hourMs } from "../../app/lib/durations.ts";

/*
 * Multiplies a filled year of a million hits inside PostgreSQL and inside ClickHouse, so that both have the same rows. A file next to the
 * data says how far each store is, so that a kept folder can grow from one run to the next.
 */

export type Size = {
  store: string;
  millionHits: number;
  visits: number;
  views: number;
  bytes: number;
  fillSeconds: number;
};

export const baseHits = 1_000_000;
const baseSessions = baseHits / 20;

/** Millions of hits in each store. */
type Filled = Record<"sessions" | "postgres" | "clickhouse", number>;

export class Progress {
  readonly #file: string;
  readonly filled: Filled;

  constructor(folder: string) {
    this.#file = join(folder, "millions.json");
    this.filled = existsSync(this.#file)
      ? (JSON.parse(readFileSync(this.#file, "utf8")) as Filled)
      : { sessions: 0, postgres: 0, clickhouse: 0 };
  }

  set(part: keyof Filled, millions: number): void {
    this.filled[part] = millions;
    writeFileSync(this.#file, JSON.stringify(this.filled));
  }
}

type Copies = { from: number; to: number };

/** Copies are up to an hour later, so that days keep their shape. */
const shift = (copy: string) => `(${copy} * 37 % 3600)`;

/** Statements take longer than the product's connections would wait. Sessions and steps of the funnel are in PostgreSQL with either store. */
export async function multiplySessions(connection: ClientConfig, { from, to }: Copies): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("create table if not exists bench_step as select * from funnel_event");
    const { rows } = await client.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = 'analytics_session' and column_name not in ('id', 'key', 'client')",
    );
    const columns = rows.map(({ column_name }) => column_name).join(", ");
    await client.query(`
      insert into analytics_session (id, key, client, ${columns}) overriding system value
      select s.id + n * ${baseSessions}, md5(s.id || ' ' || n)::uuid, s.client + n * ${baseSessions}, ${columns}
      from generate_series(${from}, ${to - 1}) n, analytics_session s where s.id <= ${baseSessions}`);
    await client.query(`
      insert into funnel_event (id, session_key, user_id, stage, substage, value, occurred_at)
      select gen_random_uuid(), md5(s.id || ' ' || n)::uuid, md5(f.user_id || ' ' || n)::uuid, f.stage, f.substage, f.value,
        f.occurred_at + make_interval(secs => ${shift("n")})
      from bench_step f left join analytics_session s on s.key = f.session_key, generate_series(${from}, ${to - 1}) n`);
    await client.query("commit");
    await client.query("analyze analytics_session; analyze funnel_event");
  } finally {
    await client.end();
  }
}

/** Columns of a table of PostgreSQL, with the session of copy `n` and its times. */
function copied(columns: readonly string[], times: readonly string[]): string {
  const one = (column: string) => {
    if (column === "session_id" || column === "visitor_id") return `t.${column} + n * ${baseSessions}`;
    return times.includes(column) ? `t.${column} + make_interval(secs => ${shift("n")})` : `t.${column}`;
  };
  return columns.map(one).join(", ");
}

const tables = {
  analytics_hit: ["at"],
  analytics_measurement: ["at"],
  analytics_visit: ["started_at", "ended_at", "previous_at"],
  analytics_view: ["at", "visit_at", "previous_at"],
};

/** Rows of the first copy, from which all are made. */
const baseOf = (table: string) => `bench_${table}`;

/** Writes all copies in order of time, as they would arrive. Indexes, references and triggers are left out meanwhile. */
export async function multiplyPostgres(connection: ClientConfig, copies: number): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '1GB'; begin");
    for (const [table, [at]] of Object.entries(tables))
      await client.query(
        `create table if not exists ${baseOf(table)} as select * from ${table} where session_id <= ${baseSessions} order by ${at}`,
      );
    const indexes = await usableIndexes(client);
    const { rows: again } = await client.query<{ drop: string; create: string }>(leftOut, [Object.keys(tables)]);
    for (const { drop } of again) await client.query(drop);
    await client.query(`truncate ${Object.keys(tables).join(", ")}`);
    for (const [table, times] of Object.entries(tables)) {
      const { rows } = await client.query<{ column_name: string }>(
        "select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' order by ordinal_position",
        [table],
      );
      const columns = rows.map(({ column_name }) => column_name);
      await client.query(`alter table ${table} disable trigger user`);
      await client.query(`
        insert into ${table} (${columns.join(", ")}) select ${copied(columns, times)}
        from ${baseOf(table)} t cross join lateral (select n from generate_series(0, ${copies - 1}) n offset 0) copy`);
      await client.query(`alter table ${table} enable trigger user`);
    }
    for (const { create } of again) await client.query(create);
    const missing = indexes - (await usableIndexes(client));
    if (missing > 0) throw new Error(`${missing} indexes are missing after the copies were written`);
    await client.query("commit");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Counts the indexes of the tables and their partitions that queries can use. */
async function usableIndexes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_index i join pg_class c on c.oid = i.indrelid where i.indisvalid and c.relname ~ '^analytics_(hit|measurement|visit|view)'",
  );
  return rows[0]!.n;
}

// PostgreSQL describes the index of a partitioned table as one without its partitions.
const leftOut = `
  select 'drop index ' || i.indexrelid::regclass as drop, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as create
  from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisunique
  union all
  select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
    format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
  from pg_constraint c where c.conrelid = any($1::regclass[]) and c.contype = 'f'`;

const columnTables = { hit: ["at"], visit: ["started_at", "ended_at"], view: ["at", "visit_at"] };
const copiesAtOnce = 10;

/** These statements too take longer than the product would wait. */
export async function multiplyClickhouse(url: string, { from, to }: Copies): Promise<void> {
  const { origin, pathname } = new URL(url);
  const client = createClient({ url: origin, database: pathname.slice(1), request_timeout: hourMs });
  const multiply = async ([table, times]: [string, string[]]) => {
    for (let n = from; n < to; n += copiesAtOnce) {
      const replaced = [
        `toInt32(session_id + n * ${baseSessions}) AS session_id`,
        ...(table === "visit" ? [`toInt32(visitor_id + n * ${baseSessions}) AS visitor_id`] : []),
        ...times.map((time) => `${time} + toIntervalSecond(${shift("n")}) AS ${time}`),
      ];
      await client.command({
        query: `INSERT INTO ${table} SELECT * EXCEPT n REPLACE (${replaced.join(", ")})
          FROM (SELECT * FROM ${table} WHERE session_id BETWEEN 1 AND ${baseSessions}) t
          CROSS JOIN (SELECT number + ${n} AS n FROM numbers(${Math.min(copiesAtOnce, to - n)})) copy`,
      });
    }
    await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
  };
  await Promise.all(Object.entries(columnTables).map(multiply));
  await client.close();
}

type Counted = Record<"visits" | "views" | "bytes", string>;

const sizeOf = (store: string, millionHits: number, { visits, views, bytes }: Counted, fillSeconds: number): Size => ({
  ...{ store, millionHits, visits: Number(visits), views: Number(views), bytes: Number(bytes), fillSeconds },
});

export async function sizeOfPostgres(
  connection: ClientConfig,
  millionHits: number,
  fillSeconds: number,
): Promise<Size> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<Counted>(`
    select (select count(*) from analytics_visit) as visits, (select count(*) from analytics_view) as views,
      (select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relname ~ '^analytics_(hit|measurement|visit|view)' and c.relkind = 'r') as bytes`);
  await client.end();
  return sizeOf("PostgreSQL", millionHits, rows[0]!, fillSeconds);
}

export async function sizeOfClickhouse(
  database: ColumnDatabase,
  millionHits: number,
  fillSeconds: number,
): Promise<Size> {
  const [row] = await database.rows<Counted>({
    query: `SELECT (SELECT count() FROM visit) AS visits, (SELECT count() FROM view) AS views,
      (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table != 'session') AS bytes`,
  });
  return sizeOf("ClickHouse", millionHits, row!, fillSeconds);
}
