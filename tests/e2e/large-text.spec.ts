import { expect } from "@playwright/test";
import { indexablePages } from "#app/features/content/content.ts";
import { overflow } from "./accessibility.ts";
import { clientWithAnalysis } from "./clients.ts";
import { testInBrowser } from "./journey.ts";
import { site } from "./site.ts";

/* Every public page with a browser text size of 200 % (32 px), as people with low vision set it. */
const test = testInBrowser({ args: ["--blink-settings=defaultFontSize=32"] });

const paths = [
  ...indexablePages()
    .filter(({ sheet }) => typeof sheet === "number")
    .map(({ path }) => path),
  "/automation-grid/S-08",
  "/auth",
];

test("no public page scrolls sideways with text of 200 %", async ({ page }) => {
  test.setTimeout(paths.length * 30_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of paths) {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    for (const width of [390, 640, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("account, wizard and analysis do not scroll sideways on a phone with text of 200 %", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await clientWithAnalysis(page, site(), "large-text");
  const steps = ["profile", "tech-stack", "processes"].map((step) => `/blueprint/wizard/${step}?blueprint=${id}`);
  for (const path of ["/account", "/blueprint/wizard/mode", ...steps, "/quick-start", `/blueprint/${id}`]) {
    await page.goto(path);
    await expect(page.locator("main h1")).toBeVisible();
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
  }
});

test("breakpoints are served in rem, so that they follow the text size", async ({ page }) => {
  for (const path of ["/", "/automation-grid", "/contact", "/auth"]) {
    await page.goto(path);
    const queries = await page.evaluate(() => {
      const of = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => [
          ...(rule instanceof CSSMediaRule || rule instanceof CSSContainerRule ? [rule.conditionText] : []),
          ...("cssRules" in rule ? of((rule as CSSGroupingRule).cssRules) : []),
        ]);
      return [...document.styleSheets].flatMap((sheet) => of(sheet.cssRules));
    });
    expect(queries.some((query) => query.includes("rem"))).toBe(true);
    expect(queries.filter((query) => query.includes("px"))).toEqual([]);
  }
});
