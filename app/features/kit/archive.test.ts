import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { kitArchive, kitLimitBytes } from "./archive.server.ts";
import { kitContents, kitFiles } from "./kit-files.ts";

let archive: Uint8Array;
let files: Record<string, Uint8Array>;
const license = readFileSync("LICENSE", "utf8");

beforeAll(async () => {
  archive = await kitArchive(license);
  files = unzipSync(archive);
});

test("the archive is no larger than its label and contains exactly what the page lists", () => {
  expect(archive.length).toBeLessThanOrEqual(kitLimitBytes);
  expect(Object.keys(files)).toEqual(kitFiles.map(({ path }) => path));
  expect(kitContents.reduce((sum, { count }) => sum + count, 0)).toBe(kitFiles.length);
  expect(Object.keys(files).filter((path) => /^(n8n|make|zapier)\//.test(path))).toHaveLength(15);
});

test("the same sources produce the same bytes", async () => {
  const again = await kitArchive(license);
  expect(Buffer.compare(archive, again)).toBe(0);
});

test("the checksums of the kit and of the zip are correct", () => {
  const sums = strFromU8(files["SHA256SUMS"]!).trim().split("\n");
  expect(sums).toHaveLength(kitFiles.length - 1);
  for (const line of sums) {
    const [sum, path] = line.split("  ");
    expect(createHash("sha256").update(files[path!]!).digest("hex"), path).toBe(sum);
  }
  // The unzip library does not verify the format's checksums.
  const view = new DataView(archive.buffer, archive.byteOffset, archive.length);
  let at = view.getUint32(archive.length - 6, true);
  for (const [path, content] of Object.entries(files)) {
    expect(view.getUint32(at, true), path).toBe(0x02014b50);
    expect(view.getUint32(at + 16, true), path).toBe(crc32(content));
    at += 46 + path.length;
  }
});

test("an archive larger than its label is an error", async () => {
  const noise = Array.from({ length: 400 }, (_, index) => createHash("sha256").update(String(index)).digest("hex"));
  await expect(kitArchive(noise.join(""))).rejects.toThrow(/38 KB/);
});

test("guides are PDFs with standard fonts, and have the same text as their Markdown", () => {
  for (const platform of ["n8n", "Make", "Zapier"]) {
    const pdf = strFromU8(files[`guides/${platform}.pdf`]!, true);
    const text = strFromU8(files[`guides/${platform}.md`]!);
    expect(pdf.startsWith("%PDF-1.7")).toBe(true);
    expect(pdf).not.toContain("FontFile");
    const shown = [...pdf.matchAll(/\(((?:[^\\()]|\\.)*)\)(?:Tj|')/g)]
      .map(([, line]) => line!.replace(/\\(.)/g, "$1"))
      .join(" ");
    for (const [, item] of text.matchAll(/^(?:\d+\.|-) (.*)$/gm)) expect(shown).toContain(item);
  }
});
