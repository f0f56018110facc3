import { expect, test } from "vitest";
import { readMarkdown } from "#app/lib/formats/markdown.ts";
import { withoutBlankTables } from "./readable.ts";

const read = (text: string) =>
  withoutBlankTables(readMarkdown(text)).map((node) => (typeof node === "string" ? node : node.tag));
const head = "| Field | From | To |\n| --- | --- | --- |\n";

test("an empty table is omitted, with its heading if nothing else follows", () => {
  expect(read(`## Steps\n\n- One\n\n## Fields\n\n${head}| | | |\n\n## Tests\n\n1. Two`)).toEqual([
    "h3",
    "ul",
    "h3",
    "ol",
  ]);
  expect(read(`## Fields\n\n${head}| | | |`)).toEqual([]);
  expect(read(`## Fields\n\n${head}`)).toEqual([]);
});

test("other content is kept", () => {
  expect(read(`## Fields\n\n${head}| Email | Form | |`)).toEqual(["h3", "table"]);
  expect(read(`## Fields\n\n${head}| | | |\n\nAll of them.`)).toEqual(["h3", "p"]);
  expect(read("## Fields\n\n## Tests\n\nNone.")).toEqual(["h3", "h3", "p"]);
});
