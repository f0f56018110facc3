import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { Hono } from "hono";
import { etag } from "hono/etag";
import type { Settings } from "#app/platform/env.server.ts";
import type { AppEnv } from "./request-env.ts";

const types: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
};

/** `/people/NAME`: serves only the pictures named in ARCHITECTS, from DATA_DIR/people. */
export function peoplePictures({ ARCHITECTS, DATA_DIR }: Pick<Settings, "ARCHITECTS" | "DATA_DIR">): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const files = new Set(ARCHITECTS.flatMap(({ picture }) => picture ?? []));
  for (const file of files)
    routes.get(`/people/${file}`, etag(), async (c, next) => {
      const picture = await readFile(join(DATA_DIR, "people", file)).catch(() => null);
      if (!picture) return next();
      const type = types[extname(file).toLowerCase()]!;
      return c.body(new Uint8Array(picture), 200, { "content-type": type, "cache-control": "public, max-age=3600" });
    });
  return routes;
}
