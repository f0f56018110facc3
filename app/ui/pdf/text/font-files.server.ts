import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Font as PdfFonts } from "@react-pdf/renderer";
import * as harfbuzz from "harfbuzzjs";
import subsetFont from "subset-font";
import { faces } from "../ink.server.ts";
import type { FontkitFont, HanStyle, OpenFont, ShapedGlyph } from "./glyphs.ts";

/*
 * Fonts for characters that the PDF fonts of this folder do not have: the other parts of the same typefaces, then Noto by script.
 * The packages have one file per range of characters; a file is read when a text needs one of its characters, and kept.
 */

/** Subsets of `@fontsource-variable/…`; the Latin ones of script fonts are left out, because `noto-sans` has the same characters. */
interface FontPackage {
  name: string;
  axes: (weight: number) => Record<string, number>;
  /** Name of the file after the subset: the axes that it varies in. */
  kind: string;
  skip: RegExp;
}

const require = createRequire(import.meta.url);
const none = /^$/;
const noto = (name: string, skip = /^latin|^cyrillic|^greek|^vietnamese/): FontPackage => ({
  name: `noto-${name}`,
  axes: (wght) => ({ wght: Math.min(700, Math.max(400, wght)) }),
  kind: "wght",
  skip,
});

/** The other parts of the typefaces, at the positions of scripts/fonts.js. */
const ownPackages: Record<string, FontPackage> = {
  [faces.sans]: { name: "archivo", axes: (wght) => ({ wdth: 103, wght }), kind: "wdth", skip: none },
  [faces.serif]: { name: "source-serif-4", axes: () => ({ opsz: 18, wght: 400 }), kind: "opsz", skip: none },
  [faces.mono]: { name: "spline-sans-mono", axes: () => ({ wght: 450 }), kind: "wght", skip: none },
};

const scripts =
  "hebrew arabic thai devanagari armenian georgian bengali gurmukhi gujarati oriya tamil telugu kannada malayalam sinhala thaana lao myanmar khmer ethiopic";
const scriptPackages = [
  noto("sans", none),
  ...scripts.split(" ").map((script) => noto(`sans-${script}`)),
  noto("serif-tibetan"),
];

/** Packages in the order in which they are tried for a text in `family`. */
export function packagesFor(family: string, han: HanStyle): readonly FontPackage[] {
  const styles: HanStyle[] = [han, ...(["sc", "tc", "jp", "kr"] as const).filter((style) => style !== han)];
  const own = ownPackages[family];
  return [...(own ? [own] : []), ...scriptPackages, ...styles.map((style) => noto(`sans-${style}`)), noto("emoji")];
}

type Range = readonly [from: number, to: number, subset: string];
const rangesByPackage = new Map<string, readonly Range[]>();

/** The ranges that a package's own list names. A file may lack a character of its range. */
function rangesOf({ name, skip }: FontPackage): readonly Range[] {
  const known = rangesByPackage.get(name);
  if (known) return known;
  const list = require(`@fontsource-variable/${name}/unicode.json`) as Record<string, string>;
  const ranges = Object.entries(list)
    .filter(([subset]) => !skip.test(subset))
    .flatMap(([subset, text]) =>
      text.split(",").map((range): Range => {
        const [from, to = from] = range.replace(/^U\+/i, "").split("-");
        return [Number.parseInt(from!, 16), Number.parseInt(to!, 16), subset.replace(/[[\]]/g, "")];
      }),
    );
  rangesByPackage.set(name, ranges);
  return ranges;
}

/** Subsets of the package that list all of `points`. */
export function subsetsWith(from: FontPackage, points: readonly number[]): string[] {
  const listing = (point: number) =>
    rangesOf(from).flatMap(([first, last, subset]) => (first <= point && point <= last ? [subset] : []));
  const [first, ...rest] = points.map(listing);
  return [...new Set(first)].filter((subset) => rest.every((subsets) => subsets.includes(subset)));
}

const opened = new Map<string, Promise<OpenFont>>();

export function openFont(from: FontPackage, subset: string, weight: number): Promise<OpenFont> {
  const axes = from.axes(weight);
  const name = [from.name, subset, axes.wght].join("-");
  const known = opened.get(name) ?? readFont(from, subset, axes, name);
  opened.set(name, known);
  return known;
}

async function readFont(
  { name: packageName, kind }: FontPackage,
  subset: string,
  variationAxes: Record<string, number>,
  name: string,
): Promise<OpenFont> {
  const folder = dirname(require.resolve(`@fontsource-variable/${packageName}/package.json`));
  const file = await readFile(join(folder, "files", `${packageName}-${subset}-${kind}-normal.woff2`));
  const bytes = await subsetFont(
    file,
    undefined as never,
    {
      targetFormat: "truetype",
      keepAllGlyphs: true,
      noHinting: true,
      variationAxes,
    } as never,
  );
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  // As a data URL, because the library's own loader returns the font object that the PDF writer needs.
  PdfFonts.register({ family: name, src: `data:font/ttf;base64,${bytes.toString("base64")}` });
  await PdfFonts.load({ fontFamily: name });
  const font = PdfFonts.getFont({ fontFamily: name })!.data as unknown as FontkitFont;
  // Files of one package have the same name, by which the PDF writer distinguishes fonts.
  Object.defineProperty(font, "postscriptName", { value: name });
  const shaper = new harfbuzz.Font(face);
  return {
    font,
    unitsPerEm: face.upem,
    characters: new Set(face.collectUnicodes()),
    shape: (text, isRightToLeft) => shape(shaper, text, isRightToLeft),
  };
}

function shape(font: harfbuzz.Font, text: string, isRightToLeft: boolean): ShapedGlyph[] {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    return { id: codepoint, start: cluster, advance: xAdvance, x: xOffset, y: yOffset };
  });
}
