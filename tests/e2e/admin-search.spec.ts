import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { sendRequest } from "./people.ts";

test("Ctrl-K, a misspelled company and Enter open the prospect", async ({ page }) => {
  await signInAsAdmin(page, "admin-search");
  await sendRequest(page, "POST", "/api/admin/prospects", {
    email: "lead@quillfeather.example",
    company: "Quillfeather",
  });
  await page.goto("/admin");
  // The hint appears once the shortcut works.
  await expect(page.getByText("Ctrl K")).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: /^Search people/ });
  await expect(field).toBeFocused();
  await field.fill("quilfeather");
  await expect(page.getByRole("option", { name: /Quillfeather/ })).toBeVisible();
  await expectAccessible(page, { within: "dialog[open]" });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Quillfeather", level: 1 })).toBeVisible();
  await expect(field).toBeHidden();

  await page.keyboard.press("/");
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option", { name: /Quillfeather/ })).toBeVisible();
  await field.fill("add prospct");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add a prospect" })).toBeVisible();

  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await field.fill("sign out");
  await expect(page.getByRole("option", { name: /^Sign out/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/\/admin/);
  expect((await page.goto("/admin"))?.url()).toMatch(/\/auth/);
});
