import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";
import { allPaths, getPage, indexablePages, markdownPath } from "#app/features/content/content.ts";
import { pageDates } from "#app/features/content/pages/page-dates.ts";
import { fingerprint } from "../../scripts/page-text.ts";
import { startProduct } from "../fixtures/product.ts";
import { test } from "./journey.ts";

/* Metadata for search and sharing, as served for every listed page. */

type Node = Record<string, unknown>;

const htmlOf = async (request: APIRequestContext, path: string) => (await request.get(path)).text();
const attribute = (html: string, tag: RegExp) => tag.exec(html)?.[1]?.replaceAll("&amp;", "&");
const canonicalOf = (html: string) => attribute(html, /<link rel="canonical" href="([^"]+)"/);
const propertyOf = (html: string, name: string) =>
  attribute(html, new RegExp(`<meta property="${name}" content="([^"]+)"`));

function graphOf(html: string): Node[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  expect(blocks).toHaveLength(1);
  expect(blocks[0]![1]).not.toMatch(/[<>]/);
  return (JSON.parse(blocks[0]![1]!) as { "@graph": Node[] })["@graph"];
}

/** Returns every "@id" that is only referenced, at any depth. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== "object" || value === null) return [];
  const node = value as Node;
  if (Object.keys(node).join() === "@id") return [String(node["@id"])];
  return Object.values(node).flatMap(references);
}

test("every page has its canonical URL, and its share image exists", async ({ request, baseURL }) => {
  for (const path of allPaths()) {
    const page = getPage(path);
    const html = await htmlOf(request, path);
    if (!page.indexable) {
      expect(html, path).toContain('<meta name="robots" content="noindex"/>');
      expect(canonicalOf(html)).toBeUndefined();
      continue;
    }
    expect(html, path).not.toContain('name="robots"');
    expect(canonicalOf(html), path).toBe(`${baseURL}${page.path}`);
    expect(propertyOf(html, "og:url")).toBe(`${baseURL}${page.path}`);
    const picture = await request.get(propertyOf(html, "og:image")!);
    expect(picture.status(), path).toBe(200);
    expect(picture.headers()["content-type"]).toBe("image/png");
  }
});

test("structured data is valid, and every reference in it resolves", async ({ request }) => {
  const idsOf = (graph: Node[]) => graph.map((node) => node["@id"]);
  const home = idsOf(graphOf(await htmlOf(request, "/")));
  const types = new Map<string, unknown[]>();
  for (const { path } of indexablePages()) {
    const graph = graphOf(await htmlOf(request, path));
    types.set(
      path,
      graph.map((node) => node["@type"]),
    );
    const known = [...home, ...idsOf(graph)];
    for (const reference of references(graph)) expect(known, `${path} → ${reference}`).toContain(reference);
    expect(graph.some((node) => node["@type"] === "BreadcrumbList")).toBe(path !== "/");
  }
  for (const [path, type] of [
    ["/", "Organization"],
    ["/", "WebSite"],
    ["/pricing", "Service"],
    ["/pricing", "FAQPage"],
    ["/faq", "FAQPage"],
    ["/automation-grid", "ItemList"],
    ["/training", "Course"],
  ])
    expect(types.get(path!), path).toContain(type);
});

test("structured data matches the page", async ({ page }) => {
  await page.goto("/faq");
  const faq = graphOf(await page.content()).find((node) => node["@type"] === "FAQPage")!;
  for (const { name } of faq["mainEntity"] as { name: string }[])
    await expect(page.getByText(name, { exact: true }).first()).toBeAttached();
  await page.goto("/pricing");
  const prices = graphOf(await page.content())
    .filter((node) => node["@type"] === "Service")
    .map(({ offers }) => JSON.stringify(offers));
  for (const [amount, shown] of [
    ['"price":0', "Free"],
    ['"minPrice":5000', "$5,000"],
    ['"minPrice":2000', "$2,000"],
    ['"price":499', "$499"],
  ]) {
    expect(prices.some((offer) => offer.includes(amount!))).toBe(true);
    await expect(page.getByRole("main").getByText(shown!).first()).toBeVisible();
  }
});

test("data blocks pass the page's policy", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  for (const path of ["/", "/pricing", "/faq", "/training", "/automation-grid"]) await page.goto(path);
  expect(complaints).toEqual([]);
});

test("inner pages have a breadcrumb, the home page has none", async ({ page }) => {
  await page.goto("/training");
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(trail.getByRole("listitem")).toHaveText(["Home", "Training & Certification"]);
  await page.goto("/automation-grid/S-03");
  await expect(trail.getByRole("listitem").nth(1)).toHaveText("Automation Grid");
  await trail.getByRole("link", { name: "Automation Grid" }).click();
  await expect(page).toHaveURL("/automation-grid");
  await page.goto("/");
  await expect(trail).toHaveCount(0);
});

test("the site map lists existing pages by their canonical URLs", async ({ request }) => {
  const map = await htmlOf(request, "/sitemap.xml");
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
  expect(addresses.length).toBe(indexablePages().length);
  for (const address of addresses) {
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(answer.status(), address).toBe(200);
    expect(canonicalOf(await answer.text())).toBe(address);
  }
});

test("every page has a Markdown version with its heading and without its controls", async ({ request }) => {
  for (const page of indexablePages()) {
    const answer = await request.get(markdownPath(page));
    expect(answer.status(), page.path).toBe(200);
    const text = await answer.text();
    expect(text.match(/^# \S/gm), page.path).toHaveLength(1);
    expect(text.length).toBeGreaterThan(500);
    expect(text.replaceAll(/<http\S+>/g, ""), page.path).not.toMatch(/<\/?[a-z]+[^>]*>|\]\(\/|undefined|\[object/);
  }
});

test("the dates in the site map match the texts of a site with the default settings", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-dates-"));
  const product = await startProduct(dataDir);
  const changed: string[] = [];
  try {
    const siteUrl = product.url.replace("127.0.0.1", "localhost");
    for (const page of indexablePages())
      if ((await fingerprint(page, siteUrl)) !== pageDates[page.path]?.text) changed.push(page.path);
  } finally {
    product.signal("SIGTERM");
    await product.ended();
    rmSync(dataDir, { recursive: true, force: true });
  }
  expect(changed, "these pages say something new; run: npm run script page-dates").toEqual([]);
});

test("files linked in the head or requested by browsers exist", async ({ request }) => {
  const html = await htmlOf(request, "/");
  const links = [
    ...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest|preload|modulepreload|stylesheet)"[^>]*>/g),
  ]
    .map(([tag]) => attribute(tag, /href="([^"]+)"/)!)
    .concat("/favicon.ico", "/speculation-rules.json");
  expect(links.length).toBeGreaterThan(6);
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200);
  const manifest = (await (await request.get("/site.webmanifest")).json()) as { start_url: string; icons: Node[] };
  for (const { src } of manifest.icons) expect((await request.get(String(src))).status(), String(src)).toBe(200);
  const rules = await request.get("/speculation-rules.json");
  expect(rules.headers()["content-type"]).toBe("application/speculationrules+json");
});

test("no page names a file both as a script and as a preload", async ({ request }) => {
  for (const path of ["/", "/auth", "/schedule/strategy-session"]) {
    const html = await htmlOf(request, path);
    const files = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="(\/assets\/[^"]+\.js)"/g)];
    const names = files.map(([, file]) => file);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((file, at) => names.indexOf(file) !== at)).toEqual([]);
  }
});

test("pages that need an account are not indexed", async ({ request }) => {
  for (const path of ["/auth", "/verify-access", "/schedule/strategy-session"])
    expect((await request.get(path)).headers()["x-robots-tag"], path).toBe("noindex");
  for (const path of ["/", "/pricing"]) expect((await request.get(path)).headers()["x-robots-tag"]).toBeUndefined();
});
