import { expect, type Page } from "@playwright/test";
import { ownAutomation } from "../fixtures/own-automation.ts";
import { expectTidy } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { sendRequest } from "./people.ts";
import { hydrated } from "./wizard-people.ts";

const saved = (page: Page) => page.getByText("The settings are saved and apply now.");

// The next journeys of the worker have the same site, with the firm's catalog.
test.afterEach(async ({ page }) => {
  await sendRequest(page, "PUT", "/api/admin/settings", { changes: [{ name: "texts.automations", value: null }] });
});

test("an owner hides, moves and adds automations by keyboard, and visitors see it", async ({ page }) => {
  await signInAsAdmin(page, "automations");
  await page.goto("/admin/settings/texts/automations");
  await hydrated(page);
  await expectTidy(page);

  const grid = page.getByRole("region", { name: "Grid" });
  await grid.getByRole("checkbox", { name: "S-03 Speed-to-Lead Routing" }).focus();
  await page.keyboard.press("Space");
  await grid.getByRole("button", { name: "Move M-02 Lead Scoring & Nurture up" }).focus();
  await page.keyboard.press("Enter");
  await expect(grid.getByText("M-02 Lead Scoring & Nurture is number 1 of 18.")).toBeAttached();
  await expect(grid.getByRole("button", { name: "Move M-02 Lead Scoring & Nurture up" })).toBeFocused();
  await grid.getByRole("button", { name: "Move M-02 Lead Scoring & Nurture down" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(grid.getByText("M-02 Lead Scoring & Nurture is number 3 of 18.")).toBeAttached();
  await expect(grid.getByRole("button", { name: "Move M-02 Lead Scoring & Nurture down" })).toBeFocused();
  await grid.getByRole("button", { name: "Add an automation" }).focus();
  await page.keyboard.press("Enter");
  await expect(grid.getByText("F-01 is at the end of the text")).toBeVisible();
  const own = grid.getByRole("checkbox", { name: /^F-01/ });
  await expect(own).not.toBeChecked();
  await own.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("F-01 is still a draft: write the title, the summary")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  const text = page.getByLabel("Text", { exact: true });
  await text.fill((await text.inputValue()).replace(/## F-01[\s\S]*$/, ownAutomation));
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("link", { name: "Partner Deal Registration" })).toBeVisible();
  await expect(preview.getByRole("link", { name: "Speed-to-Lead Routing" })).toHaveCount(0);
  // The preview's frame cuts off what is outside of a card.
  await preview.getByRole("link", { name: "Lead Scoring & Nurture" }).focus();
  const card = preview.getByRole("listitem").filter({ hasText: "Lead Scoring & Nurture" });
  await expect(card).toHaveCSS("outline-style", "solid");
  await expect(card).toHaveCSS("outline-offset", "-2px");
  await expectTidy(page);
  await page.getByRole("button", { name: "Save Changes" }).focus();
  await page.keyboard.press("Enter");
  await expect(saved(page)).toBeVisible();

  await page.goto("/automation-grid");
  await expect(page.getByText("Showing 18 of 18 automations")).toBeVisible();
  await page.getByRole("link", { name: "Partner Deal Registration" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Each registration has an owner and an answer")).toBeVisible();
  await page.goto("/automation-grid/F-01");
  await expect(page.getByText("has no figures for this automation")).toBeVisible();
  await expectTidy(page);
  expect((await page.goto("/automation-grid/S-03"))?.status()).toBe(410);
  await expectTidy(page);
  await page.getByRole("main").getByRole("link", { name: "Automation Grid", exact: true }).click();
  await expect(page).toHaveURL("/automation-grid");
  expect(await (await page.request.get("/automation-grid/F-01.md")).text()).toContain("Partner Deal Registration");
  expect((await page.request.get("/automation-grid/S-03.md")).status()).toBe(404);

  await page.goto("/admin/settings/texts/automations");
  await hydrated(page);
  await page.getByRole("button", { name: "Restore the default text" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Restore/ })
    .click();
  await expect(saved(page)).toBeVisible();
  await expect(grid.getByRole("checkbox", { name: "S-03 Speed-to-Lead Routing" })).toBeChecked();
  expect((await page.goto("/automation-grid/S-03"))?.status()).toBe(200);
});
