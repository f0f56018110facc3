import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectAccessible, overflow } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { gtmarc } from "./command-line.ts";
import { test } from "./journey.ts";
import { site } from "./site.ts";
import { hydrated } from "./wizard-people.ts";

/* Funnels: the main one, one built by keyboard, and from a drop-off to the visit and the prospect. */

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

/** Presses Tab until a control with this role and name has the focus. `place`: its index among several. */
async function tabTo(page: Page, role: "link" | "textbox" | "combobox", name: string, place = 0) {
  const target = page.getByRole(role, { name, exact: true }).nth(place);
  await target.waitFor();
  await expect(async () => {
    await page.keyboard.press("Tab");
    expect(await target.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}

test("funnels: built by keyboard, from a drop-off down to the person behind it", async ({ page, browser }) => {
  await signInAsAdmin(page, "funnels");
  const [visitor, other] = await Promise.all(
    ["203.0.113.171", "203.0.113.172"].map(async (address) =>
      (await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": address } })).newPage(),
    ),
  );
  if (!visitor || !other) throw new Error("Two visitors are needed");
  // Other journeys of this worker have visits of other pages.
  await views(visitor, "funnel-1", "/keyboard", "/keyboard/prices");
  await views(other, "funnel-2", "/keyboard", "/faq");
  const person = { email: "kim@riverbend.example", company_name: "Riverbend", session_id: "funnel-2" };
  await send(other, "request-access-code", person);
  await gtmarc(["analytics", "rebuild"]);

  const table = page.getByRole("table", { name: "Figures of each step" });
  await test.step("the main funnel is shown first", async () => {
    await page.goto("/admin/funnel-analytics");
    await expect(table.getByRole("row", { name: /^1\. Landing [2-9]/ })).toBeVisible();
    await expect(table.getByRole("row", { name: /^2\. Access request [1-9]/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a new funnel is written and saved by keyboard", async () => {
    await tabTo(page, "link", "New funnel");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/funnel-analytics\/new/);
    await hydrated(page);
    await tabTo(page, "textbox", "Name");
    await page.keyboard.type("P".repeat(80));
    await tabTo(page, "combobox", "Page");
    await page.keyboard.type("/keyboard");
    await tabTo(page, "textbox", "Step name", 1);
    await page.keyboard.type("Reads prices");
    // The kind of the step, then its path.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("/keyboard/pri*");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/funnel=/);
    await expect(table.getByRole("row", { name: /^1\. \/keyboard 2 / })).toBeVisible();
    await expect(table.getByRole("row", { name: /^2\. Reads prices 1 / })).toBeVisible();
    const wide = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflow(page)).toBe(0);
    await page.setViewportSize(wide);
  });

  await test.step("it is compared and exported", async () => {
    await expect(page.getByText(/compared with .* up to .*, the same time of day/)).toBeVisible();
    await expect(table.getByRole("columnheader", { name: "Visitors, previous period" })).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).press("Enter");
    const file = await readFile(await (await download).path(), "utf8");
    expect(file).toContain(",All,1,/keyboard,no,2,1,1,1,,0");
    expect(file).toContain(",All,2,Reads prices,no,1,0.5,0.5,0,");
  });

  await test.step("the drop-off opens the visit and names the person", async () => {
    await page.getByRole("link", { name: "1 left after this step (50%)" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Left after /keyboard");
    await expect(page.getByText("kim@riverbend.example")).toBeVisible();
    await expect(page.getByRole("cell", { name: "Direct or unknown" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("table").getByRole("link").first().press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Visit on /);
    await expect(page.getByText("Funnel step Access requested")).toBeVisible();
    await expect(page.getByText("Direct or unknown")).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await page.goBack();
  });

  await test.step("it is deleted after a question", async () => {
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete funnel" }).press("Enter");
    await expect(page.getByText("Funnel deleted.")).toBeVisible();
    await expect(page).toHaveURL(/funnel-analytics$/);
  });

  await test.step("every page fits a phone, in the dark scheme too", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    for (const path of ["", "?by=device", "/new?from=main", "/drop-offs?step=0"]) {
      await page.goto(`/admin/funnel-analytics${path}`);
      await expectAccessible(page);
      expect(await overflow(page), path).toBe(0);
    }
  });
});
