import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg, { type PoolConfig } from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { dropDatabase, onServer } from "#tests/setup/on-server.ts";
import { migrateDatabase } from "../database/migrations.server.ts";
import { writeBackup } from "./backup.server.ts";
import type { WaitingJob } from "./catalogue.server.ts";
import { magic } from "./container.server.ts";
import { checkBackup } from "./reading.server.ts";
import { restoreBackup } from "./restore.server.ts";

const folder = mkdtempSync(join(tmpdir(), "gtmarc-backup-"));
const databases: { name: string; pool: pg.Pool }[] = [];
const server = inject("testServer").connection;

afterAll(async () => {
  for (const { name, pool } of databases) {
    await pool.end();
    await onServer(server, (client) => dropDatabase(client, name));
  }
  rmSync(folder, { recursive: true });
});

async function emptyDatabase(): Promise<{ pool: pg.Pool; connection: PoolConfig }> {
  const name = `gtmarc_test_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString("hex")}`;
  await onServer(server, (client) => client.query(`create database ${name} template template0`));
  const connection = { ...server, database: name };
  const pool = new pg.Pool(connection);
  pool.on("error", () => {});
  databases.push({ name, pool });
  return { pool, connection };
}

const first = `
  create extension if not exists btree_gist;
  create type mood as enum ('fine', 'so so');
  create table zebra (id uuid primary key default gen_random_uuid(), name text not null unique);
  create table "Odd name" (
    "select" int generated always as identity primary key, zebra_id uuid not null references zebra,
    amount_cents bigint not null, doubled bigint generated always as (amount_cents * 2) stored,
    words text, bytes bytea, doc jsonb, at timestamptz, day date, during tstzrange, exact numeric, ratio double precision,
    tags text[], mood mood, flag boolean, pause interval, exclude using gist (zebra_id with =, during with &&));
  create table egg (id int primary key, hen_id int not null);
  create table hen (id int primary key, egg_id int not null references egg);
  alter table egg add foreign key (hen_id) references hen deferrable initially deferred;
  create table branch (id int primary key, parent_id int references branch);
  create table event (id uuid not null default gen_random_uuid(), at timestamptz not null, kind text) partition by range (at);
  create table event_rest partition of event default;
  create table setting (name text primary key, value text not null);
  insert into setting values ('theme', 'as migrated'), ('gone', 'deleted later');
  create function stamp() returns trigger language plpgsql as $$ begin new.value = new.value || ' (stamped)'; return new; end $$;
  create trigger stamp before insert or update on setting for each row execute function stamp();
  create sequence invoice_number start 1000`;
const second = "alter table zebra add column stripes int not null default 7";

function migrationsFolder(...statements: string[]): string {
  const path = mkdtempSync(join(folder, "migrations-"));
  mkdirSync(join(path, "meta"));
  const entries = statements.map((sql, idx) => {
    writeFileSync(join(path, `000${idx}_step.sql`), sql);
    return { idx, version: "7", when: 1_000 * (idx + 1), tag: `000${idx}_step`, breakpoints: true };
  });
  writeFileSync(join(path, "meta", "_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  return path;
}

const oldRelease = migrationsFolder(first);
const newRelease = migrationsFolder(first, second);

async function filledDatabase() {
  const { pool, connection } = await emptyDatabase();
  await migrateDatabase(connection, oldRelease);
  await pool.query("create table event_2026_01 partition of event for values from ('2026-01-01') to ('2026-02-01')");
  await pool.query(
    "create table event_2026_02 partition of event for values from ('2026-02-01') to ('2026-03-01') partition by list (kind)",
  );
  await pool.query("create table event_2026_02_a partition of event_2026_02 for values in ('a', 'it''s')");
  const { rows } = await pool.query("insert into zebra (name) values ('Zoë \u{1F993}'), ('') returning id");
  await pool.query(
    `insert into "Odd name" (zebra_id, amount_cents, words, bytes, doc, at, day, during, exact, ratio, tags, mood, flag, pause) values
     ($1, 49900, E'tab\\there\\nline \\\\N', '\\x00ff5c', '{"a": [1, null, "\\u00e9"]}', '2026-03-02 15:00:00.123456+00', '0044-03-15 BC',
      '[2026-03-02 15:00+00,2026-03-02 15:45+00)', 12345678901234567890.123456789, 0.1::float8 + 0.2::float8, '{"a,b",NULL,""}', 'so so', true, '1 mon -2 days 03:04:05.6'),
     ($2, -1, '', '', '[]', 'infinity', null, 'empty', 'NaN', '-Infinity', '{}', null, false, '0'),
     ($2, 0, null, null, null, null, null, null, null, null, null, null, null, null)`,
    [rows[0].id, rows[1].id],
  );
  await pool.query("begin; insert into egg values (1, 1); insert into hen values (1, 1); commit");
  await pool.query("insert into branch values (1, null), (2, 1), (3, 2)");
  await pool.query(
    "insert into event (at, kind) values ('2026-01-05', 'x'), ('2026-02-05', 'a'), ('2027-01-01', null)",
  );
  await pool.query(
    "delete from setting where name = 'gone'; update setting set value = 'changed'; select nextval('invoice_number'), nextval('invoice_number')",
  );
  return { pool, connection };
}

const contents = async (pool: pg.Pool) => {
  const all: Record<string, unknown[]> = {};
  for (const table of ["zebra", '"Odd name"', "egg", "hen", "branch", "event", "event_2026_02_a", "setting"])
    all[table] = (await pool.query(`select to_jsonb(t)::text as row from ${table} t order by 1`)).rows;
  return all;
};

async function withoutStripes(pool: pg.Pool) {
  const all = await contents(pool);
  return JSON.parse(JSON.stringify(all).replaceAll(/, \\"stripes\\": 7/g, ""));
}

test("a backup restores all data: types, generated columns, partitions, circular references, sequences, rows deleted since a migration", async () => {
  const source = await filledDatabase();
  const file = join(folder, "round-trip.backup");
  const progressed: string[] = [];
  const secret = randomBytes(32);
  const written = await writeBackup(source.pool, file, {
    progress: ({ name }) => progressed.push(name),
    attachments: { secret },
  });
  expect(written).toMatchObject({ ok: true, value: { file, jobs: 0, attachments: ["secret"] } });
  expect(progressed.indexOf("zebra")).toBeLessThan(progressed.indexOf('"Odd name"'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await checkBackup(file)).toMatchObject({
    ok: true,
    value: { migrations: [{ at: 1000 }], tables: expect.any(Array) },
  });

  const target = await emptyDatabase();
  const restored = await restoreBackup(target.connection, file, { migrationsFolder: newRelease });
  expect(restored).toMatchObject({ ok: true, value: { attachments: { secret } } });
  expect(await contents(target.pool)).toEqual(await contents(source.pool));

  const next = await target.pool.query("select nextval('invoice_number') as invoice");
  expect(next.rows[0].invoice).toBe("1002");
  await target.pool.query(`insert into "Odd name" (zebra_id, amount_cents) select id, 5 from zebra limit 1`);
  expect(
    (await target.pool.query(`select max("select") as top, max(doubled) as most from "Odd name"`)).rows[0],
  ).toEqual({
    top: 4,
    most: "99800",
  });
  const rules =
    "select string_agg(conname || condeferrable || condeferred, ' ' order by conname, conrelid) as list from pg_constraint where contype = 'f'";
  expect((await target.pool.query(rules)).rows).toEqual((await source.pool.query(rules)).rows);
  await target.pool.query("insert into setting values ('new', 'one')");
  expect((await target.pool.query("select value from setting where name = 'new'")).rows).toEqual([
    { value: "one (stamped)" },
  ]);

  await migrateDatabase(target.connection, newRelease);
  expect(await withoutStripes(target.pool)).toMatchObject({ zebra: (await contents(source.pool)).zebra });
});

test("a backup taken during transfers between accounts is consistent to the cent", async () => {
  const { pool, connection } = await emptyDatabase();
  const release = migrationsFolder(
    "create table purse (id int primary key, cents int not null); create table ledger (id serial primary key, cents int not null)",
  );
  await migrateDatabase(connection, release);
  await pool.query("insert into purse select n, 1000 from generate_series(1, 200) n");
  let moving = true;
  let moves = 0;
  const movers = [1, 2, 3].map(async () => {
    while (moving) {
      const [from, to] = [1 + Math.floor(Math.random() * 200), 1 + Math.floor(Math.random() * 200)];
      const client = await pool.connect();
      await client.query("begin");
      await client.query("select from purse where id in ($1, $2) order by id for update", [from, to]);
      await client.query("update purse set cents = cents - 1 where id = $1", [from]);
      await client.query("insert into ledger (cents) values (-1)");
      await client.query("update purse set cents = cents + 1 where id = $1", [to]);
      await client.query("insert into ledger (cents) values (1)");
      await client.query("commit");
      client.release();
      moves += 1;
    }
  });
  const file = join(folder, "moving.backup");
  for (let round = 0; round < 3; round += 1) {
    const before = moves;
    await expect.poll(() => moves, { interval: 5 }).toBeGreaterThan(before + 10);
    expect((await writeBackup(pool, file)).ok).toBe(true);
    const target = await emptyDatabase();
    expect((await restoreBackup(target.connection, file, { migrationsFolder: release })).ok).toBe(true);
    const { rows } = await target.pool.query(
      "select (select sum(cents)::int from purse) as kept, (select sum(cents)::int from ledger) as moved, (select count(*)::int from ledger) as moves, nextval('ledger_id_seq')::int as next",
    );
    expect(rows[0]).toMatchObject({ kept: 200_000, moved: 0 });
    expect(rows[0].moves).toBeGreaterThan(0);
    expect(rows[0].next).toBeGreaterThan(rows[0].moves);
  }
  moving = false;
  await Promise.all(movers);
});

test("pending jobs are queued inside the restore, finished ones are not", async () => {
  const source = await emptyDatabase();
  await migrateDatabase(source.connection, oldRelease);
  await source.pool.query(`create schema pgboss; create table pgboss.job (id serial, name text, data jsonb, state text, start_after timestamptz, singleton_key text, created_on timestamptz default now());
    insert into pgboss.job (name, data, state, start_after, singleton_key) values ('mail.send', '{"n": 1}', 'created', '2026-03-02 15:00+00', 'k'),
      ('mail.send', '{"n": 2}', 'completed', now(), null), ('mail.send', '{"n": 3}', 'active', now(), null), ('__pgboss__send-it', '{}', 'created', now(), null)`);
  const file = join(folder, "jobs.backup");
  await writeBackup(source.pool, file);
  const target = await emptyDatabase();
  const taken: WaitingJob[] = [];
  await restoreBackup(target.connection, file, {
    migrationsFolder: oldRelease,
    requeue: async (_db, job) => {
      taken.push(job);
    },
  });
  expect(taken).toEqual([
    { name: "mail.send", data: { n: 1 }, startAfter: "2026-03-02T15:00:00.000Z", key: "k" },
    expect.objectContaining({ data: { n: 3 } }),
  ]);
});

test("if requeueing pending jobs fails, nothing is restored", async () => {
  const source = await filledDatabase();
  await source.pool.query(
    "create schema pgboss; create table pgboss.job as select 1 as id, 'a' as name, '{}'::jsonb as data, 'created' as state, now() as start_after, null::text as singleton_key, now() as created_on",
  );
  const file = join(folder, "half.backup");
  await writeBackup(source.pool, file);
  const target = await emptyDatabase();
  const requeue = () => Promise.reject(new Error("the queue is closed"));
  await expect(restoreBackup(target.connection, file, { migrationsFolder: oldRelease, requeue })).rejects.toThrow(
    "the queue is closed",
  );
  expect(
    (await target.pool.query("select count(*)::int as n from pg_tables where schemaname in ('public', 'drizzle')"))
      .rows[0].n,
  ).toBe(0);
});

test("a non-empty database is not changed", async () => {
  const source = await filledDatabase();
  const file = join(folder, "onto.backup");
  await writeBackup(source.pool, file);
  const before = await contents(source.pool);
  const refused = await restoreBackup(source.connection, file, { migrationsFolder: oldRelease });
  expect(refused).toMatchObject({
    ok: false,
    reason: { kind: "not_empty", message: expect.stringMatching(/not empty .*set DATA_DIR/) },
  });
  expect(await contents(source.pool)).toEqual(before);
});

test("a backup of a newer release, or of another line of releases, is refused", async () => {
  const source = await emptyDatabase();
  await migrateDatabase(source.connection, newRelease);
  const file = join(folder, "newer.backup");
  await writeBackup(source.pool, file);
  const target = await emptyDatabase();
  const restore = (release: string) => restoreBackup(target.connection, file, { migrationsFolder: release });
  expect(await restore(oldRelease)).toMatchObject({ ok: false, reason: { kind: "newer_release" } });
  expect(await restore(migrationsFolder(first, "select 1"))).toMatchObject({
    ok: false,
    reason: { kind: "unknown_migrations" },
  });
  expect(await restore(newRelease)).toMatchObject({ ok: true });
});

function framesOf(file: string): Buffer[] {
  const body = gunzipSync(readFileSync(file).subarray(magic.length));
  const frames: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = at + 5 + body.readUInt32BE(at + 1);
    frames.push(body.subarray(at, end));
    at = end;
  }
  return frames;
}

test("a damaged file is refused before the database is changed", async () => {
  const source = await filledDatabase();
  const file = join(folder, "sound.backup");
  await writeBackup(source.pool, file);
  const sound = readFileSync(file);
  const frames = framesOf(file);
  const packed = (parts: Buffer[]) => Buffer.concat([Buffer.from(magic), gzipSync(Buffer.concat(parts))]);
  const flipped = Buffer.from(sound);
  flipped[Math.floor(sound.length / 2)] = (flipped[Math.floor(sound.length / 2)] ?? 0) ^ 1;
  const letter = (frame: Buffer) => String.fromCharCode(frame[0] ?? 0);
  const changedRow = frames.map((frame) => {
    const copy = Buffer.from(frame);
    if (letter(frame) === "D") copy[6] = (copy[6] ?? 0) ^ 1;
    return copy;
  });
  const tables = frames.map((frame, at) => (letter(frame) === "T" ? at : -1)).filter((at) => at >= 0);
  const [from, to] = [tables[0] ?? 0, tables[1] ?? 0];
  const variants: Record<string, [Buffer, string]> = {
    "cut off": [sound.subarray(0, sound.length - 40), "damaged"],
    "without its end": [packed(frames.slice(0, -1)), "damaged"],
    "one bit flipped": [flipped, "damaged"],
    "a row changed and packed again": [packed(changedRow), "damaged"],
    "a table taken out": [packed([...frames.slice(0, from), ...frames.slice(to)]), "damaged"],
    "parts in another order": [packed([frames[1] as Buffer, frames[0] as Buffer, ...frames.slice(2)]), "damaged"],
    "two tables swapped": [
      packed([...frames.slice(0, from), ...frames.slice(to, -1), ...frames.slice(from, to), frames.at(-1) as Buffer]),
      "damaged",
    ],
    "something appended": [packed([...frames, frames[1] as Buffer]), "damaged"],
    "an unknown frame": [packed([frames[0] as Buffer, Buffer.from([88, 0, 0, 0, 0])]), "damaged"],
    "another file": [Buffer.from("PGDMP something else entirely"), "not_a_backup"],
    "an empty file": [Buffer.alloc(0), "not_a_backup"],
    "a later format": [Buffer.from("GTMARC BACKUP 2\nwho knows"), "newer_format"],
  };
  const target = await emptyDatabase();
  for (const [what, [bytes, kind]] of Object.entries(variants)) {
    const path = join(folder, "variant.backup");
    writeFileSync(path, bytes);
    const refused = await restoreBackup(target.connection, path, { migrationsFolder: oldRelease });
    expect(refused, what).toMatchObject({ ok: false, reason: { kind } });
  }
  const missing = await restoreBackup(target.connection, join(folder, "nowhere"), { migrationsFolder: oldRelease });
  expect(missing).toMatchObject({ ok: false, reason: { kind: "cannot_read" } });
  expect(
    (await target.pool.query("select count(*)::int as n from pg_tables where schemaname in ('public', 'drizzle')"))
      .rows[0].n,
  ).toBe(0);
});

test("a failed backup is refused and leaves no file; an older backup of that name is kept until the new one is complete", async () => {
  const source = await filledDatabase();
  const refused = await writeBackup(source.pool, join(folder, "no", "such", "place.backup"));
  expect(refused).toMatchObject({ ok: false, reason: { kind: "cannot_write" } });

  const file = join(folder, "twice.backup");
  writeFileSync(file, "older");
  const before = readdirSync(folder).length;
  const broken = {
    progress: () => {
      throw new Error("interrupted");
    },
  };
  await expect(writeBackup(source.pool, file, broken)).rejects.toThrow("interrupted");
  expect(readFileSync(file, "utf8")).toBe("older");
  expect(readdirSync(folder)).toHaveLength(before);
  expect((await source.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect((await writeBackup(source.pool, file)).ok).toBe(true);
  expect((await checkBackup(file)).ok).toBe(true);
});
