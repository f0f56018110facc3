import { expect, type Page } from "@playwright/test";
import { indexablePages } from "#app/features/content/content.ts";
import { overflow } from "./accessibility.ts";
import { test } from "./journey.ts";
import { smallDrawnText, smallTargets, smallText } from "./sizes.ts";

/*
 * Type, targets, narrow windows and forced colors on every public page. The eighteen automation pages share their components:
 * the shortest and the longest are tested. Large text: large-text.spec.ts.
 */
const drawings = ["/automation-grid/S-01", "/automation-grid/S-08"];
const paths = [
  ...indexablePages()
    .filter(({ sheet }) => typeof sheet === "number")
    .map(({ path }) => path),
  ...drawings,
  "/auth",
];

/** Maximum length of a page on a phone, in screens of 390 by 844 px, with its details folded. */
const maxScreens = new Map([
  ["/", 5.5],
  ["/automation-blueprint-gtmarc", 8],
  ["/automation-grid", 8.1],
  ["/our-approach", 6],
  ["/pricing", 6.6],
  ["/assumptions", 9],
  ["/terms-of-service", 11.4],
]);

/** Waits for the page's own fonts, because lengths and widths depend on them. */
const hasFonts = (page: Page) =>
  page.evaluate(async () => {
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });

/** Folded content counts too. */
const unfold = async (page: Page) => {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("main details:not([data-menu])"))
      details.open = true;
  });
  await hasFonts(page);
};

for (const path of paths)
  test(`${path} fits windows of 320, 390 and 1440 px, has no small text, and shows its controls in forced colors`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path, { waitUntil: "networkidle" });
    await unfold(page);
    for (const width of [320, 305]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page), `${width} px scrolls sideways as it arrives`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ forcedColors: "active" });
    expect(await unframed(page)).toEqual([]);
    for (let press = 1; press <= 12; press += 1) {
      await page.keyboard.press("Tab");
      expect(await focusWithoutOutline(page), `focus ${press}`).toBeNull();
    }
    // After the keyboard has woken islands, with their styles.
    await page.emulateMedia({ forcedColors: "none" });
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page), `${width} px scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await smallText(page, 12), `${width} px`).toEqual([]);
      expect(await smallDrawnText(page, 11), `drawings at ${width} px`).toEqual([]);
    }
    // 320 px with a scrollbar that takes 15 of them.
    await page.setViewportSize({ width: 305, height: 800 });
    expect(await overflow(page), "scrolls sideways beside a scrollbar").toBeLessThanOrEqual(0);
  });

/** Fields and elements that look like buttons without a border, their own or of the surrounding box. */
const unframed = (page: Page) =>
  page.locator("input:not([type=hidden]), select, textarea, button, main a").evaluateAll((all) => {
    const hasBorder = (el: Element | null) => {
      if (!el) return false;
      const { borderBottomWidth, borderBottomStyle } = getComputedStyle(el);
      return Number.parseFloat(borderBottomWidth) > 0 && borderBottomStyle !== "none";
    };
    return all.flatMap((control) => {
      const { appearance, display } = getComputedStyle(control);
      const isField = control.matches("input, select, textarea");
      const isShown = control.checkVisibility({ visibilityProperty: true }) && !control.closest("dialog, [popover]");
      if (!isShown || (isField ? appearance !== "none" : display !== "inline-grid")) return [];
      return hasBorder(control) || (isField && hasBorder(control.parentElement))
        ? []
        : [control.outerHTML.slice(0, 120)];
    });
  });

/** Returns the focused element if neither it nor an overlay or ancestor has an outline. */
const focusWithoutOutline = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    if (focused === document.body) return null;
    const looks = [focused, focused.parentElement, focused.closest("li")].map((el) => el && getComputedStyle(el));
    return [...looks, getComputedStyle(focused, "::after")].some(
      (look) => look && look.outlineStyle !== "none" && Number.parseFloat(look.outlineWidth) >= 1,
    )
      ? null
      : focused.outerHTML.slice(0, 120);
  });

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  for (const path of paths) {
    const screens = maxScreens.get(path);
    test(`${path} has targets of 44 px, except links within sentences${screens ? `, and is at most ${screens} screens long` : ""}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(path, { waitUntil: "networkidle" });
      await hasFonts(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (screens) expect(height / 844).toBeLessThanOrEqual(screens);
      await unfold(page);
      const targets = "body > header :is(a, button, summary), body > footer nav a, main :is(a, button, summary)";
      expect(await smallTargets(page, targets, 44)).toEqual([]);
    });
  }

  test("every limit of a page's length is that of a page tested here", () => {
    expect([...maxScreens.keys()].filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("details folded on a phone open by tap and keyboard, and are open on paper and in wide windows", async ({
    page,
  }) => {
    await page.goto("/our-approach");
    const folded = page.locator("main li", { has: page.getByRole("heading", { name: "Get Your blueprint" }) });
    const text = folded.getByText("Done when");
    await expect(text).toBeHidden();
    // The whole row is the summary, with the heading below it.
    await folded.locator("summary").tap();
    await expect(text).toBeVisible();
    await folded.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(text).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(text).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect(text).toBeVisible();
    await expect(folded.locator("summary")).toBeHidden();
  });

  test("the menu has targets of 44 px", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Menu" }).tap();
    await expect(page.locator("[popover]:popover-open")).toBeVisible();
    expect(await smallTargets(page, "[popover]:popover-open :is(a, button)", 44)).toEqual([]);
  });
});
