import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { allPaths, indexablePages } from "../../app/features/content/pages.ts";
import { test } from "./journey.ts";

/*
 * What holds for every page that anybody may read. The list is the site's own (app/features/content/pages.ts): a page that
 * is added there is under test here.
 */

/** Complaints of the browser: console errors, uncaught exceptions, files that did not come. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  return complaints;
}

for (const path of allPaths)
  test(`${path} is one whole, quiet page`, async ({ page, request }) => {
    const html = await (await request.get(path)).text();
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes ?? "");
    expect(scripts.filter((it) => !it.includes("src=") && !it.includes("application/ld+json"))).toEqual([]);
    expect(html).not.toMatch(/<[^>]+\sstyle=/);
    expect(html).not.toMatch(/<[^>]+\son[a-z]+=/);

    const complaints = listen(page);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    expect((await page.title()).length).toBeGreaterThan(10);
    await expect(page.locator("h1")).toHaveCount(1);
    const levels = await page
      .locator("h1, h2, h3, h4, h5, h6")
      .evaluateAll((headings) => headings.filter((it) => !it.closest("dialog")).map((it) => Number(it.tagName[1])));
    for (const [index, level] of levels.entries())
      if (index > 0)
        expect(level, `heading ${index + 1} of ${levels.join(" ")}`).toBeLessThanOrEqual(levels[index - 1]! + 1);
    await page.waitForLoadState("networkidle");
    expect(complaints).toEqual([]);
  });

for (const { path } of indexablePages)
  test(`${path} at 390 and 1440 px has no sideways scroll and nothing for axe to say`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (page.url() === "about:blank") await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(
          ({ id, nodes }) => `${width} px, ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
        ),
      ).toEqual([]);
    }
  });

test("every link between public pages leads somewhere, down to its anchor", async ({ page, request }) => {
  test.setTimeout(180_000);
  const links = new Map<string, string>();
  for (const { path } of indexablePages) {
    await page.goto(path);
    const found = await page.locator("a[href]").evaluateAll((anchors) =>
      anchors
        .map((anchor) => new URL((anchor as HTMLAnchorElement).href))
        .filter(({ origin }) => origin === location.origin)
        .map(({ pathname, search, hash }) => pathname + search + hash),
    );
    for (const href of found) if (!links.has(href)) links.set(href, path);
  }
  const pagesByAddress = new Map<string, { status: number; html: string }>();
  const lost: string[] = [];
  for (const [href, from] of links) {
    const [address = "", anchor] = href.split("#");
    if (!pagesByAddress.has(address)) {
      const answer = await request.get(address);
      pagesByAddress.set(address, { status: answer.status(), html: anchor ? await answer.text() : "" });
    }
    const target = pagesByAddress.get(address)!;
    if (anchor && !target.html) target.html = await (await request.get(address)).text();
    if (target.status >= 400) lost.push(`${from} → ${href}: ${target.status}`);
    else if (anchor && !target.html.includes(`id="${anchor}"`)) lost.push(`${from} → ${href}: no such anchor`);
  }
  expect(lost).toEqual([]);
});
