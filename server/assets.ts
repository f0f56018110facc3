import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { AppEnv } from "./app.ts";

/**
 * Built files from build/client, with the .br and .gz copies the build made. Names under /assets carry a hash of their
 * content and never change; the rest (favicons, manifest) may, so browsers ask again after an hour.
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
    "/og/*",
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
