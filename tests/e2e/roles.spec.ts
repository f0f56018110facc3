import { expect, type Page } from "@playwright/test";
import { roleReads } from "#app/lib/rights.ts";
import { adminGroups } from "#app/shell/admin/navigation.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { storedRows } from "./stored-rows.ts";

const settings = [
  "firm",
  "people",
  "mail",
  "prices",
  "pipeline",
  "analytics",
  "texts",
  "texts/faq",
  "texts/training",
  "texts/automations",
].map((group) => ({
  href: `/admin/settings/${group}`,
  area: "settings" as const,
}));
const pages = [...adminGroups.flatMap(({ links }) => links), ...settings];

/** Visible buttons of the page that are not in a search, by their names. */
const buttons = (page: Page) =>
  page
    .locator("main button:visible")
    .evaluateAll((all) =>
      all
        .filter((one) => one.getAttribute("role") !== "tab" && !one.closest("[data-reads], form:not([method=post])"))
        .map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""),
    );

/** Enabled fields of the page outside searches, by their names. */
const fields = (page: Page) =>
  page
    .locator("main :is(input, select, textarea):enabled:visible")
    .evaluateAll((all: HTMLInputElement[]) =>
      all
        .filter((one) => !one.closest("[data-reads], form:not([method=post]), form:has([data-reads])"))
        .map((one) => one.labels?.[0]?.textContent ?? one.name),
    );

test("a viewer sees every page without a button or field that changes something, and marketing only those of its areas", async ({
  page,
}) => {
  const { email } = await signInAsAdmin(page, "owner");
  const become = (role: string) =>
    storedRows(`update "user" set role = $2, is_admin = ($2 in ('owner', 'admin')) where email = $1`, [email, role]);
  await page.goto("/admin/prospect-pipeline");
  expect(await buttons(page)).toContain("Add prospect");
  await page.goto("/admin/settings/mail");
  expect((await buttons(page)).join()).toContain("Save Changes");
  expect(await fields(page)).toContain("Sender");

  await become("viewer");
  for (const { href } of pages) {
    await page.goto(href);
    await expect(page.locator("h1"), href).toBeVisible();
    expect(await buttons(page), href).toEqual([]);
    await expect.poll(() => fields(page), href).toEqual([]);
  }
  await expect(page.getByText("Your role can read this page. It cannot change anything here.")).toBeVisible();

  await become("marketing");
  for (const { href } of pages.filter(({ area }) => roleReads("marketing", area))) {
    await page.goto(href);
    const shown = await buttons(page);
    if (href === "/admin/prospect-pipeline") expect(shown).toEqual([]);
    if (href === "/admin/analytics/goals") expect(shown).toContain("Add goal");
  }
});
