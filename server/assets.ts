import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { isNamed } from "./etag.ts";
import type { AppEnv } from "./request-env.ts";

/**
 * Built files from build/client that every page needs, /auth on a closed preview included, with the .br and .gz copies the
 * build made. Names under /assets carry a hash of their content and never change; the rest (favicons, manifest) may, so
 * browsers ask again after an hour.
 */
export function assets(clientDir: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use("/assets/*", serve(clientDir, "public, max-age=31536000, immutable"));
  routes.get("/integrity-manifest.json", serve(clientDir, "no-cache"));
  for (const path of [
    "/favicon.svg",
    "/favicon.ico",
    "/apple-touch-icon.png",
    "/icon-192.png",
    "/icon-512.png",
    "/site.webmanifest",
    "/logo.svg",
  ])
    routes.get(path, serve(clientDir, "public, max-age=3600"));
  routes.get("/speculation-rules.json", (c) =>
    c.body(speculationRules, 200, {
      "content-type": "application/speculationrules+json",
      "cache-control": "public, max-age=3600",
    }),
  );
  return routes;
}

/** Files that are content of the site: the starter kit and the pictures of shared pages. Closed previews keep them back. */
export function publicFiles(clientDir: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get("/og/*", serve(clientDir, "public, max-age=3600"));
  routes.get(starterKit.path, (c) => archive(clientDir, c.req.raw));
  return routes;
}

/** The starter kit, read anew each time: small, seldom asked for, and gone when it is gone. */
async function archive(clientDir: string, request: Request): Promise<Response> {
  const file = await readFile(join(clientDir, starterKit.path)).catch(() => (import.meta.env.DEV ? madeNow() : null));
  if (!file)
    return new Response("The starter kit is not here.", { status: 404, headers: { "cache-control": "no-store" } });
  const etag = `"${createHash("sha256").update(file).digest("base64url").slice(0, 20)}"`;
  const headers = { "cache-control": "no-cache", etag };
  if (isNamed(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(file), {
    headers: {
      ...headers,
      "content-type": "application/zip",
      "content-length": String(file.length),
      "content-disposition": `attachment; filename="${starterKit.file}"`,
    },
  });
}

/** In development nothing was built. */
async function madeNow(): Promise<Buffer> {
  const { kitArchive } = await import("#app/features/kit/archive.server.ts");
  return Buffer.from(await kitArchive(await readFile("LICENSE", "utf8")));
}

const serve = (root: string, cacheControl: string) =>
  serveStatic({
    root,
    precompressed: true,
    onFound: (_path, c) => {
      c.header("cache-control", cacheControl);
      c.header("vary", "accept-encoding");
    },
  });

/** Prefetch only, and only pages that anyone may read: a prefetch must never act or show another account's page. */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          {
            not: {
              href_matches: [
                "/api/*",
                "/auth*",
                "/account*",
                "/blueprint/*",
                "/admin*",
                "/booking/*",
                "/share/*",
                "/dev/*",
                "/unsubscribe/*",
              ],
            },
          },
          // What the grid's script follows without a new page, and fetches ahead itself.
          { not: { selector_matches: "[data-filter], [data-drawing]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});
