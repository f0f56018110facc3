import { expect, type Page } from "@playwright/test";
import { indexablePages } from "#app/features/content/pages.ts";
import { overflow } from "./accessibility.ts";
import { test } from "./journey.ts";
import { smallTargets, smallText } from "./sizes.ts";

/*
 * Type, targets, narrow windows and forced colors on every public page. The eighteen automations share their pages' parts:
 * the shortest and the longest stand for all. Large text: large-text.spec.ts.
 */
const drawings = ["/automation-grid/S-01", "/automation-grid/S-08"];
const paths = [
  ...indexablePages.filter(({ sheet }) => typeof sheet === "number").map(({ path }) => path),
  ...drawings,
  "/auth",
];

const open = async (page: Page, path: string) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path, { waitUntil: "networkidle" });
  // What is folded away counts too.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
  });
};

for (const path of paths) {
  test(`${path} fits windows of 320, 390 and 1440 px, and has no text below 12 px`, async ({ page }) => {
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, path);
      expect(await overflow(page), `${width} px scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await smallText(page, 12), `${width} px`).toEqual([]);
    }
  });

  test(`${path} shows buttons, fields and focus in forced colors`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await page.goto(path);
    const controls = page.locator("a[class], button, input:not([type=hidden]), select, textarea, summary");
    const faults = await controls.evaluateAll((all) =>
      all.flatMap((control) => {
        if (!control.checkVisibility({ visibilityProperty: true }) || control.closest("dialog, [popover]")) return [];
        const look = getComputedStyle(control);
        const isField = control.matches("input, select, textarea");
        const isFilled = /_?button|chip/i.test(control.className) || control.matches("button");
        const frame = control.parentElement ? getComputedStyle(control.parentElement) : look;
        const hasBorder = [look, frame].some(
          ({ borderBottomWidth, borderBottomStyle, borderBottomColor }) =>
            Number.parseFloat(borderBottomWidth) > 0 &&
            borderBottomStyle !== "none" &&
            borderBottomColor !== look.backgroundColor,
        );
        const isNative = isField && look.appearance !== "none";
        return (isField && !isNative && !hasBorder) || (isFilled && !hasBorder && look.borderBottomWidth !== "0px")
          ? [control.outerHTML.slice(0, 120)]
          : [];
      }),
    );
    expect(faults).toEqual([]);
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => {
        const focused = document.activeElement!;
        const shown = [focused, focused.parentElement!, focused.closest("li") ?? focused].map((el) =>
          getComputedStyle(el),
        );
        const after = getComputedStyle(focused, "::after");
        return [...shown, after].some(
          ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1,
        )
          ? null
          : focused.outerHTML.slice(0, 120);
      });
      expect(outline, `focus ${press + 1}`).toBeNull();
    }
  });
}

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  for (const path of paths)
    test(`${path} has targets of 44 px in header, cards and footer`, async ({ page }) => {
      await open(page, path);
      const targets =
        "header :is(a, button, summary), footer a, main li h2 a, main li h3 a, main :is(button, summary, [class*=button])";
      expect(await smallTargets(page, targets, 44)).toEqual([]);
    });

  test("the menu has targets of 44 px", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: /menu/i }).tap();
    const menu = page.locator("[popover]:popover-open");
    await expect(menu).toBeVisible();
    expect(await smallTargets(page, "[popover]:popover-open :is(a, button)", 44)).toEqual([]);
  });
});
