import fc from "fast-check";
import { expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { csvLine, csvSize, decodeText, delimiterOf, fromCsv, markBroken, toCsv } from "./csv.ts";

test.each([
  ["plain", "plain"],
  ['say "hi", now', '"say ""hi"", now"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-2+3", "'-2+3"],
  ["\t=1", "'\t'=1"],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ["a;b", "a;b"],
  [" =1", "' =1"],
  ["-12.5", "-12.5"],
  ["\uFF1D1+1", "'\uFF1D1+1"],
  ["\uFF0B1", "'\uFF0B1"],
  ["\uFF0D1", "'\uFF0D1"],
  ["\uFF20SUM(A1)", "'\uFF20SUM(A1)"],
  ["\u200B=1", "'\u200B=1"],
  [" \u2060\u200B@a", "' \u2060\u200B@a"],
  ["x;\u200B=1", "x;'\u200B=1"],
])("%j is written as %j", (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`);
});

test("values are separated by commas and null is empty", () => {
  expect(csvLine(["a", null, 3])).toBe("a,,3\r\n");
});

const cell = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."='+-@\t\r\n,;\"a \uFEFF\uFF1D\u200B") }),
);

test("reading a written file returns the same cells, whatever their content", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (written) => {
      // A row of only empty cells is a blank line.
      const rows = written.map(([first, ...others]) => [`${first}x`, ...others]);
      expect(fromCsv(toCsv(rows), ",")).toEqual(rows);
    }),
  );
});

test("no written cell starts with a formula character", () => {
  fc.assert(
    fc.property(cell, (text) => {
      const [[read]] = fromCsvRaw(toCsv([[text, "x"]])) as [[string]];
      expect(read).not.toMatch(/^[\s\u200B]*[=+@\t\r\n\uFF1D]|^[\s\u200B]*-(?!\d+(\.\d+)?$)/);
    }),
  );
  expect(toCsv([["'=x", "a=b"]])).toBe("\uFEFF''=x,a=b\r\n");
});

/** The first cell as a spreadsheet reads it. */
function fromCsvRaw(file: string): string[][] {
  const text = file.slice(1);
  const quoted = /^"((?:[^"]|"")*)"/.exec(text);
  return [[quoted ? quoted[1]!.replaceAll('""', '"') : text.slice(0, text.indexOf(","))]];
}

test("semicolons, tabs, line breaks in quotes, CRLF and a byte order mark are read", () => {
  expect(delimiterOf('"a;b",c\r\n1;2;3,4')).toBe(",");
  expect(delimiterOf("email;name\r\n")).toBe(";");
  expect(delimiterOf("email\tname\n")).toBe("\t");
  expect(delimiterOf("email")).toBe(",");
  expect(fromCsv('\uFEFFemail;name\r\n\r\na@b.example;"Dana\r\n""D"" W; CEO"\r\n', ";")).toEqual([
    ["email", "name"],
    [""],
    ["a@b.example", 'Dana\r\n"D" W; CEO'],
  ]);
});

test("a text that is written as a formula, so that a spreadsheet program keeps its zeros, is the text", () => {
  expect(fromCsv('="a@b.example";"=""0049171""";"=""Dana """"W"""\n=1+1;=""\n', ";")).toEqual([
    ["a@b.example", "0049171", 'Dana "W'],
    ["=1+1", ""],
  ]);
});

test("UTF-8, UTF-16 and Windows-1252 are decoded; a binary file is not", () => {
  expect(decodeText(new TextEncoder().encode("Jörg €"))).toEqual({ text: "Jörg €", encoding: "UTF-8" });
  expect(decodeText(Uint8Array.of(0x4a, 0xf6, 0x72, 0x67, 0x80))).toEqual({ text: "Jörg€", encoding: "Windows-1252" });
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x4a, 0, 0xf6, 0))).toEqual({ text: "Jö", encoding: "UTF-16" });
  expect(decodeText(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).toBeNull();
});

test("a UTF-8 text with a letter that another program cut in half stays UTF-8", () => {
  const bytes = (text: string) => [...new TextEncoder().encode(text)];
  const cut = new Uint8Array([...bytes("Müller, Größe, Łódź, 田中 und"), 0xc3, ...bytes("\n")]);
  expect(decodeText(cut)).toEqual({ text: "Müller, Größe, Łódź, 田中 und\ufffd\n", encoding: "UTF-8" });
  const one = new Uint8Array([...bytes("Zoe"), 0xc3, ...bytes("\n")]);
  expect(decodeText(one)).toMatchObject({ encoding: "Windows-1252" });
  expect(decodeText(new Uint8Array(bytes("Zo\ufffd")))).toEqual({ text: "Zo\ufffd", encoding: "UTF-8" });
});

test("of the older encodings the one that fits best is taken, Windows-1252 among equals", () => {
  const bytes = Uint8Array.of(0x50, 0xf8, 0xed, 0x6a, 0x6d, 0x65, 0x6e, 0xed);
  expect(decodeText(bytes)).toEqual({ text: "Pøíjmení", encoding: "Windows-1252" });
  const isCzech = (text: string) => (text === "Příjmení" ? 1 : 0);
  expect(decodeText(bytes, isCzech)).toEqual({ text: "Příjmení", encoding: "Windows-1250" });
  const mac = (end: string) => decodeText(Uint8Array.from([0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72, ...Buffer.from(end)]));
  expect(mac("\r")).toEqual({ text: "Müller\r", encoding: "Macintosh" });
  expect(mac("\r\n")).toEqual({ text: "MŸller\r\n", encoding: "Windows-1252" });
});

test.each([
  ["", ",", 1, 1, 1],
  ["a,b", ",", 1, 2, 2],
  ["a,b\n", ",", 2, 3, 2],
  ["a;b\r\n1;2\r\n", ";", 3, 5, 2],
  ["a\r1\r2", ",", 3, 3, 1],
  ["a\r\r\n\n", ",", 4, 4, 1],
])("%j is counted with every kind of line end", (text, delimiter, lines, cells, columns) => {
  expect(csvSize(text, delimiter)).toEqual({ lines, cells, columns });
});

test("a text never has more lines or cells than the count", () => {
  const dense = fc.string({ unit: fc.constantFrom(...'\r\n,a"') });
  fc.assert(
    fc.property(dense, (text) => {
      const { lines, cells } = csvSize(text, ",");
      const rows = fromCsv(text, ",");
      expect(rows.length).toBeLessThanOrEqual(lines);
      expect(rows.flat().length).toBeLessThanOrEqual(cells);
    }),
  );
});

test(
  "a line of many quoted cells is searched for open quotation marks in linear time",
  withinCpu(1500, () => {
    const text = `Email,Name\n${'"a",'.repeat(100_000)}"b"\n`;
    expect(markBroken(text, ",")).toBe(text);
  }),
);
