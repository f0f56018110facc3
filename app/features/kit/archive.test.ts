import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitArchive, kitLimitBytes } from "./archive.server.ts";
import { kitContents, kitFiles } from "./kit-files.ts";

let archive: Uint8Array;
let files: Record<string, Uint8Array>;
const folder = mkdtempSync(join(tmpdir(), "gtmarc-kit-test-"));
const licence = readFileSync("LICENSE", "utf8");

beforeAll(async () => {
  archive = await kitArchive(licence);
  files = unzipSync(archive);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the archive is no larger than its label and holds exactly what the page lists", () => {
  expect(archive.length).toBeLessThanOrEqual(kitLimitBytes);
  expect(Object.keys(files)).toEqual(kitFiles.map(({ path }) => path));
  expect(kitContents.reduce((sum, { count }) => sum + count, 0)).toBe(kitFiles.length);
  expect(Object.keys(files).filter((path) => /^(n8n|make|zapier)\//.test(path))).toHaveLength(15);
});

test("the same sources give the same bytes", async () => {
  const again = await kitArchive(licence);
  expect(Buffer.compare(archive, again)).toBe(0);
});

test("its checksums hold, and unzip finds no fault", () => {
  const sums = strFromU8(files["SHA256SUMS"]!).trim().split("\n");
  expect(sums).toHaveLength(kitFiles.length - 1);
  for (const line of sums) {
    const [sum, path] = line.split("  ");
    expect(createHash("sha256").update(files[path!]!).digest("hex"), path).toBe(sum);
  }
  writeFileSync(join(folder, "kit.zip"), archive);
  const said = execFileSync("python3", [
    "-c",
    "import sys,zipfile;print(zipfile.ZipFile(sys.argv[1]).testzip())",
    join(folder, "kit.zip"),
  ]);
  expect(said.toString().trim()).toBe("None");
});

test("an archive that outgrows its label is an error", async () => {
  const noise = Array.from({ length: 400 }, (_, index) => createHash("sha256").update(String(index)).digest("hex"));
  await expect(kitArchive(noise.join(""))).rejects.toThrow(/38 KB/);
});

test("guides are PDF with the fonts every reader has, and say the same as their Markdown", () => {
  for (const platform of ["n8n", "Make", "Zapier"]) {
    const paper = strFromU8(files[`guides/${platform}.pdf`]!, true);
    const text = strFromU8(files[`guides/${platform}.md`]!);
    expect(paper.startsWith("%PDF-1.7")).toBe(true);
    expect(paper).not.toContain("FontFile");
    const shown = [...paper.matchAll(/\(((?:[^\\()]|\\.)*)\)(?:Tj|')/g)]
      .map(([, line]) => line!.replace(/\\(.)/g, "$1"))
      .join(" ");
    for (const [, item] of text.matchAll(/^(?:\d+\.|-) (.*)$/gm)) expect(shown).toContain(item);
  }
});
