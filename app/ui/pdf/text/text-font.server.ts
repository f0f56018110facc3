import { rightToLeft } from "#app/lib/people/name-direction.ts";
import { normalized } from "#app/lib/words/normalized.ts";
import type {
  ClusterGlyph,
  ClusterPart,
  FontkitFont,
  GlyphPosition,
  GlyphRun,
  HanStyle,
  OpenFont,
  PlainGlyph,
} from "./glyphs.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Joiners, direction marks, variation selectors: without a glyph of their own. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/u;
const mirrored = "()[]{}<>«»‹›≤≥⟨⟩";

/** The forms of Chinese characters in a document: those of the script beside them; simplified Chinese without one. */
export function hanStyleOf(text: string): HanStyle {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "jp";
  if (/\p{Script=Hangul}/u.test(text)) return "kr";
  return /\p{Script=Bopomofo}/u.test(text) ? "tc" : "sc";
}

/**
 * Whether a text begins and mostly is right to left. An English sentence that begins with a Hebrew name is left to right, also if the name
 * is most of it (`beforeFigures`).
 */
export function isRightToLeftText(text: string): boolean {
  if (text.startsWith("\u200e")) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return (
    rightToLeft.test(letters[0] ?? "") &&
    letters.filter((letter) => rightToLeft.test(letter)).length * 2 > letters.length
  );
}

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/**
 * A font of a document with the fallback fonts that its texts need, as one font to the layout library. Texts that the main font
 * covers are laid out exactly as without it.
 *
 * Fallback fonts are shaped with HarfBuzz: the library's own shaping drops the vertical places of marks and misplaces the
 * horizontal ones.
 */
export class TextFont {
  readonly type = "TTF";
  readonly #fallback = new Map<string, OpenFont | null>();
  readonly #plain = new Map<number, boolean>();
  /** The font of the box for characters that no font has. */
  #box: OpenFont | null = null;

  readonly base: FontkitFont;
  readonly family: string;
  readonly weight: number;
  readonly han: HanStyle;
  // Read once: the layout asks for each glyph, and the font looks them up in its tables.
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly capHeight: number;
  readonly xHeight: number;
  readonly unitsPerEm: number;

  constructor(base: FontkitFont, family: string, weight: number, han: HanStyle) {
    this.base = base;
    this.family = family;
    this.weight = weight;
    this.han = han;
    this.ascent = base.ascent;
    this.descent = base.descent;
    this.lineGap = base.lineGap;
    this.capHeight = base.capHeight;
    this.xHeight = base.xHeight;
    this.unitsPerEm = base.unitsPerEm;
  }

  /** Always: a character without a glyph is a box of this font, never a letter of another. */
  hasGlyphForCodePoint(): boolean {
    return true;
  }

  glyphForCodePoint(codePoint: number): PlainGlyph {
    return this.base.glyphForCodePoint(codePoint);
  }

  /** Reads the font files that `text` needs. Must be done before the layout, which cannot wait. */
  async prepare(text: string): Promise<void> {
    for (const cluster of this.#foreignClusters(text)) {
      if (this.#fallback.has(cluster)) continue;
      const found = await this.#find(cluster);
      this.#fallback.set(cluster, found);
      if (!found) this.#box ??= await this.#find("□");
    }
  }

  layout(text: string, features?: unknown): GlyphRun {
    if (this.#isPlain(text)) return this.base.layout(text, features, undefined, undefined, "ltr");
    const run: GlyphRun = { glyphs: [], positions: [] };
    const isRightToLeft = hasRightToLeft(text);
    for (const { text: part, from } of this.#parts(text, isRightToLeft)) {
      if (from === "single") this.#addSingles(run, part);
      else if (from === "mirrored") this.#addMirrored(run, part);
      else if (from) this.#addShaped(run, part, from);
      else {
        const { glyphs, positions } = this.base.layout(part, features, undefined, undefined, "ltr");
        run.glyphs.push(...glyphs);
        run.positions.push(...positions);
      }
    }
    return run;
  }

  #isPlain(text: string): boolean {
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const known = this.#plain.get(unit);
      if (known === undefined) {
        const isOwn =
          unit === 10 || (this.base.hasGlyphForCodePoint(unit) && !/[\p{M}\p{Cc}\p{Cs}]/u.test(text[index]!));
        this.#plain.set(unit, isOwn);
        if (!isOwn) return false;
      } else if (!known) return false;
    }
    return true;
  }

  #foreignClusters(text: string): string[] {
    if (this.#isPlain(text)) return [];
    return Array.from(graphemes.segment(text), ({ segment }) => normalized(segment)).filter(
      (cluster) => !this.#isPlain(cluster),
    );
  }

  async #find(cluster: string): Promise<OpenFont | null> {
    // Loaded on first use: shaping and font files take 100 ms, and most documents need neither.
    const { openFont, packagesFor, subsetsWith } = await import("./font-files.server.ts");
    const points = visiblePoints(cluster);
    if (points.length === 0) return null;
    for (const from of packagesFor(this.family, this.han))
      for (const subset of subsetsWith(from, points)) {
        const font = await openFont(from, subset, this.weight);
        if (points.every((point) => font.characters.has(point))) return font;
      }
    return null;
  }

  /** Runs of the same font, in logical order. */
  #parts(text: string, isRightToLeft: boolean) {
    const parts: { text: string; from: OpenFont | "single" | "mirrored" | null }[] = [];
    const written = isRightToLeft ? pairedSigns(text) : null;
    for (const { segment, index } of graphemes.segment(text)) {
      const composed = normalized(segment);
      const isMirrored = written?.has(index) ?? false;
      const from = this.#isPlain(segment) ? (isMirrored ? "mirrored" : null) : this.#fontOf(composed);
      const last = parts.at(-1);
      if (last && last.from === from) last.text += segment;
      else parts.push({ text: segment, from });
    }
    return parts;
  }

  /** "single": the clusters have a glyph of the main font, none, or a box. */
  #fontOf(cluster: string): OpenFont | "single" {
    return this.#isPlain(cluster) ? "single" : (this.#fallback.get(cluster) ?? "single");
  }

  /** Decomposed letters as composed ones, invisible characters without a glyph, and a box for what no font has. */
  #addSingles(run: GlyphRun, text: string): void {
    for (const { segment } of graphemes.segment(text)) {
      const composed = normalized(segment);
      if (visiblePoints(segment).length === 0) this.#add(run, segment, 0, [], null);
      else {
        const drawn = this.#isPlain(composed) ? composed : "□";
        const from = drawn === "□" ? this.#box : null;
        const { id, advanceWidth } = (from?.font ?? this.base).glyphForCodePoint(drawn.codePointAt(0)!);
        const advance = advanceWidth * (from ? this.unitsPerEm / from.unitsPerEm : 1);
        this.#add(run, segment, advance, [{ id, x: 0, y: 0, advance }], from);
      }
    }
  }

  /**
   * The layout library swaps brackets of right-to-left text; the text of the document keeps the written one. A bracket without
   * its other half in the run is beside digits or Latin letters. Programs that extract text read those from left to right, so the
   * bracket stays as drawn.
   */
  #addMirrored(run: GlyphRun, text: string): void {
    for (const drawn of text) {
      const { id, advanceWidth } = this.base.glyphForCodePoint(drawn.codePointAt(0)!);
      this.#add(run, mirrorOf(drawn), advanceWidth, [{ id, x: 0, y: 0, advance: advanceWidth }], null);
    }
  }

  #addShaped(run: GlyphRun, text: string, from: OpenFont): void {
    const isRightToLeft = hasRightToLeft(text);
    // HarfBuzz mirrors brackets itself.
    const written = isRightToLeft ? text.replace(/./gu, (character) => mirrorOf(character)) : text;
    const scale = this.unitsPerEm / from.unitsPerEm;
    const shaped = from.shape(written, isRightToLeft);
    const starts = [...new Set(shaped.map(({ start }) => start))].sort((left, right) => left - right);
    for (const [index, start] of starts.entries()) {
      let x = 0;
      const parts: ClusterPart[] = [];
      for (const glyph of shaped) {
        if (glyph.start !== start) continue;
        const advance = glyph.advance * scale;
        parts.push({ id: glyph.id, x: x + glyph.x * scale, y: glyph.y * scale, advance });
        x += advance;
      }
      this.#add(run, written.slice(start, starts[index + 1] ?? written.length), x, parts, from);
    }
  }

  /** `codePoints` are UTF-16 units, because the layout library counts them as positions in the string. */
  #add(run: GlyphRun, text: string, advanceWidth: number, parts: ClusterGlyph["parts"], from: OpenFont | null): void {
    const codePoints = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    run.glyphs.push({ id: 0, advanceWidth, codePoints, text, parts, from } satisfies ClusterGlyph);
    run.positions.push({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
      advanceWidth,
    } satisfies GlyphPosition);
  }
}

const visiblePoints = (text: string) => [...text].filter((character) => !invisible.test(character)).map(pointOf);
const pointOf = (character: string) => character.codePointAt(0)!;

/** Places of the swapped signs that have both halves in the text. */
function pairedSigns(text: string): Set<number> {
  const [paired, open] = [new Set<number>(), [] as number[]];
  for (const [index, sign] of text.split("").entries()) {
    const at = mirrored.indexOf(sign);
    // Swapped, the first half of a pair is the sign that closes.
    if (at >= 0 && at % 2 === 1) open.push(index);
    else if (at >= 0 && text[open.at(-1)!] === mirrored[at + 1]) paired.add(open.pop()!).add(index);
  }
  return paired;
}

function mirrorOf(character: string): string {
  const at = mirrored.indexOf(character);
  return at < 0 ? character : mirrored[at ^ 1]!;
}
