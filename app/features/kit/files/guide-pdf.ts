import { sumOf } from "#app/features/roi/model/arithmetic.ts";
import { firmName } from "#app/lib/firm.ts";
import { withoutStroke } from "#app/lib/formats/file-names.ts";
import { normalized } from "#app/lib/words/normalized.ts";
import type { Guide, GuideBlock } from "./guides.ts";

/*
 * A guide as a tagged PDF of one A4 page, in Helvetica, which every PDF reader includes, so no font is embedded. Not written with
 * pdfkit: its three guides take twice the bytes in the archive (decision 0001). The content is uncompressed, because the archive
 * compresses it better as a whole. The same guide produces the same bytes.
 */

const page = { width: 595, height: 842, left: 120, right: 60, top: 64, bottom: 60 } as const;
const margin = 60;

type Face = "regular" | "bold";

/** Widths of Helvetica's characters from space to tilde, in thousandths of the size, from its published metrics. */
const widths = `
  278 278 355 556 556 889 667 222 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556
  278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667
  611 722 667 944 667 667 611 278 278 278 469 556 222 556 556 500 556 556 278 556 556 222 222 500 222 833
  556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584`
  .trim()
  .split(/\s+/)
  .map(Number);

interface Line {
  text: string;
  face: Face;
  size: number;
  x: number;
  /** Distance to the previous line. */
  lead: number;
  red?: boolean;
}

/** An element of the document's structure: it has either other elements or lines. */
interface Element {
  tag: "P" | "H1" | "H2" | "L" | "LI" | "LBody";
  elements?: readonly Element[];
  lines?: readonly Line[];
}

const firstElement = 10;

export function guidePdf(guide: Guide): Uint8Array {
  const blocks = elementsOf(guide);
  const numbers = new Map(flat(blocks).map((element, index) => [element, firstElement + index]));
  const marked = [...numbers.keys()].filter(({ lines }) => lines);
  const references = (elements: readonly Element[]) => {
    const list = elements.map((element) => `${numbers.get(element)} 0 R`).join(" ");
    return elements.length > 1 ? `[${list}]` : list;
  };
  const structure = (elements: readonly Element[], parent: number): string[] =>
    elements.flatMap((element) => [
      `<</K ${element.elements ? references(element.elements) : marked.indexOf(element)}/P ${parent} 0 R/S/${element.tag}${element.lines ? "/Pg 3 0 R" : ""}>>`,
      ...structure(element.elements ?? [], numbers.get(element)!),
    ]);
  const content = contentOf(marked);
  const objects: string[] = [
    "<</Type/Catalog/Pages 2 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>/MarkInfo<</Marked true>>/StructTreeRoot 8 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Resources<</Font<</R 5 0 R/B 6 0 R>>>>/Contents 4 0 R/StructParents 0>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    `<</Title${literal(guide.title)}>>`,
    `<</Type/StructTreeRoot/K 9 0 R/ParentTree<</Nums[0${references(marked)}]>>>>`,
    `<</K ${references(blocks)}/P 8 0 R/S/Document>>`,
    ...structure(blocks, 9),
  ];
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 7 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}

/** Each element before those inside it. */
const flat = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [element, ...flat(element.elements ?? [])]);

function elementsOf({ title, blocks }: Guide): Element[] {
  return [
    {
      tag: "P",
      lines: [
        {
          text: [inFont(firmName()), "Lite Starter Kit 1.0"].join(" ").trim(),
          face: "regular",
          size: 8,
          x: margin,
          lead: 0,
        },
      ],
    },
    { tag: "H1", lines: [{ text: title, face: "regular", size: 22, x: margin, lead: 30 }] },
    ...blocks.map((block, index) => blockElement(block, index === 0)),
  ];
}

function blockElement(block: GuideBlock, isFirst: boolean): Element {
  if (block.kind === "heading")
    return { tag: "H2", lines: [{ text: block.text, face: "bold", size: 12, x: margin, lead: 26 }] };
  if (block.kind === "text") return { tag: "P", lines: wrapped(block.text, page.left, isFirst ? 34 : 17) };
  return {
    tag: "L",
    elements: block.items.map((item, index): Element => {
      const [first, ...rest] = wrapped(item, page.left, 17);
      const sign = { ...first!, text: block.kind === "steps" ? `${index + 1}. ` : "- ", x: page.left - 18, red: true };
      return { tag: "LI", elements: [{ tag: "LBody", lines: [sign, { ...first!, lead: 0 }, ...rest] }] };
    }),
  };
}

function wrapped(text: string, x: number, lead: number): Line[] {
  const size = 10;
  const room = page.width - page.right - x;
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  // A line ends with a space, so that its last word and the next line's first are two words in the extracted text.
  return lines.map((line, index) => ({
    text: index < lines.length - 1 ? `${line} ` : line,
    face: "regular",
    size,
    x,
    lead: index === 0 ? lead : 14,
  }));
}

function contentOf(marked: readonly Element[]): string {
  let y: number = page.height - page.top;
  let x = 0;
  let face = "";
  let color = "";
  let content = `BT 0 ${y} Td 14 TL`;
  for (const [place, { lines }] of marked.entries()) {
    // The structure has the real tag.
    content += `/P<</MCID ${place}>>BDC`;
    for (const line of lines!) {
      const font = `/${line.face === "bold" ? "B" : "R"} ${line.size} Tf`;
      const ink = line.red ? ".69 .2 .04 rg" : ".07 .13 .18 rg";
      if (ink !== color) content += ` ${ink}`;
      if (font !== face) content += ` ${font}`;
      // The next line of a paragraph needs no separate position.
      content +=
        line.lead === 14 && line.x === x
          ? `\n${literal(line.text)}'`
          : ` ${line.x - x} ${-line.lead} Td\n${literal(line.text)}Tj`;
      x = line.x;
      y -= line.lead;
      face = font;
      color = ink;
    }
    content += " EMC";
  }
  if (y < page.bottom) throw new Error("A guide must fit on one page.");
  const rule = `${margin} ${page.height - page.top - 44} ${page.width - margin - page.right} .7 re f`;
  return `${content}\nET\n/Artifact BMC ${rule} EMC`;
}

const widthOf = (text: string, size: number) =>
  (sumOf(text, (character) => widths[character.charCodeAt(0) - 32] ?? 556) * size) / 1000;

/** The characters from 128 to 159 of WinAnsi, the encoding of the fonts; the others are those of Unicode. */
const typographic = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Returns a text in the encoding of the fonts, one character per byte. Letters outside it lose their accents; "" if one still does not fit. */
function inFont(text: string): string {
  const byteOf = (character: string) => {
    const place = typographic.indexOf(character);
    return place >= 0 ? String.fromCharCode(128 + place) : /[ -~\u00a0-\u00ff]/.test(character) ? character : "";
  };
  const bytes = Array.from(
    normalized(text),
    (one) => byteOf(one) || (withoutStroke[one] ?? byteOf(normalized(one, "NFKD").charAt(0))),
  );
  return bytes.includes("") ? "" : bytes.join("");
}

function literal(text: string): string {
  if (/[^ -~\u0080-\u00ff]/.test(text)) throw new Error(`the fonts of guides lack characters of ${text}`);
  return `(${text.replace(/[\\()]/g, "\\$&")})`;
}
