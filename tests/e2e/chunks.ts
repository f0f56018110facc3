import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** Returns the URL of a page's chunk, such as `admin/today/today.tsx`. */
export function chunkOf(route: string): string {
  const manifest = readFileSync(`${process.env["GTMARC_BUILD_DIR"] ?? "build"}/client/.vite/manifest.json`, "utf8");
  return `/${JSON.parse(manifest)[`app/routes/${route}?__react-router-build-client-route`].file}`;
}

/** Whether the page at `path`, as this visitor gets it, prefetches the chunk. */
export async function fetchedAhead(page: Page, path: string, chunk: string): Promise<boolean> {
  const html = await (await page.request.get(path)).text();
  return (html.match(/<link rel="prefetch"[^>]*>/g) ?? []).some((link) => link.includes(`"${chunk}"`));
}
