import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";

test("look", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/");
  await page.pdf({ path: "/tmp/shots20/home-print-after.pdf" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/automation-blueprint-gtmarc");
  await page.getByRole("button", { name: "Start Your Free Analysis" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Request Access" }).click();
  await page.getByRole("alert").first().waitFor();
  await page.waitForTimeout(600);
  await page.screenshot({ path: "/tmp/shots20/toast-after-390.png" });
  await signInAsAdmin(page, "looker");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin/mail");
  await page.screenshot({ path: "/tmp/shots20/admin-mail-after-1440.png" });
  await page.goto("/admin/mail/suppressions");
  await page.screenshot({ path: "/tmp/shots20/admin-suppressions-after-1440.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/mail");
  await page.screenshot({ path: "/tmp/shots20/admin-mail-after-390.png" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/pricing");
  await page.locator("summary").filter({ hasText: "looker" }).first().click();
  await page.screenshot({
    path: "/tmp/shots20/account-menu-after-1440.png",
    clip: { x: 900, y: 0, width: 540, height: 300 },
  });
  await page.goto("/account");
  await page.locator("summary").first().click();
  await page.screenshot({
    path: "/tmp/shots20/account-menu-app-after-1440.png",
    clip: { x: 900, y: 0, width: 540, height: 300 },
  });
});
