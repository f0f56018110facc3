import pg from "pg";
import { expect, test } from "vitest";
import { laterRelease } from "#tests/fixtures/later-release.ts";
import { scratch } from "#tests/fixtures/scratch.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { migrateDatabase, unfitness } from "./migrations.server.ts";

const { connection } = useDatabase();

const connected = async () => {
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  return client;
};

test("a migration that waits for a long transaction lets the running release read and write meanwhile", async () => {
  const folder = laterRelease(scratch(), { "0900_expand": 'ALTER TABLE "access_block" ADD COLUMN "note" text;' });
  const [report, visitor] = [await connected(), await connected()];
  await report.query("begin; select count(*) from access_block");
  const reports: string[] = [];
  const migrating = migrateDatabase(connection, `${folder}/db/migrations`, (line) => reports.push(line));
  // Waiting requests queue behind the migration until it gives up for a moment.
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  await visitor.query("select count(*) from access_block");
  await report.query("commit");
  await migrating;
  await visitor.query("select note from access_block");
  expect(reports[0]).toContain("another transaction");
  await Promise.all([report.end(), visitor.end()]);
});

test("databases of old servers and of other encodings than UTF8 are refused with what to do", () => {
  const fit = { name: "gtmarc", encoding: "UTF8", version: 150_018 };
  expect(unfitness(fit)).toBeNull();
  expect(unfitness({ ...fit, version: 140_012 })).toBe(
    "The server runs PostgreSQL 14, and GTMarc needs PostgreSQL 15 or newer.",
  );
  expect(unfitness({ ...fit, encoding: "SQL_ASCII" })).toMatch(
    /has the encoding SQL_ASCII, and GTMarc needs UTF8\. Create it with: createdb/,
  );
});
