import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import { allPaths, indexablePages, markdownPath } from "#app/features/content/content.ts";
import { anonymous } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { databaseFailure } from "#app/platform/database/database-failure.server.ts";
import { readSettings } from "#app/platform/env.server.ts";
import type { Render } from "../pages/page-renderer.ts";
import type { AppEnv } from "../requests/request-env.ts";
import { siteFiles } from "./site-files.ts";

const settings = {
  ...readSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters" }),
  SITE_URL: "https://gtmarc.example",
  CONTACT_EMAIL: "hello@gtmarc.example",
};
let now: Date;
let rendered: string[];
let status: number;
let issues: { slug: string; publishedAt: Date }[];

const render: Render = async (request) => {
  rendered.push(request.url);
  const path = new URL(request.url).pathname;
  return new Response(`<main id="main"><h1>${path}, ${rendered.length}</h1><a href="/faq">FAQ</a></main>`, { status });
};

function site() {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set("ctx", { db: null as never, now, actor: anonymous });
    await next();
  });
  app.onError((error, c) => c.text(error.message, 500));
  return app.route("/", siteFiles({ render, settings, listIssues: async () => issues }));
}

beforeEach(() => {
  now = new Date("2026-11-21T10:00:00Z");
  rendered = [];
  status = 200;
  issues = [];
});

const textOf = async (path: string, headers: Record<string, string> = {}) =>
  (await site().request(path, { headers })).text();

/** As crawlers do: the longest matching rule wins; "$" matches the end of the URL. */
function mayCrawl(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, verb, pattern]) => ({
    allowed: verb === "Allow",
    pattern: pattern!,
  }));
  const matching = rules.filter(({ pattern }) =>
    pattern.endsWith("$") ? path === pattern.slice(0, -1) : path.startsWith(pattern),
  );
  const longest = matching.toSorted((a, b) => b.pattern.length - a.pattern.length)[0];
  // Some readers, such as wget, take the first rule that matches.
  expect(matching[0]?.allowed, `the first rule that matches ${path}`).toBe(longest?.allowed);
  return longest?.allowed ?? true;
}

test("crawlers may read every page and its Markdown, and no endpoints or pages that need a session", async () => {
  const robots = await textOf("/robots.txt");
  for (const page of indexablePages()) {
    expect(mayCrawl(robots, page.path), page.path).toBe(true);
    expect(mayCrawl(robots, markdownPath(page))).toBe(true);
    for (const alias of page.aliases) expect(mayCrawl(robots, alias), alias).toBe(true);
  }
  for (const path of [
    "/account",
    "/admin",
    "/admin/analytics",
    "/api/rpc/is_admin",
    "/blueprint/wizard/mode",
    "/invoices",
    "/quick-start/results",
  ])
    expect(mayCrawl(robots, path), path).toBe(false);
  expect(robots).toContain("\nSitemap: https://gtmarc.example/sitemap.xml\n");
});

test("crawlers may read noindex pages, because they index the bare URL of pages that they cannot read", async () => {
  const robots = await textOf("/robots.txt");
  for (const path of [
    "/auth",
    "/auth?next=%2Faccount",
    "/auth/verify?token=x",
    "/blueprint/help/abc",
    "/booking/abc",
    "/reset-password",
    "/schedule/strategy-session",
    "/share/abc",
    "/strategy-session-confirmed?booking=x",
    "/unsubscribe/abc",
    "/verify-access",
  ])
    expect(mayCrawl(robots, path), path).toBe(true);
});

test.each(["/robots.txt", "/sitemap.xml", "/llms.txt"])("%s lists no trap", async (file) => {
  const text = await textOf(file);
  for (const trap of ["/admin-debug", "/admin-legacy", "/api/internal", "/.env", "/config", "/admin-api", "/backup"])
    expect(text).not.toContain(trap);
});

test("the site map lists every indexable page once, by its canonical address, with its date", async () => {
  const answer = await site().request("/sitemap.xml");
  expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const map = await answer.text();
  const listed = [...map.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod><\/url>/g)];
  expect(listed.map(([, address]) => address)).toEqual(
    indexablePages().map(({ path }) => `https://gtmarc.example${path}`),
  );
  // Dates come from this tree's texts, so compare them with the real clock.
  for (const [, , date] of listed) expect(Date.parse(date!)).toBeLessThanOrEqual(Date.now());
});

test("the site map lists the published issues of the newsletter", async () => {
  issues = [{ slug: "2026-11-lead-to-crm", publishedAt: new Date("2026-11-20T15:00:00Z") }];
  expect(await textOf("/sitemap.xml")).toContain(
    "<url><loc>https://gtmarc.example/newsletter/archive/2026-11-lead-to-crm</loc><lastmod>2026-11-20</lastmod></url>\n</urlset>",
  );
});

test("llms.txt links to an existing Markdown version of every page", async () => {
  const text = await textOf("/llms.txt");
  expect(text).toMatch(/^# GTMarc\n\n> /);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(https:\/\/gtmarc\.example(\/[^)]+\.md)\): \S/gm)].map(
    ([, path]) => path!,
  );
  expect(links.sort()).toEqual(indexablePages().map(markdownPath).sort());
  for (const link of links) {
    const answer = await site().request(link);
    expect(answer.status, link).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  }
});

test("the Markdown version contains no visitor's data and is generated once", async () => {
  const app = site();
  const twin = await (await app.request("/pricing.md?filter=x", { headers: { cookie: "gtmarc_session=x" } })).text();
  expect(twin).toMatch(/^# \/pricing, 1\n\n\[FAQ\]\(https:\/\/gtmarc\.example\/faq\)\n\n---\n\nSource: <https:/);
  expect(await (await app.request("/pricing.md")).text()).toBe(twin);
  expect(rendered).toEqual(["https://gtmarc.example/pricing"]);
});

test("the Markdown version of a page with changing numbers is regenerated after a minute", async () => {
  const app = site();
  await app.request("/downloads.md");
  now = new Date(now.getTime() + 30_000);
  await app.request("/downloads.md");
  expect(rendered).toHaveLength(1);
  now = new Date(now.getTime() + 31_000);
  expect(await (await app.request("/downloads.md")).text()).toContain("/downloads, 2");
});

test("a failed page is not kept as Markdown", async () => {
  const app = site();
  status = 500;
  expect((await app.request("/pricing.md")).status).toBe(500);
  status = 200;
  expect((await app.request("/pricing.md")).status).toBe(200);
});

test("Markdown of a page that fails because of the database returns 503", async () => {
  status = 503;
  const app = site();
  let failure: string | null = null;
  app.onError((error, c) => {
    failure = databaseFailure(error);
    return c.text("", 503);
  });
  await app.request("/newsletter/archive.md");
  expect(failure).toBe("unavailable");
});

test("only pages have a Markdown version", async () => {
  const known = new Set(indexablePages().map(markdownPath));
  for (const path of [
    "/auth.md",
    "/strategy-session-confirmed.md",
    "/account.md",
    ...allPaths().map((it) => `${it}.md`),
  ])
    if (!known.has(path)) expect((await site().request(path)).status, path).toBe(404);
});

test("security.txt names the contact and expires neither soon nor after more than a year", async () => {
  for (const day of ["2026-11-21", "2026-01-31", "2026-12-31", "2028-02-29"]) {
    now = new Date(`${day}T23:59:59Z`);
    const text = await textOf("/.well-known/security.txt");
    expect(text).toContain("Contact: mailto:hello@gtmarc.example\n");
    expect(text).toContain("Canonical: https://gtmarc.example/.well-known/security.txt\n");
    expect(text).toContain("Preferred-Languages: en\n");
    const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)![1]!);
    const days = (expires - now.getTime()) / dayMs;
    expect(days).toBeGreaterThan(150);
    expect(days).toBeLessThan(365);
  }
});

test("a current copy gets 304, and texts are compressed", async () => {
  const app = site();
  const first = await app.request("/sitemap.xml");
  expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
  const again = await app.request("/sitemap.xml", { headers: { "if-none-match": first.headers.get("etag")! } });
  expect(again.status).toBe(304);
  const small = await app.request("/sitemap.xml", { headers: { "accept-encoding": "gzip" } });
  expect(small.headers.get("content-encoding")).toBe("gzip");
});

test("the requested host does not appear in the files", async () => {
  for (const path of ["/robots.txt", "/sitemap.xml", "/llms.txt", "/.well-known/security.txt"])
    expect(await textOf(`http://evil.example${path}`, { host: "evil.example" })).not.toContain("evil");
});
