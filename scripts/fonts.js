/**
 * Subsets the three typefaces to what the design uses and writes them to app/ui/fonts/. Run by hand after changing an axis or
 * character here, or after a new fontsource version: `npm run script fonts`. The results are committed, so that neither a
 * build nor a start needs the font packages. app/ui/fonts/fonts.test.ts checks the budget.
 *
 * PDFs need fonts without axes, one file per weight in app/ui/pdf/fonts/, uncompressed: the renderer unpacks a WOFF again for
 * every glyph, which took ten seconds per document. Each has its own PostScript name, by which the renderer distinguishes
 * fonts; it embeds fonts with equal names again for every line.
 *
 * Pinned axes: Archivo at width 103 (slightly wide, like engraved lettering; a width axis would cost 15 kB), up to weight 600,
 * where one of its masters is (up to 700 would cost a third more), Source Serif at the optical size of running text, Spline
 * Sans Mono at its one annotation weight.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const target = new URL("../app/ui/fonts/", import.meta.url);

const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, offset) => from + offset));
/** Characters of the site's own texts: loaded with every page. */
const rare = "\\^`{|}~";
const core = without(rare, `${range(0x20, 0x7e)}\u00a0©·×–—‘’“”…−↑↓`);
/** Characters of names, currencies and user texts: a separate file, loaded when a page shows one of them. */
const further = without(
  core,
  [rare, range(0xa1, 0xff), "ıŒœŠšŸŽž‐‑‚„†‡•‰‹›€™∕", "\u2002\u2003\u2009\u200a\u202f\u2060"].join(""),
);
const characters = core + further;

function without(left, text) {
  return [...text].filter((character) => !left.includes(character)).join("");
}

/** Kerning and ligatures for text, tabular and lining figures for tables; marks where letters take them. */
const coreFeatures = ["kern", "liga", "tnum", "lnum"];
const keepFeatures = [...coreFeatures, "mark", "mkmk", "ccmp", "locl", "pnum"];

const faces = [
  {
    name: "archivo",
    source: "@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2",
    variationAxes: { wdth: 103, wght: { min: 400, max: 600 } },
  },
  {
    name: "source-serif-4",
    source: "@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2",
    variationAxes: { opsz: 18, wght: 400 },
  },
  {
    name: "spline-sans-mono",
    source: "@fontsource-variable/spline-sans-mono/files/spline-sans-mono-latin-wght-normal.woff2",
    variationAxes: { wght: 450 },
  },
];

/** Includes arrows, minus and ticks of drawings; figures are tabular by default, so that columns of numbers align. */
const pdfTarget = new URL("../app/ui/pdf/fonts/", import.meta.url);
const archivo = faces[0].source;
const pdfFaces = [
  { name: "archivo-400", source: archivo, variationAxes: { wdth: 103, wght: 400 } },
  { name: "archivo-520", source: archivo, variationAxes: { wdth: 103, wght: 520 } },
  { name: "archivo-600", source: archivo, variationAxes: { wdth: 103, wght: 600 } },
  { name: "source-serif-4", source: faces[1].source, variationAxes: faces[1].variationAxes },
  { name: "spline-sans-mono", source: faces[2].source, variationAxes: faces[2].variationAxes },
];

await mkdir(target, { recursive: true });
let total = 0;
for (const { name, source, variationAxes } of faces) {
  const whole = await readFile(require.resolve(source));
  for (const { file, text, features } of [
    { file: name, text: core, features: coreFeatures },
    { file: `${name}-further`, text: further, features: keepFeatures },
  ]) {
    const cut = await subsetFont(whole, text, {
      targetFormat: "woff2",
      keepFeatures: features,
      noHinting: true,
      variationAxes,
    });
    await writeFile(new URL(`${file}.woff2`, target), cut);
    if (text === core) total += cut.length;
    console.log(`${file.padEnd(26)} ${String(cut.length).padStart(6)} bytes`);
  }
}
console.log(`${"the core together".padEnd(26)} ${String(total).padStart(6)} bytes`);

await mkdir(pdfTarget, { recursive: true });
for (const { name, source, variationAxes } of pdfFaces) {
  const whole = await readFile(require.resolve(source));
  const cut = await subsetFont(whole, characters, {
    targetFormat: "truetype",
    keepFeatures,
    noHinting: true,
    variationAxes,
  });
  // Subsets again, which rewrites the checksums of the renamed font.
  const file = await subsetFont(renamed(cut, titled(name)), characters, {
    targetFormat: "truetype",
    keepFeatures,
    noHinting: true,
  });
  await writeFile(new URL(`${name}.ttf`, pdfTarget), file);
  console.log(`paper ${name.padEnd(18)} ${String(file.length).padStart(6)} bytes`);
}

/** "archivo-400" is "Archivo-400". */
function titled(name) {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Sets the PostScript name (record 6 of the table "name"), cut or padded to the old length. */
function renamed(sfnt, name) {
  const font = Buffer.from(sfnt);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = tables.find((at) => font.toString("latin1", at, at + 4) === "name");
  const table = font.readUInt32BE(entry + 8);
  const strings = table + font.readUInt16BE(table + 4);
  for (let index = 0; index < font.readUInt16BE(table + 2); index += 1) {
    const record = table + 6 + 12 * index;
    if (font.readUInt16BE(record + 6) !== 6) continue;
    const length = font.readUInt16BE(record + 8);
    const wide = font.readUInt16BE(record) !== 1;
    const text = name.slice(0, wide ? length / 2 : length).padEnd(wide ? length / 2 : length, "-");
    const bytes = wide ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, "latin1");
    bytes.copy(font, strings + font.readUInt16BE(record + 10));
  }
  return font;
}
