import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { type Pool, types as pgTypes, type QueryResult } from "pg";
import { type Ctx, isTransaction } from "./context.server.ts";
import type { Db } from "./db.server.ts";

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
  const described = all.filter(({ query }) => fieldsOf.has(query.text));
  const alone = described.length > 1 ? all.filter(({ query }) => !fieldsOf.has(query.text)) : all;
  for (const each of alone) runAlone(pool, each.query, each.values).then(each.done, each.failed);
  if (described.length < 2) return;
  try {
    const result = await pool.query({ ...commonStatement(described), rowMode: "array" });
    const columns = result.rows[0] as (string[][] | null)[];
    for (const [index, each] of described.entries()) each.done(resultOf(each.query, columns[index] ?? []));
  } catch {
    for (const each of described) runAlone(pool, each.query, each.values).then(each.done, each.failed);
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

type Composed = { name?: string; text: string };
/** Statements that were composed before, by the texts of their queries, one after the other. */
type Place = { next: Map<string, Place>; composed?: Composed };
const known: Place = { next: new Map() };
let knownCount = 0;

function commonStatement(all: readonly Waiting[]): Composed & { values: unknown[] } {
  let found: Place | undefined = known;
  for (const { query } of all) found = found?.next.get(query.text);
  const composed = found?.composed ?? keep(all, compose(all));
  return { ...composed, values: all.flatMap(({ values }) => values) };
}

function compose(all: readonly Waiting[]): Composed {
  let offset = 0;
  const columns = all.map(({ query, values: own }) => {
    const before = offset;
    offset += own.length;
    const places = fieldsOf.get(query.text)!.map((_, index) => `c${index}`);
    const text = query.text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`);
    const row = `array[${places.map((place) => `${place}::text`).join(", ")}]`;
    return `(select json_agg(${row}) from (${text}) as t(${places.join(", ")}))`;
  });
  return { text: `select ${columns.join(", ")}` };
}

/** Names a statement, so that it is planned once per connection, as long as there are not too many. */
function keep(all: readonly Waiting[], { text }: Composed): Composed {
  if (knownCount >= maxKnown) return { text };
  knownCount += 1;
  const composed = { name: `together_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`, text };
  let place = known;
  for (const { query } of all) {
    const next: Place = place.next.get(query.text) ?? { next: new Map() };
    place.next.set(query.text, next);
    place = next;
  }
  place.composed = composed;
  return composed;
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
