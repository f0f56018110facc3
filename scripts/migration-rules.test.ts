import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { migrationProblems } from "./migration-rules.ts";

const problems = (sql: string) => migrationProblems("0001_change.sql", sql).map((text) => text.split("; the")[0]);

test.each([
  ['CREATE TABLE "note" ("id" uuid PRIMARY KEY NOT NULL, "text" text NOT NULL);'],
  ['ALTER TABLE "host" ADD COLUMN "note" text;'],
  ['ALTER TABLE "host" ADD COLUMN "note" text DEFAULT \'\' NOT NULL;'],
  ['ALTER TABLE "host" ALTER COLUMN "name" DROP NOT NULL;'],
  ['ALTER TABLE "host" ALTER COLUMN "name" SET DEFAULT \'drop table\';'],
  ['CREATE INDEX "host_name" ON "host" USING btree ("name");'],
  [
    'CREATE TABLE "note" ("id" uuid);\nALTER TABLE "note" ADD CONSTRAINT "fk" FOREIGN KEY ("id") REFERENCES "host"("id");',
  ],
  [
    'ALTER TABLE "host" ADD COLUMN "room" uuid;\nALTER TABLE "host" ADD CONSTRAINT "fk" FOREIGN KEY ("room") REFERENCES "r"("id");',
  ],
  ['CREATE TABLE "note" ("id" uuid);\nCREATE UNIQUE INDEX "one" ON "note" USING btree ("id");'],
  ["-- The previous release does not drop anything.\nCREATE FUNCTION f() RETURNS int AS $$ drop table x; $$;"],
])("a migration that only adds is accepted: %s", (sql) => {
  expect(problems(sql)).toEqual([]);
});

test.each([
  ['DROP TABLE "host";', "drops something"],
  ['ALTER TABLE "host" DROP COLUMN "name";', "drops something"],
  ['ALTER TABLE "host" DROP CONSTRAINT "host_name";', "drops something"],
  ['ALTER TABLE "host" ALTER COLUMN "name" SET NOT NULL;', "makes a column required"],
  ['ALTER TABLE "host" ALTER COLUMN "name" DROP DEFAULT;', "drops a default"],
  ['ALTER TABLE "host" ADD COLUMN "note" text NOT NULL;', "adds a required column without a default"],
  ['ALTER TABLE "host" ADD CONSTRAINT "c" CHECK ("name" > \'\');', "restricts existing columns"],
  ['CREATE UNIQUE INDEX "one" ON "host" USING btree ("name");', "restricts existing columns"],
])("a migration that the previous release cannot live with needs a later release: %s", (sql, problem) => {
  expect(problems(sql)).toEqual([`0001_change.sql: ${problem}`]);
  expect(problems(`-- contract: release 1.1 stopped using it.\n${sql}`)).toEqual([]);
});

test.each([
  ['ALTER TABLE "host" RENAME TO "person";'],
  ['ALTER TABLE "host" ALTER COLUMN "name" SET DATA TYPE jsonb;'],
])("a rename or another type is refused in any release: %s", (sql) => {
  expect(problems(sql)).toHaveLength(1);
  expect(problems(`-- contract: release 1.1 stopped using it.\n${sql}`)).toHaveLength(1);
});

test("the migrations of this tree follow the rules", () => {
  const files = readdirSync("db/migrations").filter((file) => /^\d{4}_.*\.sql$/.test(file));
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((file) => migrationProblems(file, readFileSync(`db/migrations/${file}`, "utf8")))).toEqual([]);
});
