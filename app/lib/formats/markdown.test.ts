import { expect, test } from "vitest";
import { type MarkdownNode, plainText, readMarkdown, readSiteMarkdown } from "./markdown.ts";

test("plain text has one line per block and no marks", () => {
  expect(
    plainText("## Next\n\n**Send** [it](https://x.example)\nsoon\n\n1. one\n2. two\n\n> said\n\n```\ncode\n```"),
  ).toBe("Next\nSend it\nsoon\none\ntwo\nsaid\ncode");
  expect(plainText("<b>kept</b>")).toBe("<b>kept</b>");
});

const count = (nodes: readonly MarkdownNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + (typeof node === "string" ? 0 : count(node.children)), 0);
const table = (columns: number, rows: number) =>
  `${"|a".repeat(columns)}\n${"|-".repeat(columns)}\n${"|\n".repeat(rows)}`;

test("addresses become links, unless there are thousands of them", () => {
  const links = (text: string) => JSON.stringify(readMarkdown(text)).match(/"tag":"a"/g)?.length ?? 0;
  const address = "https://a.example ";
  expect(links(address.repeat(1000))).toBe(1000);
  expect(links(address.repeat(1001))).toBe(0);
  expect(links(`${address.repeat(1001)}[named](https://b.example)`)).toBe(1);
});

test.each([
  ["mail and clients", readMarkdown],
  ["the site", readSiteMarkdown],
])(
  "in texts of %s a table is parsed as one, unless its short rows would become tens of thousands of cells",
  (_, read) => {
    expect(read(table(3, 4))).toMatchObject([{ tag: "table" }]);
    expect(read(table(40, 200))).toMatchObject([{ tag: "table" }]);
    for (const [columns, rows] of [
      [1500, 2000],
      [60, 4900],
    ] as const)
      expect(count(read(table(columns, rows)))).toBeLessThan(12_000);
  },
);
