/**
 * Draws the share images of pages (Open Graph, 1200 x 630) into public/og/, from the list of pages. Run by hand after a
 * headline or sheet number changed: `npm run script share-pictures`. The images are committed, so that neither a build nor a
 * start needs a renderer; app/features/content/pages/share-pictures.test.ts fails if they are outdated.
 *
 * In the drawing the arc is the whole set, every tick one sheet (or one drawing of the grid), and the red line ends at the
 * current one. The home page shows the five automations of an analysis instead.
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import subsetFont from "subset-font";
import { indexablePages, type Page, picturePath } from "#app/features/content/content.ts";
import { pictureText } from "#app/features/content/pages/share-words.ts";
import { indexedPng } from "./indexed-png.ts";
import { shareSvg } from "./share-svg.ts";

const require = createRequire(import.meta.url);
const ascii = Array.from({ length: 95 }, (_, offset) => String.fromCodePoint(0x20 + offset)).join("");

/** Static instances of the site's fonts; the renderer does not support variable fonts. */
const faces = [
  { source: "archivo/files/archivo-latin-wdth-normal.woff2", variationAxes: { wdth: 104, wght: 500 } },
  { source: "archivo/files/archivo-latin-wdth-normal.woff2", variationAxes: { wdth: 103, wght: 400 } },
  { source: "spline-sans-mono/files/spline-sans-mono-latin-wght-normal.woff2", variationAxes: { wght: 450 } },
];

const folder = await mkdtemp(join(tmpdir(), "gtmarc-pictures-"));
try {
  const fontFiles = await Promise.all(
    faces.map(async ({ source, variationAxes }, index) => {
      const whole = await readFile(require.resolve(`@fontsource-variable/${source}`));
      const file = join(folder, `${index}.ttf`);
      await writeFile(
        file,
        await subsetFont(whole, ascii, { targetFormat: "truetype", keepFeatures: ["kern"], variationAxes }),
      );
      return file;
    }),
  );
  const made: Record<string, { words: readonly string[]; sha256: string }> = {};
  for (const page of indexablePages())
    made[page.path] = { words: pictureText(page), sha256: await draw(page, fontFiles) };
  await writeFile("app/features/content/pages/share-pictures.json", `${JSON.stringify(made, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true });
}

async function draw(page: Page, fontFiles: string[]): Promise<string> {
  const { pixels, width, height } = new Resvg(shareSvg(page), { font: { loadSystemFonts: false, fontFiles } }).render();
  const png = indexedPng(pixels, width, height);
  const file = join("public", picturePath(page));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, png);
  console.log(`${file.padEnd(48)} ${String(png.length).padStart(6)} bytes`);
  return createHash("sha256").update(png).digest("hex");
}
