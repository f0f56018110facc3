import type PDFDocument from "pdfkit";
import type { EmbeddedFont } from "pdfkit";
import { normalized } from "#app/lib/words/normalized.ts";
import { type ClusterGlyph, type FontkitFont, isCluster, type PlainGlyph } from "./glyphs.ts";
import { hasRightToLeft, TextFont } from "./text-font.server.ts";

/** A glyph on the page: `x` and `y` in points from the start of the run, `advance` its width in the font. */
interface Placed {
  font: EmbeddedFont;
  id: string;
  x: number;
  y: number;
  advance: number;
}

/**
 * Draws glyphs in place of the renderer's own function, which it calls when a document has `glyphs`: that one misplaces marks and
 * knows one font per run.
 */
export function drawWithFallback(file: PDFDocument): void {
  const embedded = new Map<FontkitFont, EmbeddedFont>();
  const setFont = file.font.bind(file);
  const embed = (font: FontkitFont): EmbeddedFont => {
    const known = embedded.get(font);
    if (known) return known;
    setFont(font);
    embedded.set(font, file._font);
    return file._font;
  };
  file.font = (source, size) => {
    if (!(source instanceof TextFont)) return setFont(source, size);
    file._font = embed(source.base);
    return file.fontSize(size!);
  };
  file.glyphs = (glyphs, positions, x, y) => {
    const main = file._font;
    const size = file._fontSize;
    file.page.fonts[main.id] ??= main.ref();
    file.save();
    file.transform(1, 0, 0, -1, 0, file.page.height);
    const text = new TextObject(file, size);
    let pen = x;
    const baseline = file.page.height - y;
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index]!;
      if (isCluster(glyph)) drawCluster(glyph, pen, baseline);
      else {
        const at = { x: pen + position.xOffset, y: baseline + (position.yOffset * size) / 1000 };
        text.show({ font: main, id: encoded(main, glyph.id, glyph.codePoints), ...at, advance: widthOf(main, glyph) });
      }
      pen += position.xAdvance;
    }
    text.end();
    file.restore();

    function drawCluster({ text: written, parts, from }: ClusterGlyph, left: number, bottom: number): void {
      const font = from ? embed(from.font) : main;
      file.page.fonts[font.id] ??= font.ref();
      const scale = size / main.font.unitsPerEm;
      const placed = parts.map(({ id, x: dx, y: dy, advance }) => ({
        ...{ id, x: left + dx * scale, y: bottom + dy * scale, isMark: advance === 0 },
        advance: widthOf(font, font.font.getGlyph(id)),
      }));
      const texts = textsOf(written, placed, hasRightToLeft(written));
      for (const part of placed) {
        const points = texts.get(part);
        if (points) text.show({ ...part, font, id: encoded(font, part.id, points) });
        else text.draw(outline(font.font.getGlyph(part.id), part.x, part.y, size / font.font.unitsPerEm));
      }
    }

    function widthOf(font: EmbeddedFont, glyph: PlainGlyph): number {
      return (glyph.advanceWidth * size) / font.font.unitsPerEm;
    }
  };
}

/**
 * What each glyph of a cluster stands for: the characters are spread over the glyphs that take space, in the order in which readers
 * collect them, from left to right. Other glyphs are drawn as shapes, because readers that meet a glyph without a character, or
 * out of order, show its number or split the word.
 */
function textsOf<Part extends { x: number; isMark: boolean }>(
  written: string,
  parts: readonly Part[],
  isRightToLeft: boolean,
): Map<Part, number[]> {
  const points = Array.from(normalized(written), (character) => character.codePointAt(0)!);
  if (isRightToLeft) points.reverse();
  const wide = parts.filter(({ isMark }) => !isMark).sort((left, right) => left.x - right.x);
  const carriers = (wide.length > 0 ? wide : parts.slice(0, 1)).slice(0, points.length);
  return new Map(
    carriers.map((part, index) => [part, points.slice(index, index + 1 < carriers.length ? index + 1 : undefined)]),
  );
}

/** The filled shape of a glyph at a place, as page content. */
function outline({ path }: PlainGlyph, x: number, y: number, scale: number): string {
  let pen = [x, y];
  const ends = path.commands.map(({ command, args }) => {
    const to = args.map((value, index) => (index % 2 === 0 ? x : y) + value * scale);
    const [x0, y0] = pen as [number, number];
    if (to.length > 0) pen = to.slice(-2);
    switch (command) {
      case "moveTo":
        return `${numbers(to)} m`;
      case "lineTo":
        return `${numbers(to)} l`;
      case "quadraticCurveTo": {
        const [cx, cy, x1, y1] = to as [number, number, number, number];
        const third = (from: number, control: number) => from + (2 / 3) * (control - from);
        return `${numbers([third(x0, cx), third(y0, cy), third(x1, cx), third(y1, cy), x1, y1])} c`;
      }
      case "bezierCurveTo":
        return `${numbers(to)} c`;
      default:
        return "h";
    }
  });
  return ends.length > 0 ? `${ends.join(" ")} f` : "";
}

const numbers = (values: readonly number[]) => values.map(rounded).join(" ");

/**
 * The glyph's number in the embedded font, in hexadecimal. A glyph that stands for several texts is embedded once for each, because
 * readers that ignore replacement texts take a number's meaning from the font alone.
 */
function encoded(font: EmbeddedFont, id: number, points: readonly number[]): string {
  const { glyphs } = font.subset;
  const numbers = numbersOf.get(font) ?? Map.groupBy(glyphs.keys(), (number) => glyphs[number]!);
  numbersOf.set(font, numbers);
  const known = numbers.get(id) ?? [];
  let number = known.find((each) => font.unicode[each] === undefined || sameText(font.unicode[each], points));
  if (number === undefined) {
    number = glyphs.push(id) - 1;
    numbers.set(id, [...known, number]);
  }
  font.widths[number] ??= font.font.getGlyph(id).advanceWidth * font.scale;
  font.unicode[number] ??= [...points];
  return number.toString(16).padStart(4, "0");
}

/** By glyph of an embedded font: its numbers, one for each text that it stands for. */
const numbersOf = new WeakMap<EmbeddedFont, Map<number, number[]>>();

const sameText = (left: readonly number[], right: readonly number[]) =>
  left.length === right.length && left.every((point, index) => point === right[index]);

/** A text object of a page's content. Glyphs that follow each other are one string, small gaps are numbers between them. */
class TextObject {
  #font: EmbeddedFont | null = null;
  #pen = { x: Number.NaN, y: Number.NaN };
  #commands: string[] = [];
  #string = "";
  readonly #shapes: string[] = [];

  readonly file: PDFDocument;
  readonly size: number;

  constructor(file: PDFDocument, size: number) {
    this.file = file;
    this.size = size;
    file.addContent("BT");
  }

  show({ font, id, x, y, advance }: Placed): void {
    if (font !== this.#font) {
      this.#flush();
      this.file.addContent(`/${font.id} ${rounded(this.size)} Tf`);
      this.#font = font;
      this.#pen.x = Number.NaN;
    }
    const gap = rounded(((x - this.#pen.x) * 1000) / this.size);
    if (y !== this.#pen.y || !(Math.abs(gap) < 3000)) {
      this.#flush();
      this.file.addContent(`1 0 0 1 ${rounded(x)} ${rounded(y)} Tm`);
    } else if (gap !== 0) {
      this.#endString();
      this.#commands.push(String(-gap));
    }
    this.#string += id;
    this.#pen = { x: x + advance, y };
  }

  /** Adds a shape, which follows the text. */
  draw(shape: string): void {
    this.#shapes.push(shape);
  }

  end(): void {
    this.#flush();
    this.file.addContent("ET");
    for (const shape of this.#shapes) this.file.addContent(shape);
  }

  #endString(): void {
    if (this.#string) this.#commands.push(`<${this.#string}>`);
    this.#string = "";
  }

  #flush(): void {
    this.#endString();
    if (this.#commands.length > 0) this.file.addContent(`[${this.#commands.join(" ")}] TJ`);
    this.#commands = [];
  }
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
