import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { accountSite } from "../tests/fixtures/account-site.ts";
import { scratch } from "../tests/fixtures/scratch.ts";
import { useDatabase } from "../tests/setup/test-database.ts";
import { FrozenPages } from "./pages/frozen-pages.ts";
import { pageRenderer } from "./pages/page-renderer.ts";
import { createSite } from "./site.ts";

const database = useDatabase();

/** The whole site over a directory of built files; renders no page. */
function siteOver(files: string[]) {
  const { settings } = accountSite(database);
  const directory = scratch();
  for (const file of files) {
    const path = join(directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "content");
  }
  const build = () => Promise.reject(new Error("No page is rendered here."));
  const frozen = new FrozenPages(new Set());
  const { db, pool } = database;
  const render = pageRenderer(build);
  return createSite({ settings, db, pool, render, clientDir: relative(".", directory), frozen });
}

const picture = "/og/home.png";
const needed = ["/assets/auth.css", "/favicon.svg", "/site.webmanifest", "/integrity-manifest.json"];

test("a closed preview host serves the files that /auth needs, and no content", async () => {
  const site = siteOver([picture, starterKit.path, ...needed]);
  const visit = async (path: string, host: string) => {
    const answer = await site.request(`http://${host}${path}`, { headers: { host } });
    return [answer.status, answer.headers.get("location")];
  };
  for (const path of needed) expect(await visit(path, "pr-7.vercel.app"), path).toEqual([200, null]);
  for (const path of [picture, starterKit.path]) {
    expect(await visit(path, "pr-7.vercel.app"), path).toEqual([302, `/auth?next=${encodeURIComponent(path)}`]);
    expect(await visit(path, "localhost:3000"), path).toEqual([200, null]);
  }
});
