import { afterEach, expect, test } from "vitest";
import { closeThreads, openThreads, ThreadEnded } from "#app/platform/threads.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { slowReader } from "#tests/fixtures/program.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { prospectImport } from "../tables.server.ts";
import { previewFile } from "./import-reading.server.ts";
import { uploadImport } from "./imports.server.ts";

const { db, ctx } = useDatabase();
afterEach(() => closeThreads());

const upload = async () =>
  uploadImport(await asAdmin(ctx), {
    fileName: "people.csv",
    bytes: new TextEncoder().encode("email\na@firm.example\n"),
  });

test("while a file is read, the serving process does other work", async () => {
  const value = { content: "email\na@firm.example\n", encoding: "UTF-8", delimiter: ",", rowCount: 1 };
  openThreads(slowReader(600, { output: { ok: true, value } }));
  let [turns, isRead] = [0, false];
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  count();
  expect(await upload()).toMatchObject({ ok: true });
  isRead = true;
  expect(turns).toBeGreaterThan(100);
  expect(await db.select().from(prospectImport)).toMatchObject([{ rowCount: 1, content: value.content }]);
});

const bytesOf = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? part : [...Buffer.from(part, "latin1")])));

test.each([
  [
    "Windows-1250",
    bytesOf("E-mail;P", 0xf8, 0xed, "jmen", 0xed, "\na@firm.example;", 0x8a, 0x9d, "astn", 0xfd),
    "Šťastný",
  ],
  ["Windows-1254", bytesOf("E-posta;", 0xde, "irket\na@firm.example;I", 0xfe, 0xfd, "k"), "Işık"],
  ["Shift_JIS", bytesOf("Email,", 0x8e, 0x81, 0x96, 0xbc, "\na@firm.example,", 0x8e, 0x52, 0x93, 0x63), "山田"],
  ["Windows-1252", bytesOf("E-Mail;Pr", 0xe9, "nom\na@firm.example;Ren", 0xe9, "e"), "Renée"],
])("the headings tell that a file is %s", async (encoding, bytes, name) => {
  await uploadImport(await asAdmin(ctx), { fileName: "people.csv", bytes });
  expect(await db.select().from(prospectImport)).toMatchObject([{ encoding, content: expect.stringContaining(name) }]);
});

test.each([
  ["vCard", "BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:a@firm.example\r\nEND:VCARD\r\n"],
  [
    "web page, as which some programs save .xls files",
    "\uFEFF<html><table><tr><td>a@firm.example</td></tr></table></html>",
  ],
  ["workbook of Excel 2003", '<?xml version="1.0"?>\n<Workbook><Data>a@firm.example</Data></Workbook>'],
  ["JSON file", '[\n {"email":"a@firm.example"}\n]'],
  ["JSON file of lists", '[["email"],["a@firm.example"]]'],
  ["JSON file of lists with numbers", '[[1, "a@firm.example"]]'],
  ["web page without a doctype", "<head><title>a@firm.example</title>"],
  ["web page that begins with its encoding", '<meta http-equiv="Content-Type" content="text/html"><table><tr><td>a'],
  ["web page that begins with a comment", "<!-- a@firm.example --><html>"],
  ["workbook without a prolog", '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">a@firm.example'],
  ["Word document", "{\\rtf1\\ansi a@firm.example}"],
])("a %s is refused as no table, and nothing is stored", async (_what, text) => {
  const bytes = new TextEncoder().encode(text);
  const sent = await uploadImport(await asAdmin(ctx), { fileName: "people.csv", bytes });
  expect(sent).toMatchObject({ ok: false, reason: { kind: "not_a_table" } });
  expect(await db.select().from(prospectImport)).toEqual([]);
});

test.each([
  "[[Contacts]]\nEmail\na@firm.example",
  "<anna@firm.example>\n<ben@firm.example>",
  "<table@firm.example>,Anna",
])("a table that begins with %j is read", async (text) => {
  const bytes = new TextEncoder().encode(text);
  expect(await uploadImport(await asAdmin(ctx), { fileName: "people.csv", bytes })).toMatchObject({ ok: true });
});

test("a file whose reader takes too long is refused, and nothing is stored", async () => {
  openThreads(slowReader(60_000, {}), { maxMs: 500 });
  expect(await upload()).toMatchObject({ ok: false, reason: { kind: "reader_ended" } });
  expect(await db.select().from(prospectImport)).toEqual([]);
  await expect(previewFile({ content: "email", delimiter: "," }, new URLSearchParams())).rejects.toBeInstanceOf(
    ThreadEnded,
  );
});
