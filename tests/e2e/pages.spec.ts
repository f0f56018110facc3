import { expect, type Page, type Request } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import { allPaths, indexablePages } from "#app/features/content/content.ts";
import { accessibilityFaults, overflow } from "./accessibility.ts";
import { test } from "./journey.ts";

/*
 * Checks of every public page, in one visit per page. The list is the site's own (app/features/content/content.ts): a page
 * added there is tested here. `npm run bench -- lighthouse` measures speed.
 */

/** Problems the browser reports: console errors, uncaught exceptions, failed requests. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  return complaints;
}

/** The maximum bytes of bodies with brotli before the first interaction. */
const maxBytes = { document: 20_000, stylesheet: 15_000, font: 90_000, script: 6_000, image: 60_000 };
type Kind = keyof typeof maxBytes;

function countBytes(page: Page): () => Promise<Record<Kind, number>> {
  const counted: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.frame() === page.mainFrame() && request.resourceType() in maxBytes) counted.push(request);
  });
  return async () => {
    const spent = { document: 0, stylesheet: 0, font: 0, script: 0, image: 0 };
    for (const request of counted) spent[request.resourceType() as Kind] += (await request.sizes()).responseBodySize;
    return spent;
  };
}

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // Style, not validity: React writes `<meta/>`, `charSet`, boolean attributes as `=""`, ids that begin with "_".
    "attr-case": "off",
    "valid-id": ["error", { relaxed: true }],
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "long-title": "off",
    // Some browsers drop the semantics of tables with display: block, as used on phones, without these roles.
    "no-redundant-role": "off",
    // Checkboxes of one choice share a name, as radio buttons do.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "reset", "submit"] }],
    // Our own scripts come from our own origin.
    "require-sri": "off",
    // Trailing spaces and the like are invisible.
    "no-trailing-whitespace": "off",
  },
});

async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column, selector }) => `${ruleId}: ${message} (${line}:${column} ${selector})`,
    ),
  );
}

/** Markup that the page's policy would block: scripts that are not data, styles and handlers in the document itself. */
const inlineParts = (page: Page, html: string) =>
  page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "text/html");
    const data = ["application/ld+json", "application/json", "speculationrules"];
    return [...parsed.querySelectorAll("*")]
      .filter(
        (el) =>
          (el.matches("script:not([src])") && !data.includes(el.getAttribute("type") ?? "")) ||
          el.matches("[style], body style") ||
          el.getAttributeNames().some((name) => name.startsWith("on")),
      )
      .map((el) => el.outerHTML.slice(0, 200));
  }, html);

async function expectOrderlyHeadings(page: Page) {
  await expect(page.locator("h1")).toHaveCount(1);
  const levels = await page
    .locator("h1, h2, h3, h4, h5, h6")
    .evaluateAll((headings) => headings.filter((it) => !it.closest("dialog")).map((it) => Number(it.tagName[1])));
  for (const [index, level] of levels.entries())
    if (index > 0)
      expect(level, `heading ${index + 1} of ${levels.join(" ")}`).toBeLessThanOrEqual(levels[index - 1]! + 1);
}

/** What fits in the first ten packets of a new connection: one more byte costs a round trip. */
const firstPacketsBytes = 14_600;

for (const path of allPaths()) {
  const isIndexable = indexablePages().some((page) => page.path === path);
  test(`${path} is complete and error-free${isIndexable ? ", valid, small, and accessible at 390 and 1440 px, light and dark" : ""}`, async ({
    page,
    request,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 412, height: 823 });
    // The first copy of a page is compressed quickly; the visit gets the frozen one.
    const html = await (await request.get(path)).text();
    expect(await inlineParts(page, html)).toEqual([]);

    const complaints = listen(page);
    const bytesSpent = countBytes(page);
    const answer = await page.goto(path, { waitUntil: "networkidle" });
    expect(answer?.status()).toBe(200);
    expect((await page.title()).length).toBeGreaterThan(10);
    await expectOrderlyHeadings(page);

    if (isIndexable) {
      expect(await htmlFaults(html)).toEqual([]);
      // A fourth costs a phone another round trip before the first paint.
      expect(await page.locator('link[rel="stylesheet"]').count()).toBeLessThanOrEqual(3);
      const spent = await bytesSpent();
      for (const kind of Object.keys(maxBytes) as Kind[])
        expect(spent[kind], `${kind} of ${JSON.stringify(spent)}`).toBeLessThanOrEqual(maxBytes[kind]);
      expect(spent.document).toBeGreaterThan(1000);
      const { responseHeadersSize, responseBodySize } = await answer!.request().sizes();
      expect(responseHeadersSize + responseBodySize, "document with headers").toBeLessThanOrEqual(firstPacketsBytes);

      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflow(page), `${width} px scrolls sideways`).toBeLessThanOrEqual(0);
        expect(await accessibilityFaults(page), `${width} px`).toEqual([]);
      }
      await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
      expect(await accessibilityFaults(page, { rules: ["color-contrast"] }), "dark").toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
}

test("every link between public pages resolves, including its anchor", async ({ request, baseURL }) => {
  const visited = new Map<string, { status: number; html: string }>();
  const visit = async (address: string) => {
    const known = visited.get(address);
    if (known) return known;
    const answer = await request.get(address);
    const isPage = answer.headers()["content-type"]?.startsWith("text/html");
    const found = { status: answer.status(), html: isPage ? await answer.text() : "" };
    visited.set(address, found);
    return found;
  };
  const links = new Map<string, string>();
  for (const { path } of indexablePages())
    for (const [, href = ""] of (await visit(path)).html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
      const { origin, pathname, search, hash } = new URL(href.replaceAll("&amp;", "&"), baseURL! + path);
      if (origin === baseURL) links.set(pathname + search + hash, path);
    }
  expect(links.size).toBeGreaterThan(indexablePages().length);
  const lost: string[] = [];
  for (const [href, from] of links) {
    const [address = "", anchor] = href.split("#");
    const { status, html } = await visit(address);
    if (status >= 400) lost.push(`${from} → ${href}: ${status}`);
    else if (anchor && !html.includes(`id="${anchor}"`)) lost.push(`${from} → ${href}: no such anchor`);
  }
  expect(lost).toEqual([]);
});
