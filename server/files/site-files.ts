import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { etag } from "hono/etag";
import { changedOn, indexablePages, markdownPath, type Page } from "#app/features/content/content.ts";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { DatabaseUnavailable } from "#app/platform/database/database-failure.server.ts";
import { keptWithSettings, type Settings } from "#app/platform/env.server.ts";
import { pageMarkdown } from "../pages/page-markdown.ts";
import { type Render, renderForAnonymous } from "../pages/page-renderer.ts";
import { llmsText, robotsText, securityText, siteMap } from "../pages/site-texts.ts";
import type { AppEnv } from "../requests/request-env.ts";

type File = { type: string; read: (c: Context<AppEnv>) => string | Promise<string> };

/** The Markdown of a page with changing numbers expires after this time. */
const twinLastsMs = minuteMs;

/**
 * Files for machines at fixed paths: robots.txt, the site map, llms.txt with Markdown versions of the pages, security.txt. They
 * are built from the list of pages and SITE_URL, never from the requested host. Markdown is generated at the first request and
 * kept; its paths are those of the list, so requests cannot fill memory.
 */
export function siteFiles(options: {
  render: Render;
  settings: Settings;
  listIssues: (ctx: Pick<Ctx, "db">) => Promise<readonly { slug: string; publishedAt: Date }[]>;
}): Hono<AppEnv> {
  const { render, settings, listIssues } = options;
  const { SITE_URL: siteUrl } = settings;
  const routes = new Hono<AppEnv>();
  const allTwins = keptWithSettings(() => new Map<string, { text: string; madeAt: number }>());

  async function twinOf(page: Page, c: Context<AppEnv>): Promise<string> {
    const { db, now } = c.get("ctx");
    const twins = allTwins();
    const kept = twins.get(page.path);
    if (kept && ((page.frozen && !page.freshSeconds) || now.getTime() - kept.madeAt < twinLastsMs)) return kept.text;
    const answer = await renderForAnonymous(render, page.path, { db, now }, settings);
    if (answer.status === 503) throw new DatabaseUnavailable(`${page.path} could not be rendered`);
    if (answer.status !== 200) throw new Error(`${page.path} answered ${answer.status} when its Markdown was made`);
    const pageUrl = `${siteUrl}${page.path}`;
    const source = `Source: <${pageUrl}>, text of ${changedOn(page)}.`;
    const text = `${pageMarkdown(await answer.text(), pageUrl)}\n---\n\n${source}\n`;
    twins.set(page.path, { text, madeAt: now.getTime() });
    return text;
  }

  const files: Record<string, File> = {
    "/robots.txt": { type: "text/plain", read: () => robotsText(siteUrl) },
    "/sitemap.xml": { type: "application/xml", read: async (c) => siteMap(siteUrl, await listIssues(c.get("ctx"))) },
    "/llms.txt": { type: "text/plain", read: () => llmsText(siteUrl) },
    "/.well-known/security.txt": {
      type: "text/plain",
      read: (c) => securityText({ siteUrl, contactEmail: settings.CONTACT_EMAIL, now: c.get("ctx").now }),
    },
  };
  const twins = keptWithSettings(() => new Map(indexablePages().map((page) => [markdownPath(page), page])));
  const fileAt = (path: string): File | undefined => {
    const page = twins().get(path);
    return page ? { type: "text/markdown", read: (c) => twinOf(page, c) } : files[path];
  };
  const [tagged, packed] = [etag(), compress({ threshold: 1024 })];
  routes.get("*", async (c, next) => {
    const file = Object.hasOwn(files, c.req.path) || c.req.path.endsWith(".md") ? fileAt(c.req.path) : undefined;
    if (!file) return next();
    const { type, read } = file;
    const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=3600" };
    // Search engines should show the page instead of its Markdown.
    const hidden = type === "text/markdown" && { "x-robots-tag": "noindex" };
    const serve = async () => {
      c.res = new Response(await read(c), { headers: { ...headers, ...hidden } });
    };
    await tagged(c, async () => void (await packed(c, serve)));
  });
  return routes;
}
