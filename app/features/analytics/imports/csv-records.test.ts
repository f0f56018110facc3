import { expect, test } from "vitest";
import { readRecords } from "./csv-records.ts";

test("a row without a visible character is blank", () => {
  const text = "date,visitors\n2026-03-01,4\n,\n\u200b,\ufeff\n2026-03-02,5\n";
  const records = readRecords({ name: "visitors.csv", text }, ["date"]);
  expect(records).toMatchObject([{ row: 2 }, { row: 5 }]);
});
