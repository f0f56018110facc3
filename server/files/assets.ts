import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { isUnnamed } from "#app/lib/firm.ts";
import { env, promiseKeptWithSettings } from "#app/platform/env.server.ts";
import { accentStyles, manifestText } from "../pages/site-texts.ts";
import type { AppEnv } from "../requests/request-env.ts";
import { brandIcon, iconPaths, sharePicture } from "./brand-files.ts";
import { isNamed } from "./etag.ts";

/**
 * Static files that every page needs, including /auth on a closed preview host. Serves the .br and .gz copies from the build.
 * Names under /assets contain a content hash and are immutable; other files are cached for an hour.
 */
export function assets(clientDir: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use("/assets/*", serve(clientDir, lasting));
  routes.get("/integrity-manifest.json", serve(clientDir, "no-cache"));
  for (const path of iconPaths) routes.get(path, brandIcon, serve(clientDir, "public, max-age=3600"));
  routes.get("/brand/logo", onOtherSites, (c) => {
    const { FIRM_LOGO: logo } = env();
    if (!logo) return c.notFound();
    return c.body(logo.bytes, 200, {
      "content-type": logo.type,
      "cache-control": lasting,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });
  routes.get("/brand/accent.css", (c) => {
    const { FIRM_ACCENT: accent } = env();
    return accent
      ? c.body(accentStyles(accent), 200, { "content-type": "text/css", "cache-control": lasting })
      : c.notFound();
  });
  routes.get("/site.webmanifest", (c) =>
    c.body(manifestText(), 200, {
      "content-type": "application/manifest+json",
      "cache-control": "no-cache",
    }),
  );
  routes.get("/speculation-rules.json", (c) =>
    c.body(speculationRules, 200, {
      "content-type": "application/speculationrules+json",
      "cache-control": "public, max-age=3600",
    }),
  );
  return routes;
}

/** For pictures that mails and previews of links load: mail programs in a browser are other sites. */
const onOtherSites: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.header("cross-origin-resource-policy", "cross-origin");
};

/** Public content: the starter kit and share images. Not served by a closed preview host. */
export function publicFiles(clientDir: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get("/og/*", onOtherSites, sharePicture(clientDir), serve(clientDir, "public, max-age=3600"));
  routes.get(starterKit.path, (c) => archive(clientDir, c.req.raw));
  routes.get(starterKit.checksumPath, () => checksum(clientDir));
  return routes;
}

/** The starter kit of the build, read from disk on each request: small and rarely requested. A firm with a name gets one with its name. */
const kit = (clientDir: string) =>
  isUnnamed()
    ? readFile(join(clientDir, starterKit.path)).catch(() => (import.meta.env.DEV ? buildArchive() : null))
    : namedKit();
const namedKit = promiseKeptWithSettings(buildArchive);

const noKit = () =>
  new Response("The starter kit is not available.", { status: 404, headers: { "cache-control": "no-store" } });

/** As `sha256sum -c` reads it. */
async function checksum(clientDir: string): Promise<Response> {
  const file = await kit(clientDir);
  if (!file) return noKit();
  const digest = createHash("sha256").update(file).digest("hex");
  return new Response(`${digest}  ${starterKit.file}\n`, {
    headers: { "cache-control": "no-cache", "content-type": "text/plain; charset=utf-8" },
  });
}

async function archive(clientDir: string, request: Request): Promise<Response> {
  const file = await kit(clientDir);
  if (!file) return noKit();
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

async function buildArchive(): Promise<Buffer> {
  const { kitArchive } = await import("#app/features/kit/files/archive.server.ts");
  return Buffer.from(await kitArchive(await readFile("LICENSE", "utf8")));
}

const lasting = "public, max-age=31536000, immutable";

const serve = (root: string, cacheControl: string) =>
  serveStatic({
    root,
    precompressed: true,
    onFound: (_path, c) => {
      c.header("cache-control", cacheControl);
      c.header("vary", "accept-encoding");
    },
  });

/** Only prefetches, and only public pages: a prefetch must not change data or load personal pages. */
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
                "/call-request/*",
                "/share/*",
                "/dev/*",
                "/unsubscribe/*",
              ],
            },
          },
          // Links that the grid's script handles and prefetches itself.
          { not: { selector_matches: "[data-filter], [data-drawing]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});
