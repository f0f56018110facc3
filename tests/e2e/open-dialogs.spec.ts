import { expect, type Page } from "@playwright/test";
import { accessibilityFaults } from "./accessibility.ts";
import { test } from "./journey.ts";

/*
 * Open dialogs and menus have no axe violations, in both color schemes, at both widths, empty and with every error. The grid's
 * drawings and the home page's cards have their own journeys.
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

/** On a phone in dark mode, then on a wide screen in light mode. */
async function expectAccessibleBothWays(page: Page) {
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1440, "light"],
  ] as const) {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
    await page.setViewportSize({ width, height: 844 });
    expect(await accessibilityFaults(page, { within: "dialog[open]" }), `${width} px, ${colorScheme}`).toEqual([]);
  }
}

for (const { what, path, open, spoil } of openings)
  test(`${what}: the open dialog is accessible at both widths and schemes, empty and with errors`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await open(page);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    await expectAccessibleBothWays(page);
    if (!spoil) return;
    await spoil(page);
    await expect(page.getByRole("dialog").locator("[aria-invalid=true]").first()).toBeVisible();
    await expectAccessibleBothWays(page);
  });

test("the open drawer and the open platform menu are accessible, light and dark", async ({ page }) => {
  const expectAccessibleInBothSchemes = async (within: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
      expect(await accessibilityFaults(page, { within }), colorScheme).toEqual([]);
    }
  };
  await page.goto("/pricing");
  await page.getByRole("banner").locator("summary", { hasText: "GTMarc Platform" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Downloads" }).first()).toBeVisible();
  await expectAccessibleInBothSchemes("header");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  await expectAccessibleInBothSchemes("#site-drawer");
});
