import { chromium, expect, type Page } from "@playwright/test";
import { chromeFlags } from "./chrome-flags.ts";
import { gtmarc } from "./command-line.ts";
import { test } from "./journey.ts";
import { site } from "./site.ts";

test("a preview host is closed, opened by a token, closed by a message, opened by a URL, and closed with its token", async () => {
  const preview = `http://pr-7.preview.example:${new URL(site().url).port}`;
  const browser = await chromium.launch({
    executablePath: process.env["CHROME_PATH"] ?? "/usr/bin/chromium",
    args: [...chromeFlags, "--host-resolver-rules=MAP *.preview.example 127.0.0.1"],
  });
  const page = await browser.newPage();
  const { id, token } = JSON.parse(await gtmarc(["preview-token", "create", "--days", "1", "--json"]));

  await test.step("closed: every page redirects to the sign-in with its token form, and nothing may be indexed", async () => {
    const answer = await page.goto(`${preview}/pricing`);
    await expect(page).toHaveURL(`${preview}/auth?next=%2Fpricing`);
    expect(answer?.headers()["x-robots-tag"]).toBe("noindex, nofollow");
    expect(await robots(page)).toEqual(["noindex, nofollow"]);
    await expect(page.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute(
      "href",
      `${site().url}/reset-password`,
    );
    const box = page.getByLabel("Preview Token");
    await box.fill("preview_wrong");
    await page.getByRole("button", { name: "Open the preview" }).click();
    await expect(page.getByText("Invalid token.")).toBeVisible();
    await expect(box).toBeFocused();
  });

  await test.step("opened by its token, then redirected to the requested page", async () => {
    await page.getByLabel("Preview Token").fill(token);
    await page.getByRole("button", { name: "Open the preview" }).click();
    await expect(page).toHaveURL(`${preview}/pricing`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem("preview_test_mode"))).toBe("true");
    expect(await page.evaluate(() => document.cookie)).not.toContain("gtmarc_preview");
    for (const path of ["/pricing", "/404", "/verify-access"]) {
      await page.goto(`${preview}${path}`);
      expect(await robots(page), path).toEqual(["noindex, nofollow"]);
    }
    await page.goto(`${preview}/pricing`);
  });

  await test.step("closed again by a message, opened by one", async () => {
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => window.postMessage({ type: "gtmarc-preview", bypass: "off" }, "*"));
    await expect(page).toHaveURL(/\/auth\?next=%2Fpricing/);
    expect(await page.evaluate(() => sessionStorage.getItem("preview_test_mode"))).toBeNull();
    await page.waitForLoadState("networkidle");
    await page.evaluate((value) => window.postMessage({ type: "gtmarc-preview", token: value }, "*"), token);
    await expect(page).toHaveURL(`${preview}/pricing`);
  });

  await test.step("another browser uses a URL with the token, which is removed from it", async () => {
    const other = await (await browser.newContext()).newPage();
    await other.goto(`${preview}/faq?preview_token=${token}`);
    await expect(other).toHaveURL(`${preview}/faq`);
    await expect.poll(() => other.evaluate(() => sessionStorage.getItem("preview_test_mode"))).toBe("true");
    await other.goto(`${preview}/faq?preview_token=${token}`);
    await expect(other).toHaveURL(`${preview}/faq`);
  });

  await test.step("closed when the token is revoked", async () => {
    await gtmarc(["preview-token", "revoke", id]);
    await page.goto(`${preview}/pricing`);
    await expect(page).toHaveURL(/\/auth\?next=%2Fpricing/);
  });
  await browser.close();
});

const robots = (page: Page) =>
  page.locator('meta[name="robots"]').evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")));
