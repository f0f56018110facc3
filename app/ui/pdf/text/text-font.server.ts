import * as harfbuzz from "harfbuzzjs";
import { type HanStyle, type OpenFont, openFont, packagesFor, subsetsWith } from "./font-files.server.ts";
import type { ClusterGlyph, FontkitFont, GlyphPosition, GlyphRun, PlainGlyph } from "./glyphs.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Joiners, direction marks, variation selectors: without a glyph of their own. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Nko}]/u;
const mirrored = "()[]{}<>«»‹›≤≥⟨⟩";

/** First letter with a direction, as in the Unicode algorithm's rules P2 and P3. */
export const startsRightToLeft = (text: string): boolean => rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? "");
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

  constructor(
    readonly base: FontkitFont,
    readonly family: string,
    readonly weight: number,
    readonly han: HanStyle,
  ) {}

  get ascent() {
    return this.base.ascent;
  }
  get descent() {
    return this.base.descent;
  }
  get lineGap() {
    return this.base.lineGap;
  }
  get capHeight() {
    return this.base.capHeight;
  }
  get xHeight() {
    return this.base.xHeight;
  }
  get unitsPerEm() {
    return this.base.unitsPerEm;
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
      if (from === "box") this.#addBoxes(run, part);
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
        const isOwn = unit === 10 || (this.base.hasGlyphForCodePoint(unit) && !/[\p{M}\p{Cc}\p{Cs}]/u.test(text[index]!));
        this.#plain.set(unit, isOwn);
        if (!isOwn) return false;
      } else if (!known) return false;
    }
    return true;
  }

  #foreignClusters(text: string): string[] {
    if (this.#isPlain(text)) return [];
    return [...graphemes.segment(text)].map(({ segment }) => segment).filter((segment) => !this.#isPlain(segment));
  }

  async #find(cluster: string): Promise<OpenFont | null> {
    for (const form of [cluster, cluster.normalize("NFC")]) {
      const points = visiblePoints(form);
      if (points.length === 0) return null;
      for (const from of packagesFor(this.family, this.han))
        for (const subset of subsetsWith(from, points)) {
          const font = await openFont(from, subset, this.weight);
          if (points.every((point) => font.characters.has(point))) return font;
        }
    }
    return null;
  }

  /** Runs of the same font, in logical order. */
  #parts(text: string, isRightToLeft: boolean) {
    const parts: { text: string; from: OpenFont | "box" | "mirrored" | null }[] = [];
    for (const { segment } of graphemes.segment(text)) {
      const composed = segment.normalize("NFC");
      const from = this.#isPlain(segment)
        ? isRightToLeft && mirrored.includes(segment)
          ? "mirrored"
          : null
        : this.#isPlain(composed)
          ? "box"
          : (this.#fallback.get(segment) ?? "box");
      const last = parts.at(-1);
      if (last && last.from === from) last.text += segment;
      else parts.push({ text: segment, from });
    }
    return parts;
  }

  /** Characters without a glyph: a box per cluster, in which a mark or joiner adds none; decomposed letters: the composed glyph. */
  #addBoxes(run: GlyphRun, text: string): void {
    for (const { segment } of graphemes.segment(text)) {
      const composed = segment.normalize("NFC");
      if (visiblePoints(segment).length === 0) this.#add(run, segment, 0, [], null);
      else if (this.#isPlain(composed)) {
        const { glyphs, positions } = this.base.layout(composed, undefined, undefined, undefined, "ltr");
        this.#add(run, segment, positions[0]!.xAdvance, [{ id: glyphs[0]!.id, x: 0, y: 0, advance: positions[0]!.xAdvance }], null);
      } else if (this.#box) {
        const { id, advanceWidth } = this.#box.font.glyphForCodePoint(0x25a1);
        const scale = this.unitsPerEm / this.#box.unitsPerEm;
        const advance = advanceWidth * scale;
        this.#add(run, segment, advance, [{ id, x: 0, y: 0, advance }], this.#box);
      }
    }
  }

  /** The layout library swaps brackets of right-to-left text; the text of the document keeps the written one. */
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
    const buffer = new harfbuzz.Buffer();
    buffer.addText(written);
    buffer.guessSegmentProperties();
    buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    harfbuzz.shape(from.shaper, buffer);
    const scale = this.unitsPerEm / from.unitsPerEm;
    const shaped = buffer.getGlyphInfosAndPositions();
    const starts = [...new Set(shaped.map(({ cluster }) => cluster))].sort((left, right) => left - right);
    for (const [index, start] of starts.entries()) {
      let x = 0;
      const parts = [];
      for (const glyph of shaped) {
        if (glyph.cluster !== start) continue;
        const advance = glyph.xAdvance! * scale;
        parts.push({ id: glyph.codepoint, x: x + glyph.xOffset! * scale, y: glyph.yOffset! * scale, advance });
        x += advance;
      }
      this.#add(run, written.slice(start, starts[index + 1] ?? written.length), x, parts, from);
    }
  }

  /** `codePoints` are UTF-16 units, because the layout library counts them as positions in the string. */
  #add(run: GlyphRun, text: string, advanceWidth: number, parts: ClusterGlyph["parts"], from: OpenFont | null): void {
    const codePoints = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    run.glyphs.push({ id: 0, advanceWidth, codePoints, text, parts, from } satisfies ClusterGlyph);
    run.positions.push({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth } satisfies GlyphPosition);
  }
}

const visiblePoints = (text: string) => [...text].filter((character) => !invisible.test(character)).map(pointOf);
const pointOf = (character: string) => character.codePointAt(0)!;

function mirrorOf(character: string): string {
  const at = mirrored.indexOf(character);
  return at < 0 ? character : mirrored[at ^ 1]!;
}
