import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { readFirmFrom } from "#app/lib/firm.ts";
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

test("the checksums of the zip are correct", () => {
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
      .join("");
    for (const [, item] of text.matchAll(/^(?:\d+\.|-) (.*)$/gm)) expect(shown).toContain(item);
  }
});

test("each offset in a guide's table leads to its object", () => {
  for (const platform of ["n8n", "Make", "Zapier"]) {
    const pdf = strFromU8(files[`guides/${platform}.pdf`]!, true);
    const table = [...pdf.slice(pdf.indexOf("\nxref\n")).matchAll(/^(\d{10}) 00000 n $/gm)];
    expect(table.length).toBe(pdf.match(/ 0 obj\n/g)!.length);
    for (const [index, [, offset]] of table.entries())
      expect(pdf.slice(Number(offset), Number(offset) + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    expect(Number(/startxref\n(\d+)/.exec(pdf)![1])).toBe(pdf.indexOf("\nxref\n") + 1);
  }
});

test("a guide's tags are its title, headings, paragraphs and lists, in the order of its Markdown", async () => {
  for (const platform of ["n8n", "Make", "Zapier"]) {
    const markdown = strFromU8(files[`guides/${platform}.md`]!);
    const guide = await getDocumentProxy(files[`guides/${platform}.pdf`]!.slice());
    expect(guide.numPages).toBe(1);
    expect((await guide.getMarkInfo())?.Marked).toBe(true);
    expect((await guide.getMetadata()).info).toMatchObject({
      Title: `Implementation guide for ${platform}`,
      Language: "en",
    });
    const [paragraph, ...rest] = await taggedIn(await guide.getPage(1));
    expect(paragraph).toBe("Document P: GTMarc Lite Starter Kit 1.0");
    expect(rest).toEqual(taggedAs(markdown));
  }
});

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;
interface Tagged {
  role: string;
  children: (Tagged | { type: "content"; id: string })[];
}

/** As pdf.js reads it: the tags around each text, from the outermost, and the text. */
async function taggedIn(page: Page): Promise<string[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const texts = new Map<string, string>();
  let open = "";
  for (const item of items) {
    if ("str" in item) texts.set(open, (texts.get(open) ?? "") + item.str + (item.hasEOL ? " " : ""));
    else if (item.id) open = item.id;
  }
  const walk = (element: Tagged, path: string): string[] =>
    element.children.flatMap((child) =>
      "id" in child ? [`${path}: ${texts.get(child.id)?.trim()}`] : walk(child, `${path} ${child.role}`.trim()),
    );
  return walk((await page.getStructTree()) as Tagged, "");
}

const taggedAs = (markdown: string) =>
  markdown
    .trim()
    .split(/\n+/)
    .flatMap((line) => {
      const [, sign, text] = /^(# |## |\d+\. |- )?(.*)$/.exec(line)!;
      if (sign === undefined) return [`Document P: ${text}`];
      if (sign.startsWith("#")) return [`Document H${sign.length - 1}: ${text}`];
      return [`Document L LI LBody: ${sign}${text}`];
    });

test.each([
  ["Müller & Söhne", "Müller & Söhne Lite Starter Kit 1.0"],
  ["O’Neil Group – Köln", "O’Neil Group – Köln Lite Starter Kit 1.0"],
  ["Kovács Őrsi (Łódź)", "Kovács Orsi (Lódz) Lite Starter Kit 1.0"],
  ["日本商事", "Lite Starter Kit 1.0"],
  ["Дом Bau", "Lite Starter Kit 1.0"],
])(
  "a firm of the name %s has a kit, and its guides as much of the name as their font can write",
  async (name, heading) => {
    readFirmFrom(() => ({ name, logo: null, picture: null, accent: null }));
    try {
      const own = unzipSync(await kitArchive(license));
      const guide = kitFiles.find((file) => file.kind === "guide" && file.format === "pdf")!;
      const { text } = await extractText(await getDocumentProxy(own[guide.path]!.slice()), { mergePages: true });
      expect(text.slice(0, heading.length)).toBe(heading);
      expect(strFromU8(own["README.md"]!)).toContain(name);
    } finally {
      readFirmFrom(() => ({ name: "GTMarc", logo: null, picture: null, accent: null }));
    }
  },
);
