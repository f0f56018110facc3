import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { Hono } from "hono";
import { etag } from "hono/etag";
import type { Settings } from "#app/platform/env.server.ts";
import type { AppEnv } from "../requests/request-env.ts";

const types: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
};

/** `/people/NAME`: serves only the pictures of ARCHITECTS: uploaded portraits, and files of DATA_DIR/people. */
export function peoplePictures(settings: Pick<Settings, "ARCHITECTS" | "DATA_DIR">): Hono<AppEnv> {
  return new Hono<AppEnv>().get("/people/:file", etag(), async (c, next) => {
    const file = c.req.param("file");
    const person = settings.ARCHITECTS.find(({ picture }) => picture === file);
    if (!person) return next();
    const content = person.upload ?? (await readFile(join(settings.DATA_DIR, "people", file)).catch(() => null));
    if (!content) return next();
    const type = types[extname(file).toLowerCase()]!;
    return c.body(new Uint8Array(content), 200, { "content-type": type, "cache-control": "public, max-age=3600" });
  });
}
