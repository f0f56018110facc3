import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { crc32, deflateSync, inflateSync } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { firmName, isUnnamed } from "#app/lib/firm.ts";
import { env, keptWithSettings } from "#app/platform/env.server.ts";
import type { AppEnv } from "../requests/request-env.ts";

/* Icons and share pictures of the build are those of the default firm. A firm with a name or a logo gets its own. */

const defaultAccent = "#c93d0e";
export const iconPaths = [
  "/favicon.svg",
  "/favicon.ico",
  "/apple-touch-icon.png",
  "/icon-192.png",
  "/icon-512.png",
  "/logo.svg",
] as const;

/** The firm's icon as SVG: its logo, if that is about square, else its initial on the accent color. Null for the default firm. */
export const firmIcon = keptWithSettings((): string | null => {
  const { FIRM_LOGO: logo, FIRM_ACCENT: accent = defaultAccent } = env();
  if (!logo && isUnnamed()) return null;
  const content =
    logo && Math.max(logo.width / logo.height, logo.height / logo.width) <= 1.25
      ? `<image width="64" height="64" href="${logo.url}"/>`
      : `<rect width="64" height="64" rx="10" fill="${accent}"/><text x="32" y="46" text-anchor="middle" font-family="Archivo,Helvetica,Arial,sans-serif" font-size="40" font-weight="600" fill="#fff">${escaped(initial(firmName()))}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${content}</svg>`;
});

const initial = (name: string) => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "\u2022").toLocaleUpperCase("en-US");
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The firm's logo or icon. Sizes in PNG do not exist for it: browsers then use the SVG of the page or of the manifest. */
export const brandIcon: MiddlewareHandler<AppEnv> = async (c, next) => {
  const icon = firmIcon();
  if (!icon) return next();
  const { path } = c.req;
  const { FIRM_LOGO: logo } = env();
  if (path === "/logo.svg" && logo?.type === "image/svg+xml") return c.redirect(`/brand/logo?v=${logo.hash}`);
  if (path === "/favicon.ico" || path === "/logo.svg") return c.redirect("/favicon.svg");
  if (path !== "/favicon.svg") return c.notFound();
  return c.body(icon, 200, {
    "content-type": "image/svg+xml",
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
  });
};

/** Where share pictures have the wordmark, and the pixels to the right that have only the grid (scripts/share-svg.ts). */
const wordmark = { left: 60, top: 50, width: 240, height: 80 };

const plainPictures = keptWithSettings(() => new Map<string, Buffer<ArrayBuffer> | null>());

/** The share pictures of a firm with a name: without the wordmark of the default one. */
export const sharePicture =
  (clientDir: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (isUnnamed() && !env().FIRM_LOGO) return next();
    const file = normalize(join(clientDir, c.req.path));
    if (!file.startsWith(normalize(join(clientDir, "og/"))) || !file.endsWith(".png")) return next();
    const kept = plainPictures();
    if (!kept.has(file)) {
      const picture = await readFile(file).catch(() => null);
      if (!picture) return next();
      kept.set(file, withoutWordmark(picture));
    }
    const picture = kept.get(file);
    return picture
      ? c.body(picture, 200, { "content-type": "image/png", "cache-control": "public, max-age=3600" })
      : next();
  };

/** Null for a PNG that scripts/indexed-png.ts did not write: eight bits per pixel and unfiltered rows. */
export function withoutWordmark(png: Buffer): Buffer<ArrayBuffer> | null {
  const chunks: { name: string; data: Buffer }[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({
      name: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    });
  const header = chunks.find(({ name }) => name === "IHDR")?.data;
  if (header?.[8] !== 8 || header[9] !== 3) return null;
  const width = header.readUInt32BE(0);
  const rows = inflateSync(Buffer.concat(chunks.filter(({ name }) => name === "IDAT").map(({ data }) => data)));
  const { left, top, height, width: cut } = wordmark;
  for (let y = 0; y * (width + 1) < rows.length; y += 1) if (rows[y * (width + 1)] !== 0) return null;
  for (let y = top; y < top + height; y += 1) {
    const row = y * (width + 1) + 1;
    rows.copyWithin(row + left, row + left + cut, row + left + 2 * cut);
  }
  const others = chunks.filter(({ name }) => name !== "IDAT" && name !== "IEND");
  return Buffer.concat([
    png.subarray(0, 8),
    ...others.map(({ name, data }) => chunk(name, data)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(data.length, 0);
  content.copy(whole, 4);
  whole.writeUInt32BE(crc32(content), content.length + 4);
  return whole;
}
