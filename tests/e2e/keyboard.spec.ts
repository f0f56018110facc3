import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { newPerson } from "./people.ts";
import { stopTimers } from "./stillness.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.57" } });

/*
 * The public journeys by keyboard only. Every step moves by Tab to a control, checks that its focus is visible, and presses it.
 * The grid, the carousel and the scheduler have keyboard tests in their own files.
 */

const hasFocus = (target: Locator) => target.evaluate((el) => el === document.activeElement);

/** Tabs until `target` has the focus, which must be visible and in the viewport. */
async function tabTo(page: Page, target: Locator, most = 80) {
  for (let press = 0; press < most && !(await hasFocus(target)); press += 1) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  expect(await target.evaluate((el) => el.matches(":focus-visible"))).toBe(true);
}
const press = (page: Page, key: string) => page.keyboard.press(key);
const dialog = (page: Page) => page.getByRole("dialog");

test("the first Tab offers to skip the navigation, and the next one is in the content", async ({ page }) => {
  await page.goto("/pricing");
  await press(page, "Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await press(page, "Enter");
  await press(page, "Tab");
  expect(await page.evaluate(() => document.querySelector("main")!.contains(document.activeElement))).toBe(true);
});

test("the platform menu opens, its links work, and it closes with Escape", async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("banner").locator("summary", { hasText: "GTMarc Platform" });
  await tabTo(page, menu);
  await press(page, "Enter");
  const downloads = page.getByRole("banner").getByRole("link", { name: "Downloads" }).first();
  await expect(downloads).toBeVisible();
  await press(page, "Escape");
  await expect(downloads).toBeHidden();
  await expect(menu).toBeFocused();
  await press(page, "Enter");
  await tabTo(page, downloads, 6);
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/downloads$/);
});

test("on a phone the drawer opens, closes with Escape, and its links work", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/about");
  const burger = page.getByRole("button", { name: "Menu" });
  await tabTo(page, burger);
  await press(page, "Enter");
  const pricing = page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Pricing" });
  await expect(pricing).toBeVisible();
  await press(page, "Escape");
  await expect(pricing).toBeHidden();
  await expect(burger).toBeFocused();
  await press(page, "Enter");
  await tabTo(page, pricing, 20);
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/pricing$/);
});

test("the newsletter: opened, corrected, sent, and the focus returns", async ({ page }) => {
  const { email } = newPerson("keys-newsletter");
  await page.goto("/about");
  const opener = page.getByRole("banner").getByRole("button", { name: "Newsletter" });
  await tabTo(page, opener);
  await press(page, "Enter");
  await expect(dialog(page).getByLabel("Email")).toBeFocused();
  await page.keyboard.type("dana@");
  await press(page, "Enter");
  await expect(dialog(page).getByLabel("Email")).toBeFocused();
  await expect(dialog(page).getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await press(page, "ControlOrMeta+a");
  await page.keyboard.type(email);
  await stopTimers(page);
  await press(page, "Enter");
  await expect(dialog(page).getByText("Welcome Aboard!")).toBeVisible();
  await page.clock.resume();
  await expect(dialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test("training: a program is chosen, the form filled in and sent", async ({ page }) => {
  const { email } = newPerson("keys-training");
  await page.goto("/training");
  await tabTo(page, page.getByRole("button", { name: "Register for Workshop" }));
  await press(page, "Enter");
  await expect(dialog(page).getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, dialog(page).getByLabel("Company Name"), 4);
  await page.keyboard.type("Northfield");
  await tabTo(page, dialog(page).getByLabel("Industry"), 6);
  await page.keyboard.type("SaaS");
  await tabTo(page, dialog(page).getByRole("button", { name: "Submit Registration" }), 6);
  await press(page, "Enter");
  await expect(dialog(page).getByText("Registration Successful!")).toBeVisible();
});

test("access: requested, then to the code and back, and Escape closes", async ({ page }) => {
  const { email } = newPerson("keys-access");
  await page.goto("/automation-blueprint-gtmarc");
  const start = page.getByRole("button", { name: "Start Your Free Analysis" }).first();
  await tabTo(page, start);
  await press(page, "Enter");
  await expect(dialog(page).getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, dialog(page).getByLabel("Company Name"), 4);
  await page.keyboard.type("Northfield");
  await press(page, "Enter");
  await expect(dialog(page).getByText("Your request is in")).toBeVisible();
  await press(page, "Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(start).toBeFocused();
});

test("questions: a summary card links to its section, and one answer is open at a time", async ({ page }) => {
  await page.goto("/faq");
  const card = page.locator('main a[href="#security-trust"]').first();
  await tabTo(page, card);
  await press(page, "Enter");
  await expect(page.locator("#security-trust")).toBeInViewport();
  const questions = page.locator("#security-trust summary");
  await tabTo(page, questions.nth(0), 20);
  await press(page, "Enter");
  await expect(page.locator("#security-trust details").nth(0)).toHaveAttribute("open", "");
  await tabTo(page, questions.nth(1), 10);
  await press(page, "Space");
  await expect(page.locator("#security-trust details").nth(1)).toHaveAttribute("open", "");
  await expect(page.locator("#security-trust details").nth(0)).not.toHaveAttribute("open", "");
});

test("home: the wall explains each tool, and the first call to action works", async ({ page }) => {
  // Wider windows show all descriptions.
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto("/");
  const wall = page.getByLabel("Show what each tool does");
  await tabTo(page, wall, 60);
  await press(page, "Space");
  await expect(wall).toBeChecked();
  await page.goto("/");
  const start = page.locator("main").getByRole("link", { name: "Get Your GTMarc" }).first();
  await tabTo(page, start, 40);
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/automation-blueprint-gtmarc$/);
});
