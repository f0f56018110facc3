import { expect, type Page } from "@playwright/test";
import { expectAccessible, overflow } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { gtmarc } from "./command-line.ts";
import { test } from "./journey.ts";
import { site } from "./site.ts";

/* Funnels of an admin: the main one, a funnel of two pages, and from a drop-off to the visit and the person behind it. */

const headers = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "accept-language": "en-US",
};

async function send(page: Page, path: string, data: unknown) {
  const answer = await page.request.post(`${site().url}/api/functions/${path}`, { data, headers });
  expect(answer.ok()).toBe(true);
}

const views = (page: Page, session_id: string, ...paths: string[]) =>
  send(
    page,
    "collect-analytics",
    paths.map((page_path) => ({ type: "page_view", session_id, data: { page_path } })),
  );

test("funnels: from the main one to the person behind a drop-off", async ({ page, browser }) => {
  test.setTimeout(90_000);
  await signInAsAdmin(page, "funnels");
  await page.goto("/admin/funnel-analytics");

  await test.step("without visits the page says what would appear", async () => {
    await expect(page.getByRole("heading", { name: "No one started this funnel" })).toBeVisible();
    await expectAccessible(page);
  });

  const visitor = await (await browser.newContext()).newPage();
  await views(visitor, "journey-1", "/", "/pricing");
  await views(visitor, "journey-2", "/", "/faq");
  const person = { email: "kim@riverbend.example", company_name: "Riverbend", session_id: "journey-2" };
  await send(visitor, "request-access-code", person);
  await send(visitor, "track-funnel-event", { session_id: "journey-2", stage: "access", substage: "requested" });
  await gtmarc(["analytics", "rebuild"]);

  await test.step("the main funnel shows both visitors and the one who asked for access", async () => {
    await page.reload();
    const table = page.getByRole("table", { name: "Figures of each step" });
    await expect(table.getByRole("row", { name: /^1\. Landing 2 / })).toBeVisible();
    await expect(table.getByRole("row", { name: /^2\. Access request 1 / })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a new funnel is saved and shown", async () => {
    await page.getByRole("link", { name: "New funnel" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Pricing");
    await page.getByLabel("Page", { exact: true }).first().fill("/");
    await page.getByLabel("Page", { exact: true }).last().fill("/pri*");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save funnel" }).click();
    await expect(page).toHaveURL(/funnel=/);
    await expect(page.getByRole("link", { name: "1 left after this step (50%)" })).toBeVisible();
  });

  await test.step("the drop-off opens the visit and names the person", async () => {
    await page.getByRole("link", { name: "1 left after this step (50%)" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Left after /");
    await expect(page.getByText("kim@riverbend.example")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("table").getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Visit on /);
    await expect(page.getByText("Funnel step access.requested")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("every page fits a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [page.url(), "/admin/funnel-analytics?by=device", "/admin/funnel-analytics/new?from=main"]) {
      await page.goto(path);
      expect(await overflow(page), path).toBe(0);
    }
  });
});
