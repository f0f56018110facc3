import { expect } from "@playwright/test";
import { testInBrowser } from "./journey.ts";
import { signInNew } from "./people.ts";

// Playwright disables the back/forward cache by default.
const test = testInBrowser({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.178" } });

test("after signing out, Back shows no page of the account", async ({ page }) => {
  const { email } = await signInNew(page, "signed-out");
  await page.goto("/account?tab=security");
  await expect(page.getByRole("main")).toBeVisible();
  await page.goto("/invoices");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/account");
  await page.evaluate(() => fetch("/api/auth/sign-out", { method: "POST" }));
  await page.goto("/faq");
  for (const next of ["/account", "/invoices", "/account?tab=security"]) {
    await page.goBack();
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(next)}`);
    await expect(page.locator("html")).not.toContainText(email);
  }
});
