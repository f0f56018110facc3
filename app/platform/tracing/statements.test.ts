import { expect, test } from "vitest";
import { summaryOf } from "./statements.server.ts";

test("a statement is described by its verb and table, without values", () => {
  const summaries: [string, string][] = [
    ['select "id", "email" from "user" where "email" = \'dana@northfield.example\'', "select user"],
    ["with due as (select 1) insert into message (id) values ($1)", "insert into message"],
    ["with due as (select id from job for update skip locked) select * from due", "select job"],
    ['insert into "booking" ("id") values ($1)', "insert into booking"],
    ['update "pipeline"."prospect" set name = $1', "update pipeline.prospect"],
    ["delete from session where id = $1", "delete from session"],
    ["begin", "begin"],
    ["select 1", "select"],
    ["show server_version", "statement"],
  ];
  for (const [text, summary] of summaries) expect(summaryOf(text)).toBe(summary);
});
