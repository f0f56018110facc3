import { expect } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";

test("an admin uploads and crops a portrait, and Our Story shows it", async ({ page }) => {
  await signInAsAdmin(page, "portraits");
  await page.goto("/admin/settings/people");
  await page.getByRole("button", { name: "Add a person" }).click();
  await page.getByLabel("People 1: name").fill("Dana Reed");
  await page.getByLabel("People 1: role").fill("Architect");
  await page.getByLabel("People 1: portrait").setInputFiles("public/og/home.png");
  await page.getByLabel("Zoom").fill("150");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("The settings are saved and apply now.")).toBeVisible();
  await page.goto("/about");
  const portrait = page.locator('img[src^="/people/"]');
  await expect(portrait).toHaveCount(1);
  const width = await portrait.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  expect(width).toBe(480);
});
