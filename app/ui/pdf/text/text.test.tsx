import { Text } from "@react-pdf/renderer";
import { expect, test } from "vitest";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import { hasPdftotext, pdfTexts, popplerText, shown } from "#tests/fixtures/pdf-text.ts";
import { ink, type } from "../ink.server.ts";
import { PdfDocument, PdfPage } from "../page.server.tsx";
import { registerFonts, renderPdf } from "../rendering.server.ts";
import { type DocumentNode, documentFonts } from "./document-fonts.server.ts";
import type { ClusterGlyph } from "./glyphs.ts";
import { wordPieces } from "./line-breaks.server.ts";
import { isRightToLeftText, type TextFont } from "./text-font.server.ts";

const draw = (text: string, width = 400) =>
  renderPdf(
    <PdfDocument title="Sample" subject="Names" madeAt={new Date("2026-11-21T12:00:00Z")}>
      <PdfPage tag="Sample" block={{ cells: [] }}>
        <Text style={{ ...type.body, width }}>{text}</Text>
      </PdfPage>
    </PdfDocument>,
  );
const linesOf = async (text: string, width: number) => {
  const texts = await pdfTexts(await draw(text, width));
  return texts
    .join("\n")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !/^(GTMarc Sample|Sheet|1 of 1)$/.test(line));
};

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Glyphs of a text as the layout library gets them. */
async function glyphsOf(text: string, style: object = type.body) {
  registerFonts();
  const root = { type: "TEXT", style, children: [{ type: "TEXT_INSTANCE", value: text }] } as DocumentNode;
  const fonts = await documentFonts(root);
  const font = fonts.getFont({ fontFamily: "Archivo", fontWeight: 400 })!.data as unknown as TextFont;
  return { root, run: font.layout(text), clusters: font.layout(text).glyphs as ClusterGlyph[] };
}

test("lines end between Chinese and Japanese characters, without a hyphen and not before closing punctuation", async () => {
  const text = "東京都千代田区丸の内一丁目、株式会社テストの「見積書」です。次の行に続きます。";
  const lines = await linesOf(text, 90);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join("")).toBe(text);
  for (const line of lines) expect(line).not.toMatch(/^[、。」]|「$/);
  expect(wordPieces("株式会社")).toEqual(["株", "", "式", "", "会", "", "社", ""]);
});

test.each([
  "W".repeat(100),
  `See https://gtmarc.example/${"long-path/".repeat(12)} or ${"e\u0301".repeat(80)} here`,
  `東京${"Rindfleisch".repeat(9)}株式会社`,
])("a word that is longer than a line continues on the next one, without a hyphen: %j", async (text) => {
  const lines = await linesOf(text, 90);
  expect(lines.length).toBeGreaterThan(4);
  expect(shown(lines.join(""))).toBe(shown(text));
});

test("lines of Thai, Lao, Khmer and Burmese end between words of the dictionary", async () => {
  expect(wordPieces("บริษัทภาษาไทย")).toEqual(["บริษัท", "", "ภาษา", "", "ไทย", ""]);
  for (const text of ["ບໍລິສັດພາສາລາວ", "ក្រុមហ៊ុនភាសាខ្មែរ", "မြန်မာကုမ္ပဏီလီမိတက်"])
    expect(wordPieces(text).filter(Boolean).length, text).toBeGreaterThan(1);
  expect(wordPieces("Automation-analysis")).toEqual(["Automation-analysis"]);
});

test("what no font has is a visible box with the character as its text; invisible characters are no box", async () => {
  const { clusters, run } = await glyphsOf("\u{10348}\u200e\u{10349}");
  expect(clusters.map(({ parts }) => parts.length)).toEqual([1, 0, 1]);
  expect(clusters[2]!.parts).toEqual(clusters[0]!.parts);
  expect(clusters[0]!.from!.font.getGlyph(clusters[0]!.parts[0]!.id).path.commands.length).toBeGreaterThan(4);
  expect(run.positions.map(({ xAdvance }) => xAdvance > 200)).toEqual([true, false, true]);
  expect(shown((await pdfTexts(await draw("\u{10348}\u{10349}"))).join(""))).toContain("\u{10348}\u{10349}");
});

test("marks keep their places above and below their letters", async () => {
  const { clusters } = await glyphsOf("بنی");
  const marks = clusters.flatMap(({ parts }) => parts.filter(({ advance }) => advance === 0));
  expect(marks.length).toBeGreaterThan(1);
  expect(new Set(marks.map(({ y }) => Math.round(y))).size).toBeGreaterThan(1);
});

test("Arabic letters are joined: the same letter has another shape at the end than in the middle", async () => {
  const idOf = (glyphs: ClusterGlyph[]) => glyphs.map(({ parts }) => parts.map(({ id }) => id).join());
  const { clusters } = await glyphsOf("ههه");
  expect(new Set(idOf(clusters)).size).toBe(3);
});

test("brackets in right-to-left text are drawn mirrored and copied as written", async () => {
  const { clusters } = await glyphsOf(")ש(");
  const [open, , close] = clusters;
  expect([open!.text, close!.text]).toEqual(["(", ")"]);
});

test.each([
  "חברת ירושלים",
  "شركة القاهرة للتجارة",
  "Invoice to (חברת ירושלים) 2026",
  "شركة\nالقاهرة",
  "شركة القاهرة للتقنية (2026)",
  "חברה [1] (B 2) שלום",
])("assistive technology gets %j in reading order", async (name) => {
  const bytes = Buffer.from(await draw(name)).toString("latin1");
  const actual = [...bytes.matchAll(/\/ActualText \((.*?)\)\n/gs)].map(([, text]) => text!);
  const plain = actual.map((text) => text.replace(/\\([nrtbf()\\])/g, (_, sign) => escapes[sign] ?? sign));
  expect(plain.map((text) => Buffer.from(text, "latin1").subarray(2).swap16().toString("utf16le"))).toEqual([name]);
});

test("a text is right to left when it begins so and mostly is; its alignment stays", async () => {
  expect(isRightToLeftText("שלום (Ltd)")).toBe(true);
  expect(isRightToLeftText("שלום could get back 27.6 hours a week")).toBe(false);
  expect(isRightToLeftText("Attn. שלום")).toBe(false);
  const { root } = await glyphsOf("شركة القاهرة", { ...type.display, color: ink.text });
  expect(root.style).toMatchObject({ direction: "rtl", textAlign: "left", letterSpacing: 0 });
  const { root: english } = await glyphsOf("Cairo", type.display);
  expect(english.style).toBe(type.display);
});

test.runIf(hasPdftotext).each([
  ["شركة القاهرة للتقنية (2026)", "(2026)"],
  ["חברה [2026]", "[2026]"],
])("brackets around figures in %j are found as they are drawn", async (name, drawn) => {
  const bytes = await draw(name);
  expect(popplerText(bytes)).toContain(drawn);
  expect((await pdfTexts(bytes)).join()).toContain(drawn);
});

test.runIf(hasPdftotext)("figures after a right-to-left name stay after it in an English line", async () => {
  for (const name of ["شركة النيل للتجارة", "חברת הנילוס"]) {
    const drawn = popplerText(await draw(`${beforeFigures(name)}, 45 people`));
    expect(shown(drawn)).toContain(`${shown(name)},45people`);
  }
  expect(beforeFigures("Cairo Ltd")).toBe("Cairo Ltd");
});

test("decomposed letters are drawn as composed ones, and emoji as one glyph", async () => {
  const { clusters } = await glyphsOf("e\u0301\u{1f469}\u200d\u{1f680}");
  expect(clusters.map(({ text }) => text)).toEqual(["e\u0301", "\u{1f469}\u200d\u{1f680}"]);
});

test("characters after a text that is cut with an ellipsis are left out", async () => {
  const texts = await pdfTexts(
    await renderPdf(
      <PdfDocument title="Sample" subject="Names" madeAt={new Date("2026-11-21T12:00:00Z")}>
        <PdfPage tag="Sample" block={{ cells: [{ label: "For", text: "株式会社".repeat(60) }] }}>
          <Text>One</Text>
        </PdfPage>
      </PdfDocument>,
    ),
  );
  expect(texts.join("")).toMatch(/株式会社[株式会社]*…/);
});
