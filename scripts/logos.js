/**
 * Writes app/ui/logos/logos.svg, the sprite with the marks of the catalogue's tools: `npm run script logos`. Run by hand when a tool
 * or its `logo` changes in app/features/content/tools/tools.ts, or after a new version of simple-icons. The result is committed, so
 * that neither a build nor a start needs the icon package. tools.test.ts checks that both agree.
 *
 * Each symbol paints its background first: it covers the two letters that ToolMark draws underneath, so they show only if the
 * sprite fails to load. Ink and background are custom properties of the page; without ink, the brand's own color.
 */
import { writeFile } from "node:fs/promises";
import * as icons from "simple-icons";
import { tools } from "#app/features/content/tools/tools.ts";
import { brandPaint } from "#app/ui/logos/brand-color.ts";

const bySlug = new Map(Object.values(icons).map((icon) => [icon.slug, icon]));
const marked = tools.filter(({ logo }) => logo !== null);

const symbols = marked.map(({ name, logo, brandColor }) => {
  const icon = bySlug.get(logo);
  if (!icon) throw new Error(`${name}: simple-icons has no "${logo}"`);
  return `<symbol id="${logo}" viewBox="0 0 24 24"><path fill="var(--logo-ground,none)" d="M0 0h24v24H0z"/><path fill="${brandPaint(brandColor)}" d="${icon.path}"/></symbol>`;
});
const sprite = [
  '<svg xmlns="http://www.w3.org/2000/svg">',
  "<!-- Marks from Simple Icons (CC0 1.0). They are trademarks of their owners. Made by scripts/logos.js. -->",
  ...symbols,
  "</svg>\n",
].join("\n");
await writeFile(new URL("../app/ui/logos/logos.svg", import.meta.url), sprite);

console.log(`${marked.length} marks, ${sprite.length} bytes; ${tools.length - marked.length} tools by their letters`);
for (const { name, logo } of tools) {
  const slug = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (logo === null && bySlug.has(slug)) console.log(`simple-icons now has a mark for ${name}: ${slug}`);
}
