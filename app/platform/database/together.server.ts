import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { type Pool, types as pgTypes, type QueryResult } from "pg";
import { type Ctx, isTransaction } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";

/*
 * Reads of several features in one statement: `readTogether(ctx, (ctx) => Promise.all([listCalls(ctx), listInvoices(ctx)]))`.
 *
 * Queries that start in the same turn of the event loop become one statement with one column per query, which has its rows as
 * JSON with the text of each value. The driver's parsers read that text, so results are the same as separately. A query's types
 * are known from its first run, which is separate. If a common statement fails, its queries run separately, so that each gets its
 * own error. Only for reads.
 */

type Asked = { text: string; rowMode?: "array"; types?: typeof pgTypes };
type Waiting = { query: Asked; values: unknown[]; done: (result: unknown) => void; failed: (error: unknown) => void };
type Field = { name: string; dataTypeID: number };

const gathering = new AsyncLocalStorage<{ waiting: Waiting[] }>();
const databases = new WeakMap<Pool, Db>();

export function readTogether<C extends Ctx, Value>(ctx: C, read: (ctx: C) => Promise<Value>): Promise<Value> {
  const { $client: pool } = ctx.db as unknown as { $client?: Pool };
  if (!pool || isTransaction(ctx)) return read(ctx);
  let db = databases.get(pool);
  if (!db) {
    db = drizzle({
      client: { query: (query: Asked, values: unknown[]) => gather(pool, query, values) } as never,
    }) as Db;
    databases.set(pool, db);
  }
  return gathering.run({ waiting: [] }, () => read({ ...ctx, db }));
}

function gather(pool: Pool, query: Asked, values: unknown[]): Promise<unknown> {
  const batch = gathering.getStore();
  if (!batch) return runAlone(pool, query, values);
  return new Promise((done, failed) => {
    batch.waiting.push({ query, values, done, failed });
    if (batch.waiting.length === 1) setImmediate(() => void flush(pool, batch.waiting.splice(0)));
  });
}

async function flush(pool: Pool, all: Waiting[]): Promise<void> {
  const known = all.filter(({ query }) => fieldsOf.has(query.text));
  const alone = known.length > 1 ? all.filter(({ query }) => !fieldsOf.has(query.text)) : all;
  for (const each of alone) runAlone(pool, each.query, each.values).then(each.done, each.failed);
  if (known.length < 2) return;
  try {
    const result = await pool.query({ ...commonStatement(known), rowMode: "array" });
    const columns = result.rows[0] as (string[][] | null)[];
    for (const [index, each] of known.entries()) each.done(resultOf(each.query, columns[index] ?? []));
  } catch {
    for (const each of known) runAlone(pool, each.query, each.values).then(each.done, each.failed);
  }
}

const fieldsOf = new Map<string, Field[]>();
const maxKnown = 500;

async function runAlone(pool: Pool, query: Asked, values: unknown[]): Promise<QueryResult> {
  const result = await pool.query(query, values);
  if (!fieldsOf.has(query.text) && fieldsOf.size < maxKnown)
    fieldsOf.set(
      query.text,
      result.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    );
  return result;
}

const names = new Map<string, string>();

function commonStatement(all: readonly Waiting[]): { name?: string; text: string; values: unknown[] } {
  const values: unknown[] = [];
  const columns = all.map(({ query, values: own }) => {
    const offset = values.length;
    values.push(...own);
    const places = fieldsOf.get(query.text)!.map((_, index) => `c${index}`);
    const text = query.text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + offset}`);
    const row = `array[${places.map((place) => `${place}::text`).join(", ")}]`;
    return `(select json_agg(${row}) from (${text}) as t(${places.join(", ")}))`;
  });
  const text = `select ${columns.join(", ")}`;
  let name = names.get(text);
  if (!name && names.size < maxKnown) {
    name = `together_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    names.set(text, name);
  }
  return name ? { name, text, values } : { text, values };
}

function resultOf({ text, rowMode, types = pgTypes }: Asked, texts: readonly (string | null)[][]) {
  const fields = fieldsOf.get(text)!;
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, "text"));
  const read = (row: readonly (string | null)[]) =>
    row.map((value, index) => (value === null ? null : parsers[index]!(value)));
  const rows = texts.map((row) => {
    const values = read(row);
    return rowMode === "array" ? values : Object.fromEntries(fields.map(({ name }, index) => [name, values[index]]));
  });
  return { rows, rowCount: rows.length, fields, command: "SELECT", oid: 0 };
}
