/** The parts of a font, as the layout library and the PDF writer open it, that texts are set with. */
export interface FontkitFont {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly capHeight: number;
  readonly xHeight: number;
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): PlainGlyph;
  getGlyph(id: number): PlainGlyph;
  layout(text: string, features?: unknown, script?: unknown, language?: unknown, direction?: string): GlyphRun;
}

/** The regional forms of Chinese characters: Japanese, simplified and traditional Chinese, Korean. */
export type HanStyle = "jp" | "sc" | "tc" | "kr";

/** A glyph as HarfBuzz places it, in units of its font; `start` is the index of its cluster in the text. */
export interface ShapedGlyph {
  id: number;
  start: number;
  advance: number;
  x: number;
  y: number;
}

/** A fallback font: one file at one weight. */
export interface OpenFont {
  /** The font as the PDF writer embeds it. */
  font: FontkitFont;
  unitsPerEm: number;
  characters: ReadonlySet<number>;
  /** Glyphs in visual order, from left to right. */
  shape(text: string, isRightToLeft: boolean): ShapedGlyph[];
}

export interface PlainGlyph {
  id: number;
  advanceWidth: number;
  codePoints: number[];
  readonly path: { commands: readonly PathCommand[] };
}

export interface PathCommand {
  command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
  args: number[];
}

/** A part of a cluster: a glyph and its place relative to the start of the cluster, in units of the text's main font. */
export interface ClusterPart {
  id: number;
  x: number;
  y: number;
  /** 0 for a mark. */
  advance: number;
}

/**
 * Characters that are drawn together, such as a letter with its marks or a ligature. The layout library sees it as one glyph, so that
 * it neither splits nor reorders its parts, whose vertical places it would lose.
 */
export interface ClusterGlyph extends Omit<PlainGlyph, "path"> {
  text: string;
  /** In visual order, from left to right. */
  parts: readonly ClusterPart[];
  /** The text's main font when null. */
  from: OpenFont | null;
}

export interface GlyphPosition {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
  advanceWidth: number;
}

export interface GlyphRun {
  glyphs: (PlainGlyph | ClusterGlyph)[];
  positions: GlyphPosition[];
}

export const isCluster = (glyph: PlainGlyph | ClusterGlyph): glyph is ClusterGlyph => "parts" in glyph;
