import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** The address of the code of a page, such as `admin/today/today.tsx`. */
export function chunkOf(route: string): string {
  const manifest = readFileSync(`${process.env["GTMARC_BUILD_DIR"] ?? "build"}/client/.vite/manifest.json`, "utf8");
  return `/${JSON.parse(manifest)[`app/routes/${route}?__react-router-build-client-route`].file}`;
}

/** Whether the page at `path`, as this visitor gets it, asks the browser for the chunk before it is needed. */
export async function fetchedAhead(page: Page, path: string, chunk: string): Promise<boolean> {
  const html = await (await page.request.get(path)).text();
  return (html.match(/<link rel="prefetch"[^>]*>/g) ?? []).some((link) => link.includes(`"${chunk}"`));
}
