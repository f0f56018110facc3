import { expect, type Page } from "@playwright/test";
import { expectAccessible, overflow } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { gtmarc } from "./command-line.ts";
import { test } from "./journey.ts";
import { site } from "./site.ts";

/* Analytics reports: visits that the collector received, filtered down to one of them. */

const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "accept-language": "en-US",
};

async function visit(page: Page, sessionId: string, payloads: readonly { type: string; data: object }[]) {
  const answer = await page.request.post(`${site().url}/api/functions/collect-analytics`, {
    data: payloads.map((payload) => ({ session_id: sessionId, ...payload })),
    headers: browser,
  });
  expect(answer.status()).toBe(202);
}

const view = (page_path: string) => ({ type: "page_view", data: { page_path } });
const goal = {
  type: "conversion",
  data: { conversion_type: "goal_complete", conversion_name: "quick_start.completed" },
};
const rage = { type: "behavior", data: { behavior_type: "rage_click", element_selector: "button.buy" } };
const on = (page_path: string, payload: { type: string; data: object }) => ({
  ...payload,
  data: { ...payload.data, page_path },
});

test("reports: empty at first, then from a figure down to its visits", async ({ page, browser: shared }) => {
  await signInAsAdmin(page, "analytics");
  await page.goto("/admin/analytics");

  await test.step("without visits the page shows the reason", async () => {
    await expect(page.getByRole("heading", { name: "No visits yet" })).toBeVisible();
    await expect(page.getByText("nothing is collected on localhost")).toBeVisible();
    await expectAccessible(page);
  });

  const visitor = await (await shared.newContext()).newPage();
  await visit(visitor, "journey-1", [view("/"), view("/pricing"), on("/pricing", rage), on("/pricing", goal)]);
  await visit(visitor, "journey-2", [view("/faq")]);
  await gtmarc(["analytics", "rebuild"]);

  await test.step("figures, chart and cards", async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: /^Visits 2\b/ })).toBeVisible();
    await expect(page.getByText("2 visits, none in the compared period.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Bounce rate/ }).click();
    await expect(page).toHaveURL(/metric=bounceRate/);
    await expect(page.getByRole("heading", { name: "Bounce rate" })).toBeVisible();
    await page.locator("summary", { hasText: "Export" }).click();
    await expect(page.getByRole("link", { name: "Chart as CSV" })).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 720, height: 900 });
    await page.locator("summary", { hasText: "Add filter" }).click();
    await expect.poll(() => overflow(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
  });

  await test.step("a row adds its filter and the chip removes it", async () => {
    await page.getByRole("link", { name: /^\/pricing Views 1/ }).click();
    await expect(page.getByRole("link", { name: "Remove the filter Page is /pricing" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Visits 1\b/ })).toBeVisible();
    await page.getByRole("link", { name: "Remove the filter Page is /pricing" }).click();
    await expect(page.getByRole("link", { name: /^Visits 2\b/ })).toBeVisible();
  });

  await test.step("the form adds a filter, which is saved as a segment", async () => {
    await page.getByText("Add filter", { exact: true }).first().click();
    await page.getByLabel("Filter by").selectOption("page");
    await page.getByLabel("Value", { exact: true }).fill("/pri*");
    const isOpen = Promise.withResolvers<void>();
    await page.route(/analytics\.data/, async (route) => {
      await isOpen.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByText("Segments", { exact: true }).click();
    isOpen.resolve();
    await expect(page).toHaveURL(/page=%2Fpri/);
    await page.getByRole("button", { name: "Save filters as segment" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Pricing readers");
    await page.getByRole("button", { name: "Save segment" }).click();
    await expect(page.getByText("Segment saved.")).toBeVisible();
    await expect(page.locator("summary", { hasText: "Pricing readers" })).toBeVisible();
  });

  await test.step("a note appears in the chart", async () => {
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByLabel("Note", { exact: true }).fill("Launch of the grid");
    await page.getByRole("dialog").getByRole("button", { name: "Add note" }).click();
    await expect(page.getByRole("list", { name: "Notes in the chart" })).toContainText("Launch of the grid");
  });

  await test.step("a rage click opens its visits", async () => {
    await page.getByRole("link", { name: /^\/pricing button\.buy Rage clicks 1/ }).click();
    await expect(page).toHaveURL(/\/admin\/analytics\/visits\?/);
    await expect(page.getByText("Visits with: rage clicks")).toBeVisible();
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await expectAccessible(page);
  });

  await test.step("a goal counts past visits, and alerts are kept", async () => {
    await page.goto("/admin/analytics/goals");
    await expect(page.getByRole("heading", { name: "No goals yet" })).toBeVisible();
    await page.getByRole("button", { name: "Add goal" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Read prices");
    await page.getByLabel("Path").fill("pricing");
    await page.getByRole("button", { name: "Save goal" }).click();
    await expect(page.getByRole("dialog")).toContainText("Start the path with a slash");
    await page.getByLabel("Path").fill("/pricing*");
    await page.getByRole("button", { name: "Save goal" }).click();
    await expect(page.getByRole("row", { name: /^Read prices Page \/pricing\* 1 100%/ })).toBeVisible();
    await page.getByRole("button", { name: "Add goal" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Long path");
    await page.getByLabel("Path").fill(`/${"p".repeat(299)}`);
    await page.getByRole("button", { name: "Save goal" }).click();
    await expect(page.getByRole("row", { name: /^Long path/ })).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await page.getByLabel("Conversions", { exact: true }).check();
    await page.getByLabel("Read prices", { exact: true }).check();
    await page.getByRole("button", { name: "Save alerts" }).click();
    await expect(page.getByText("Alerts saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Read prices", { exact: true })).toBeChecked();
    await expect(page.getByLabel("Visits", { exact: true })).not.toBeChecked();
    await expectAccessible(page);
  });

  await test.step("a shared link shows the overview to anyone until it is ended", async () => {
    await page.getByRole("button", { name: "Share the overview" }).click();
    await page.getByLabel("Name", { exact: true }).fill("For the agency");
    await page.getByRole("button", { name: "Create link" }).click();
    const address = await page.getByRole("link", { name: /\/share\/[\w-]+\/analytics/ }).textContent();
    const reader = await (await shared.newContext()).newPage();
    const opened = await reader.goto(address!);
    expect(opened!.headers()).toMatchObject({ "cache-control": "private, no-store", "referrer-policy": "no-referrer" });
    await expect(reader.getByRole("heading", { name: "For the agency", level: 1 })).toBeVisible();
    await expect(reader.getByRole("link", { name: /^Visits 2\b/ })).toBeVisible();
    await expect(reader.locator('meta[name="robots"]')).toHaveCount(1);
    await expect(reader.locator('a[href*="/admin"]')).toHaveCount(0);
    expect(await reader.content()).not.toMatch(/Launch of the grid|Pricing readers|button\.buy/);
    await expectAccessible(reader);
    await reader.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(reader)).toBe(0);
    await page.getByRole("button", { name: "End For the agency" }).click();
    await page.getByRole("button", { name: "End link" }).click();
    await expect(page.getByText("The link no longer works.")).toBeVisible();
    expect((await reader.goto(address!))!.status()).toBe(410);
    await expect(reader.getByRole("heading", { name: "This link has ended" })).toBeVisible();
    await page.goto("/admin/analytics");
  });

  await test.step("rejected hits are counted and rejected again", async () => {
    await page.getByRole("link", { name: "Rejected hits" }).click();
    await page.getByRole("button", { name: /^Count these hits\s+Crawlers/ }).click();
    await expect(page.getByRole("button", { name: /^Reject again\s+Crawlers/ })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: /^Count these hits\s+Crawlers/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the pages fit a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["", "/lists/page", "/visits", "/experience", "/goals", "/rejected"]) {
      await page.goto(`/admin/analytics${path}`);
      await expectAccessible(page);
      expect(await overflow(page), path).toBe(0);
    }
  });
});
