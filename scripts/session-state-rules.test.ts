import { expect, test } from "vitest";
import { sessionStateProblems } from "./session-state-rules.ts";

test.each([
  "sql`select pg_advisory_lock(7)`",
  "sql`select pg_try_advisory_lock_shared(1)`",
  'client.query("listen jobs")',
  'client.query("set statement_timeout = 0")',
  'client.query("begin; set session work_mem to 64")',
  "sql`select set_config('statement_timeout', '5', false)`",
  "sql`create temporary table found (id uuid)`",
  "sql`declare rows cursor with hold for select 1`",
  'client.query("prepare find as select 1")',
  'client.query("discard all")',
])("%s is reported", (line) => {
  expect(sessionStateProblems(line)).toHaveLength(1);
});

test("locks and settings of a transaction, updates and other text pass", () => {
  const source = `
    sql\`select pg_advisory_xact_lock(\${key}), pg_try_advisory_xact_lock(1)\`;
    sql\`select set_config('statement_timeout', '5', true)\`;
    client.query("set local lock_timeout = '2s'; set constraints all immediate");
    sql\`update job set state = 'retry'\`;
    "Set DATA_DIR to another directory";
    "prepare the call";`;
  expect(sessionStateProblems(source)).toEqual([]);
});
