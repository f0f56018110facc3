import { sumOf } from "#app/features/roi/arithmetic.ts";
import type { Guide, GuideBlock } from "./guides.ts";

/*
 * A guide as a PDF: A4, in Helvetica, which every PDF reader includes, so no font is embedded. Not written with pdfkit, with which the
 * archive's three guides take 6,561 bytes instead of 3,403, while the archive has 455 to spare (decision 0225). The content is
 * uncompressed, because the archive compresses it better as a whole. The same guide produces the same bytes.
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
  /** Number of following lines to keep on the same page. */
  keep?: number;
}

/** Returns the PDF file. `day` is its only date. */
export function guidePdf(guide: Guide, day: Date): Uint8Array {
  const pages = paginated(linesOf(guide));
  const stamp = `D:${day.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  const objects: string[] = [
    "<</Type/Catalog/Pages 2 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${6 + index * 2} 0 R`).join(" ")}]/MediaBox[0 0 ${page.width} ${page.height}]/Resources<</Font<</R 3 0 R/B 4 0 R>>>>>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    `<</Title${literal(guide.title)}/Author(GTMarc)/CreationDate(${stamp})>>`,
    ...pages.flatMap((lines, index) => {
      const content = contentOf(lines, index === 0);
      return [
        `<</Type/Page/Parent 2 0 R/Contents ${7 + index * 2} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 5 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}

function linesOf({ title, blocks }: Guide): Line[] {
  return [
    { text: "GTMarc Lite Starter Kit 1.0", face: "regular", size: 8, x: margin, lead: 0 },
    { text: title, face: "regular", size: 22, x: margin, lead: 30 },
    ...blocks.flatMap((block, index) => blockLines(block, index === 0)),
  ];
}

function blockLines(block: GuideBlock, isFirst: boolean): Line[] {
  if (block.kind === "heading") return [{ text: block.text, face: "bold", size: 12, x: margin, lead: 26, keep: 3 }];
  if (block.kind === "text") return wrapped(block.text, page.left, isFirst ? 34 : 17);
  return block.items.flatMap((item, index) => {
    const [first, ...rest] = wrapped(item, page.left, 17);
    const sign: Line = {
      ...first!,
      text: block.kind === "steps" ? `${index + 1}.` : "-",
      x: page.left - 18,
      red: true,
      keep: rest.length + 1,
    };
    return [sign, { ...first!, lead: 0 }, ...rest];
  });
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
  return lines.map((line, index) => ({ text: line, face: "regular", size, x, lead: index === 0 ? lead : 14 }));
}

function paginated(lines: readonly Line[]): Line[][] {
  const pages: Line[][] = [[]];
  const room = page.height - page.top - page.bottom;
  let used = 0;
  for (const [index, line] of lines.entries()) {
    const together = sumOf(lines.slice(index, index + 1 + (line.keep ?? 0)), ({ lead }) => lead);
    if (used + together > room) {
      pages.push([]);
      used = 0;
    }
    used += pages.at(-1)!.length === 0 ? 0 : line.lead;
    pages.at(-1)!.push(line);
  }
  return pages;
}

function contentOf(lines: readonly Line[], isFirstPage: boolean): string {
  let y: number = page.height - page.top;
  let x = 0;
  let face = "";
  let color = "";
  let content = `BT 0 ${y} Td 14 TL`;
  for (const [index, line] of lines.entries()) {
    const down = index > 0 ? line.lead : 0;
    const font = `/${line.face === "bold" ? "B" : "R"} ${line.size} Tf`;
    const ink = line.red ? ".69 .2 .04 rg" : ".07 .13 .18 rg";
    if (ink !== color) content += ` ${ink}`;
    if (font !== face) content += ` ${font}`;
    // The next line of a paragraph needs no separate position.
    content +=
      down === 14 && line.x === x ? `\n${literal(line.text)}'` : ` ${line.x - x} ${-down} Td\n${literal(line.text)}Tj`;
    x = line.x;
    y -= down;
    face = font;
    color = ink;
  }
  const rule = isFirstPage
    ? `\n${margin} ${page.height - page.top - 44} ${page.width - margin - page.right} .7 re f`
    : "";
  return `${content}\nET${rule}`;
}

const widthOf = (text: string, size: number) =>
  (sumOf(text, (character) => widths[character.charCodeAt(0) - 32] ?? 556) * size) / 1000;

function literal(text: string): string {
  if (/[^ -~]/.test(text)) throw new Error(`guides may contain only ASCII characters: ${text}`);
  return `(${text.replace(/[\\()]/g, "\\$&")})`;
}
