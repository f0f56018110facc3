/**
 * Draws the raster icons of public/ from the mark: `CHROME_PATH=… npm run script icons`. Run by hand when the mark changes;
 * the results are committed. The tab icon is favicon.svg, which follows the color scheme; home-screen icons are on blueprint,
 * with the mark inside the circle to which systems may crop them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";

const folder = new URL("../public/", import.meta.url);
const tab = await readFile(new URL("favicon.svg", folder), "utf8");
const home = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-7 -7 46 46">
  <rect x="-7" y="-7" width="46" height="46" fill="#11335a"/>
  <g fill="none" stroke="#edf3f9"><path stroke-width="2.8" d="M24.49 7.51A12 12 0 1 0 28 16H17"/><path stroke-width="1.15" d="M19.1 12.9l8.2-8.2"/></g>
  <circle cx="16" cy="16" r="2.9" fill="#ffb08c"/>
</svg>`;

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: ["--no-sandbox"] });

async function draw(svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: "light" });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An .ico with PNG images, which every browser since 2009 supports. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

const small = [];
for (const size of [16, 32]) small.push({ size, png: await draw(tab, size) });
await writeFile(new URL("favicon.ico", folder), ico(small));
for (const [name, size] of [
  ["apple-touch-icon.png", 180],
  ["icon-192.png", 192],
  ["icon-512.png", 512],
])
  await writeFile(new URL(name, folder), await draw(home, size));
await browser.close();
