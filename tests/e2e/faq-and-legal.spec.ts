import { expect } from "@playwright/test";
import { test } from "./journey.ts";

test("the groups scroll into view below the header, and questions open one at a time", async ({ page }) => {
  await page.goto("/faq");
  for (const [title, id] of [
    ["Value & ROI", "value-roi"],
    ["Process & Technology", "process-technology"],
    ["Security & Trust", "security-trust"],
  ] as const) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page
      .getByRole("navigation", { name: "Groups of questions" })
      .getByRole("link", { name: new RegExp(title) })
      .click();
    await expect
      .poll(() => page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top)))
      .toBe(100);
  }
  const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await page.locator('main a[href="#value-roi"]').first().hover();
  await expect.poll(behavior).toBe("smooth");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(behavior).toBe("auto");

  const open = page.locator("#security-trust details[open]");
  const questions = page.locator("#security-trust summary");
  await questions.nth(0).click();
  await expect(open).toHaveCount(1);
  await questions.nth(3).click();
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("How are accounts protected?");
  await questions.nth(3).click();
  await expect(open).toHaveCount(0);
});

test("the legal pages are served at both paths, number their sections and set the right mail subject", async ({
  page,
}) => {
  for (const [paths, sections, subject] of [
    [["/privacy", "/privacy-policy"], 11, "Privacy Policy Inquiry"],
    [["/terms", "/terms-of-service"], 14, "Terms of Service Inquiry"],
  ] as const)
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`${paths[1]}$`));
      await expect(page.getByText("Last updated September 29, 2025")).toBeVisible();
      const headings = page.getByRole("article").getByRole("heading", { level: 2 });
      await expect(headings).toHaveCount(sections);
      await expect(headings.last()).toHaveText(new RegExp(`^${sections}\\. `));
      await expect(page.getByRole("navigation", { name: "Contents" }).getByRole("link")).toHaveCount(sections);
      await expect(
        page.getByRole("article").getByRole("link", { name: "hello@gtmarc.example" }).last(),
      ).toHaveAttribute("href", `mailto:hello@gtmarc.example?subject=${encodeURIComponent(subject)}`);
    }
});
