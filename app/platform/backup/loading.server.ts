import { finished } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { type Client, DatabaseError } from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import type { Db } from "../db.server.ts";
import { listReferences, listTables, type Partition, type Reference, type WaitingJob } from "./catalogue.server.ts";
import type { End, TableEnd, TableStart } from "./format.server.ts";
import type { Part } from "./reading.server.ts";

/** The backup does not fit the schema made by its migrations. The message is a full sentence. */
export class SchemaMismatch extends Error {}

export type LoadOptions = {
  /** Queues one pending job, inside the restoring transaction. If absent, pending jobs are dropped. */
  requeue?: (db: Db, job: WaitingJob) => Promise<void>;
  progress?: (table: TableEnd) => void;
};

/** Copies the parts of a backup into the tables its migrations have created. Returns the attachments. Throws SchemaMismatch. */
export async function loadParts(
  client: Client,
  parts: AsyncIterable<Part>,
  options: LoadOptions,
): Promise<Record<string, Buffer>> {
  const attachments: Record<string, Buffer> = {};
  const loader = await prepareLoader(client);
  for await (const part of parts) {
    switch (part.part) {
      case "head":
        await makePartitions(client, part.head.partitions, loader.names);
        break;
      case "table":
        await loader.begin(part.table);
        break;
      case "rows":
        await loader.write(part.piece);
        break;
      case "table_end":
        await loader.end(part.end);
        options.progress?.(part.end);
        break;
      case "job":
        await options.requeue?.(drizzle({ client }) as Db, part.job);
        break;
      case "attachment":
        attachments[part.name] = part.content;
        break;
      case "end":
        await loader.finish();
        await setSequences(client, part.end);
        break;
    }
  }
  return attachments;
}

async function prepareLoader(client: Client) {
  const known = new Map((await listTables(client)).map((table) => [table.name, new Set(table.columns)]));
  const references = await listReferences(client);
  const loaded = new Set<string>();
  const deferred: Reference[] = [];
  const silenced: { table: string; trigger: string }[] = [];
  let target: CopyStreamQuery | undefined;
  let failure: Error | undefined;

  // Rows inserted by the migrations themselves are also in the backup, with later changes.
  if (known.size > 0) await client.query(`truncate ${[...known.keys()].map((name) => `public.${name}`).join(", ")}`);

  return {
    names: new Set(known.keys()),
    begin: async ({ name, columns }: TableStart) => {
      checkKnown(name, columns, known);
      if (loaded.has(name)) throw new SchemaMismatch(`The backup contains ${name} twice.`);
      deferred.push(...(await deferUnmet(client, references, name, loaded)));
      for (const trigger of await listTriggers(client, name)) {
        await client.query(`alter table public.${name} disable trigger ${trigger}`);
        silenced.push({ table: name, trigger });
      }
      failure = undefined;
      target = client.query(copyFrom(`copy public.${name} (${columns.join(", ")}) from stdin`));
      target.on("error", (error) => {
        failure = error;
      });
    },
    write: async (piece: Buffer) => {
      if (failure || !target) throw mismatchOf(failure);
      if (!target.write(piece)) await drained(target);
    },
    end: async ({ name, rows }: TableEnd) => {
      if (failure || !target) throw mismatchOf(failure);
      target.end();
      await finished(target).catch((error) => {
        throw mismatchOf(error);
      });
      if (target.rowCount !== rows)
        throw new SchemaMismatch(`The backup contains ${rows} rows of ${name}, but ${target.rowCount} were restored.`);
      target = undefined;
      loaded.add(name);
    },
    finish: async () => {
      await client.query("set constraints all immediate").catch((error) => {
        throw mismatchOf(error);
      });
      for (const { child, constraint, mode } of deferred)
        await client.query(`alter table public.${child} alter constraint ${constraint} ${mode}`);
      for (const { table, trigger } of silenced)
        await client.query(`alter table public.${table} enable trigger ${trigger}`);
    },
  };
}

function checkKnown(name: string, columns: string[], known: ReadonlyMap<string, ReadonlySet<string>>) {
  const stored = known.get(name);
  if (!stored) throw new SchemaMismatch(`The backup contains the table ${name}, which its migrations do not create.`);
  const unknown = columns.find((column) => !stored.has(column));
  if (unknown) throw new SchemaMismatch(`The backup contains ${name}.${unknown}, which its migrations do not create.`);
}

/** Defers foreign keys of `child` to tables that are loaded later. */
async function deferUnmet(
  client: Client,
  references: readonly Reference[],
  child: string,
  loaded: ReadonlySet<string>,
) {
  const unmet = references.filter((reference) => reference.child === child && !loaded.has(reference.parent));
  for (const { constraint } of unmet)
    await client.query(`alter table public.${child} alter constraint ${constraint} deferrable initially deferred`);
  return unmet;
}

/** Lists the triggers to disable: they already ran when the rows were first written. */
async function listTriggers(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tgname) as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgenabled = 'O'",
    [`public.${table}`],
  );
  return rows.map(({ name }) => name);
}

const identifier = /^([a-z_][a-z0-9_$]*|"([^"]|"")+")$/;

/** Creates the partitions that were created at run time and do not exist yet. */
async function makePartitions(client: Client, partitions: readonly Partition[], tables: ReadonlySet<string>) {
  const parents = new Set(tables);
  for (const { name, parent, bound, key } of partitions) {
    const plain = identifier.test(name) && parents.has(parent) && /^(DEFAULT|FOR VALUES )/.test(bound);
    if (!plain) throw new SchemaMismatch(`The backup contains an invalid definition of a partition of ${parent}.`);
    parents.add(name);
    const { rows } = await client.query("select to_regclass($1) is not null as there", [`public.${name}`]);
    if (rows[0]?.there) continue;
    // The extended protocol allows one statement per text, so a file cannot inject another.
    const text = `create table public.${name} partition of public.${parent} ${bound}${key ? ` partition by ${key}` : ""}`;
    await client.query({ text, queryMode: "extended" } as { text: string });
  }
}

async function setSequences(client: Client, { sequences }: End) {
  for (const { name, value, called } of sequences) {
    const { rows } = await client.query("select to_regclass($1) is not null as there", [`public.${name}`]);
    if (!rows[0]?.there)
      throw new SchemaMismatch(`The backup contains the sequence ${name}, which its migrations do not create.`);
    await client.query("select setval($1::regclass, $2::bigint, $3)", [`public.${name}`, value, called]);
  }
}

const drained = (target: CopyStreamQuery) =>
  new Promise<void>((resolve) => {
    const done = () => {
      target.off("drain", done);
      target.off("error", done);
      target.off("close", done);
      resolve();
    };
    target.on("drain", done);
    target.on("error", done);
    target.on("close", done);
  });

/** Converts violations of the schema by rows to SchemaMismatch; other errors are bugs or broken connections and stay as they are. */
function mismatchOf(error: Error | undefined): Error {
  const code = error instanceof DatabaseError ? (error.code ?? "") : "";
  if (!/^2[23]/.test(code)) return error ?? new Error("Rows arrived outside a table");
  const table = (error as DatabaseError).table;
  return new SchemaMismatch(`Rows${table ? ` of ${table}` : ""} do not fit the schema: ${error?.message}.`);
}
