import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** Returns the URL of a page's chunk, such as `admin/today/today.tsx`. */
export function chunkOf(route: string): string {
  const manifest = readFileSync(`${process.env["GTMARC_BUILD_DIR"] ?? "build"}/client/.vite/manifest.json`, "utf8");
  return `/${JSON.parse(manifest)[`app/routes/${route}?__react-router-build-client-route`].file}`;
}

type BuiltRoute = {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  hasDefaultExport: boolean;
  clientActionModule?: string;
  clientLoaderModule?: string;
};

/** The routes as the browser knows them, with the files that it loads for each. */
export function builtRoutes(): BuiltRoute[] {
  const assets = `${process.env["GTMARC_BUILD_DIR"] ?? "build"}/client/assets`;
  const file = readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name))!;
  const [, json = ""] =
    /^window\.__reactRouterManifest=(.*?);?\s*$/s.exec(readFileSync(`${assets}/${file}`, "utf8")) ?? [];
  return Object.values((JSON.parse(json) as { routes: Record<string, BuiltRoute> }).routes);
}

/** Whether the page at `path`, as this visitor gets it, fetches the chunk when it is idle. */
export async function fetchedAhead(page: Page, path: string, chunk: string): Promise<boolean> {
  const html = await (await page.request.get(path)).text();
  return (/<meta name="code-ahead" content="([^"]*)"/.exec(html)?.[1] ?? "").split(" ").includes(chunk);
}
