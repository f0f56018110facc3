import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import { indexablePages } from "../../app/features/content/pages.ts";
import { test } from "./journey.ts";

/*
 * What a page costs and whether its HTML is right, for every page that search engines may list. The list is the site's own
 * (app/features/content/pages.ts). Speed itself is measured by `npm run bench -- lighthouse`.
 */

/** Bytes of bodies with brotli, before anybody touches anything. */
const most = { document: 20_000, stylesheet: 15_000, font: 90_000, script: 6_000, image: 60_000 };

for (const { path } of indexablePages)
  test(`${path} stays within its bytes`, async ({ page }) => {
    const spent = { document: 0, stylesheet: 0, font: 0, script: 0, image: 0 };
    await page.setViewportSize({ width: 412, height: 823 });
    page.on("requestfinished", async (request) => {
      const kind = request.resourceType() as keyof typeof spent;
      if (request.frame() === page.mainFrame() && kind in spent)
        spent[kind] += (await request.sizes()).responseBodySize;
    });
    // The first visitor's copy is packed in haste; everybody else gets the frozen one.
    await page.request.get(path);
    await page.goto(path, { waitUntil: "networkidle" });
    for (const kind of Object.keys(most) as (keyof typeof most)[])
      expect(spent[kind], `${kind} of ${JSON.stringify(spent)}`).toBeLessThanOrEqual(most[kind]);
    expect(spent.document).toBeGreaterThan(1000);
  });

/** What comes in the first ten packets of a new connection, headers included: one byte more costs a whole round trip. */
const firstPackets = 14_600;

test("the home page comes in the first packets", async ({ page }) => {
  await page.request.get("/");
  const answer = await page.goto("/");
  const sizes = await answer!.request().sizes();
  expect(sizes.responseBodySize + sizes.responseHeadersSize).toBeLessThanOrEqual(firstPackets);
});

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // Taste, not validity: React writes `<meta/>`, `charSet`, boolean attributes as `=""`, ids that begin with "_".
    "attr-case": "off",
    "valid-id": ["error", { relaxed: true }],
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "long-title": "off",
    // Tables that are laid out as blocks on a phone lose their meaning in some browsers without them.
    "no-redundant-role": "off",
    // Our own scripts come from our own origin.
    "require-sri": "off",
    // Trailing spaces and the like cannot be seen.
    "no-trailing-whitespace": "off",
  },
});

for (const { path } of indexablePages)
  test(`${path} is valid HTML`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const report = await validator.validateString(html);
    const messages = report.results.flatMap((result) =>
      result.messages.map(({ ruleId, message, line, column, selector }) => {
        return `${ruleId}: ${message} (${line}:${column} ${selector})`;
      }),
    );
    expect(messages).toEqual([]);
  });

for (const { path } of indexablePages)
  test(`${path} keeps its contrast in the dark scheme`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    await page.goto(path);
    const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
    expect(
      violations.flatMap(({ nodes }) => nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`)),
    ).toEqual([]);
  });
