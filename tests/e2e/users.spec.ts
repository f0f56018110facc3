import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { signInNew } from "./people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.91" } });

test("an admin disables a user, finds it in the audit log, and deletes the user", async ({ page, browser }) => {
  const theirs = await (
    await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.92" } })
  ).newPage();
  const dana = await signInNew(theirs, "users-dana");
  await signInAsAdmin(page, "users-admin");

  await page.goto(`/admin/users?q=${encodeURIComponent(dana.email)}`);
  await page.getByRole("link", { name: dana.email }).click();
  await expect(page.getByRole("heading", { level: 1, name: dana.email })).toBeVisible();
  await expect(page.getByRole("table", { name: "Open sessions" }).getByRole("row")).toHaveCount(2);
  const access = page.locator("dd", { hasText: "Granted on" });
  await expect(access, "each fact on a line of its own").toHaveText(/^Granted on [^\n]+\nAccess request\n/, {
    useInnerText: true,
  });
  await page.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText(/^Disabled since/)).toBeVisible();
  await expect(page.getByText("No open session.")).toBeVisible();

  await theirs.goto("/account");
  await theirs.getByLabel("Email", { exact: true }).fill(dana.email);
  await theirs.getByLabel("Password", { exact: true }).fill(dana.password);
  await theirs.getByRole("button", { name: "Sign In" }).click();
  await expect(theirs.getByText("This account is disabled.")).toBeVisible();

  await page.getByRole("link", { name: "Actions on this account" }).click();
  await expect(page.getByRole("table", { name: "Audit log" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByText("disabled an account")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: dana.email }).click();
  await page.getByRole("button", { name: "Delete user" }).click();
  await dialog.getByLabel("Type the address to confirm").fill(dana.email);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await page.goto(`/admin/users?q=${encodeURIComponent(dana.email)}`);
  await expect(page.getByText("No user found")).toBeVisible();
});
