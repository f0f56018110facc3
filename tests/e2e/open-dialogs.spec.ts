import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";

/*
 * What opens over a page is held to the same rules as the page: nothing for axe to say, in both colour schemes, at both
 * widths, empty and with everything wrong. The drawings of the grid and the cards of the first page have theirs beside them.
 */
const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const submit = (name: string) => (page: Page) => page.getByRole("dialog").getByRole("button", { name }).click();

const openings: {
  what: string;
  path: string;
  open: (page: Page) => Promise<void>;
  spoil?: (page: Page) => Promise<void>;
}[] = [
  {
    what: "newsletter",
    path: "/strategy-session-confirmed",
    open: (page) =>
      page
        .getByRole("main")
        .getByRole("button", { name: /newsletter|subscribe/i })
        .first()
        .click(),
    spoil: submit("Subscribe"),
  },
  { what: "training", path: "/training", open: press(/register for workshop/i), spoil: submit("Submit Registration") },
  {
    what: "access request",
    path: "/automation-blueprint-gtmarc",
    open: press("Start Your Free Analysis"),
    spoil: submit("Request Access"),
  },
  {
    what: "access code without a session",
    path: "/automation-blueprint-gtmarc",
    open: press("Already have an access code?"),
  },
];

async function expectNothingToSay(page: Page) {
  const { violations } = await new AxeBuilder({ page }).include("dialog[open]").analyze();
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    ),
  ).toEqual([]);
}

for (const { what, path, open, spoil } of openings)
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1440, "light"],
  ] as const)
    test(`${what}, open at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await open(page);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
      await expectNothingToSay(page);
      if (!spoil) return;
      await spoil(page);
      await expect(page.getByRole("dialog").locator("[aria-invalid=true]").first()).toBeVisible();
      await expectNothingToSay(page);
    });

for (const colorScheme of ["light", "dark"] as const)
  test(`the open drawer and the open platform menu, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
    await page.goto("/pricing");
    await page.getByRole("banner").locator("summary", { hasText: "GTMarc Platform" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Downloads" }).first()).toBeVisible();
    const menu = await new AxeBuilder({ page }).include("header").analyze();
    expect(menu.violations.map(({ id }) => id)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
    const drawer = await new AxeBuilder({ page }).include("#site-drawer").analyze();
    expect(drawer.violations.map(({ id }) => id)).toEqual([]);
  });
