import { glob, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg, { type PoolConfig } from "pg";
import type { TestProject } from "vitest/node";
import { hourMs } from "#app/lib/durations.ts";
import { migrateDatabase } from "#app/platform/database/migrations.server.ts";
import { createDb } from "#app/platform/db.server.ts";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { layoutOf } from "#app/platform/postgres/layout.server.ts";
import { findPostmaster } from "#app/platform/postgres/postmaster.server.ts";
import { countUsers } from "#app/platform/postgres/registry.server.ts";
import { closeJobs, openJobs } from "#app/platform/queues/jobs.server.ts";
import { copyKeptCluster } from "../fixtures/kept-cluster.ts";
import { fastFolder } from "./fast-folder.ts";
import { dropDatabase, onServer } from "./on-server.ts";
import { resetFunction } from "./reset-function.ts";

export type TestServer = {
  /** A role that can create and drop databases. */
  connection: PoolConfig;
  /** Migrated once, with the job queue's tables; never connected to. */
  template: string;
  embedded: boolean;
};

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

// Only these directories have this prefix: unused ones are removed.
const folderPrefix = "gtmarc-database-";
const databasePrefix = "gtmarc_test_";

/**
 * One PostgreSQL for the run: an embedded one in a temporary directory, or TEST_DATABASE_URL, where databases are created and
 * removed (PostgreSQL 15 or newer; the role needs CREATEDB). Migrations run once, into a template, and for the embedded one only when they changed.
 */
export default async function prepareDatabase(project: TestProject) {
  const external = process.env["TEST_DATABASE_URL"];
  if (!external) {
    const { connection, end } = await startThrowaway();
    project.provide("testServer", { connection, template: keptTemplate, embedded: true });
    return end;
  }
  const server = await joinExternal(external);
  const template = `${databasePrefix}${Math.floor(Date.now() / 1000)}_${process.pid}_template`;
  try {
    await createTemplate(server.connection, template);
  } catch (error) {
    await server.end([template]);
    throw error;
  }
  project.provide("testServer", { connection: server.connection, template, embedded: false });
  return () => server.end([template]);
}

/** A cluster with the template is kept beside the packages and copied for each run (tests/fixtures/kept-cluster.ts). */
const keptTemplate = `${databasePrefix}template`;

async function startThrowaway() {
  await sweepTemporary();
  const dataDir = await mkdtemp(join(fastFolder(), folderPrefix));
  await copyKeptCluster(dataDir, {
    name: "tests",
    sources: ["database.ts", "reset-function.ts"].map((file) => join(import.meta.dirname, file)),
    make: async (made) => {
      const embedded = await startEmbedded({ dataDir: made, role: "command", throwaway: true });
      // Tests run without superuser rights, like the application.
      await onServer(embedded.superuserConnection, (client) => client.query("alter role gtmarc createdb"));
      await createTemplate(embedded.connection, keptTemplate);
      await embedded.stop();
    },
  });
  const embedded = await startEmbedded({ dataDir, role: "command", throwaway: true });
  return {
    connection: embedded.connection,
    end: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stops the servers and removes the directories of killed runs. */
async function sweepTemporary() {
  for (const folder of new Set([fastFolder(), tmpdir()])) {
    await sweepScratch(folder);
    await sweepDatabases(folder);
  }
}

async function sweepDatabases(folder: string) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(folderPrefix)) continue;
    const dataDir = join(folder, name);
    try {
      const { mtimeMs, uid } = await stat(dataDir);
      const mine = uid === (process.geteuid?.() ?? uid);
      if (!mine || Date.now() - mtimeMs < 60_000 || countUsers(layoutOf(dataDir)) > 0) continue;
      const left = await startEmbedded({ dataDir, role: "command", throwaway: true });
      await left.stop();
      await rm(dataDir, { recursive: true, force: true });
    } catch {
      // Another run is removing the same directory.
    }
  }
}

/** What tests and journeys write: in memory all that is ours; on a disk benchmarks and others write too. */
const written = {
  memory: /^gtmarc-(?!database-)/,
  disk: /^gtmarc-(scratch|journeys)-/,
};

/** Removes directories of single tests (tests/fixtures/scratch.ts) and of journeys. A run of all journeys takes less than six hours. */
async function sweepScratch(folder: string) {
  for (const name of await readdir(folder)) {
    if (!(folder === tmpdir() ? written.disk : written.memory).test(name)) continue;
    const parent = join(folder, name);
    try {
      if (Date.now() - (await stat(parent)).mtimeMs < 6 * hourMs) continue;
      for await (const note of glob("**/postgres/cluster/postmaster.pid", { cwd: parent })) {
        const left = findPostmaster(layoutOf(join(parent, note, "../../..")));
        if (left) process.kill(left.pid, "SIGKILL");
      }
      await rm(parent, { recursive: true, force: true });
    } catch {
      // See above.
    }
  }
}

async function joinExternal(url: string) {
  const connection = { connectionString: url };
  await onServer(connection, sweepExternal);
  return {
    // The driver prefers the database named in the URL, so the URL is split here.
    connection: takeApart(url),
    end: (databases: string[]) =>
      onServer(connection, async (client) => {
        for (const name of databases) await dropDatabase(client, name);
      }),
  };
}

function takeApart(url: string): PoolConfig {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
  return { host, port, user: user ?? "", database: database ?? "", ssl, ...(password && { password }) };
}

/** Drops unused databases of runs that were killed more than an hour ago. */
async function sweepExternal(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select d.datname as name from pg_database d
     where d.datname like $1 and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [`${databasePrefix.replaceAll("_", "\\_")}%`],
  );
  for (const { name } of rows) {
    const madeAt = Number(name.slice(databasePrefix.length).split("_")[0]);
    if (Date.now() / 1000 - madeAt > 3600) await client.query(`drop database if exists ${name}`);
  }
}

async function createTemplate(server: PoolConfig, name: string) {
  await onServer(server, (client) => client.query(`create database ${name}`));
  const connection = { ...server, database: name };
  await migrateDatabase(connection);
  const pool = new pg.Pool({ ...connection, max: 1 });
  // `end` does not wait until the connection is closed; on a busy machine the server stops first.
  pool.on("error", () => {});
  try {
    await openJobs({ connection, db: createDb(pool), definitions: [], work: false });
    await closeJobs();
    await pool.query(await resetFunction(pool));
  } finally {
    await pool.end();
  }
}
