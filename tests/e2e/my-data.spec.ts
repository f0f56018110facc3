import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { collectedUrl, isCollected } from "./collected-rows.ts";
import { test } from "./journey.ts";

/* From the collector through the server to the page where a visitor sees and deletes the data. */

test("a visitor sees the data of a visit, deletes it, and keeps no id", async ({ page }) => {
  const answers: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/collect-analytics")) answers.push(response.status());
  });
  await page.goto(`${collectedUrl()}/pricing?utm_source=letter`);
  await isCollected(page);
  await page.locator("main :is(summary, button):visible").first().click();
  await page.goto(`${collectedUrl()}/faq`);
  await isCollected(page);
  await expect.poll(() => answers).toContain(202);

  await page.goto(`${collectedUrl()}/privacy-policy`);
  await isCollected(page);
  await page.getByRole("link", { name: "My visit data" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "My visit data" })).toBeVisible();
  const records = page.getByRole("region", { name: "Stored records" });
  await expect(records.getByRole("table", { name: "Visits (1)" })).toContainText("letter");
  const list = records.getByRole("table", { name: /^Records/ });
  await expect(list.getByRole("row").filter({ hasText: "Page view" }).filter({ hasText: "/pricing" })).toHaveCount(1);
  await expect(list.getByRole("row").filter({ hasText: "Page view" })).toHaveCount(3);
  await expect(list.getByRole("row").filter({ hasText: "Page speed" }).first()).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await records.getByRole("button", { name: "Delete my visit data" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(list).toBeVisible();
  await records.getByRole("button", { name: "Delete my visit data" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(records.getByText("Your visit data is deleted")).toBeVisible();
  expect(await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }))).not.toContain("session_id");
  await page.reload();
  await expect(records.getByText("Nothing is stored under an id of this tab")).toBeVisible();
});

test("without scripts the page says that nothing is stored under an id", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${collectedUrl()}/privacy/my-data`);
  const records = page.getByRole("region", { name: "Stored records" });
  const notice = records.locator("noscript");
  await expect(notice).toBeVisible();
  expect(await notice.textContent()).toContain("Without JavaScript, your browser has no session id");
  await expect(records.getByText("Loading...")).toBeHidden();
  await context.close();
});
