import { expect } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { sendRequest } from "./people.ts";

/* The admin area without scripts: readable and searchable, and every visible button works. */

const lists = [
  ...[
    "",
    "/prospect-pipeline",
    "/prospect-pipeline?view=table",
    "/prospect-pipeline/import",
    "/prospect-pipeline/duplicates",
    "/access-requests",
  ],
  ...["/newsletter", "/mail", "/mail/suppressions", "/blueprints", "/billing", "/search?q=add"],
  ...["/calendar", "/calendar/calls", "/calendar/hosts", "/calendar/event-types"],
  ...[
    "/analytics",
    "/analytics/import",
    "/analytics/goals",
    "/analytics/rejected",
    "/funnel-analytics",
    "/funnel-analytics/new",
  ],
  ...["/users", "/audit-log", "/jobs", "/jobs/events", "/settings", "/security", "/security/policy"],
].map((path) => `/admin${path}`);

test("without scripts every visible button of the admin area works", async ({ page, browser, baseURL }) => {
  await signInAsAdmin(page, "plain");
  const { id } = await sendRequest<{ id: string }>(page, "POST", "/api/admin/prospects", {
    ...{ email: "lead@plainfield.example", name: "Dana Whitlock", company: "Plainfield" },
  });
  await sendRequest(page, "POST", `/api/admin/prospects/${id}/notes`, { body: "Doubts the figure." });
  const issue = await sendRequest<{ id: string }>(page, "POST", "/api/admin/newsletter");
  const context = await browser.newContext({
    ...{ javaScriptEnabled: false, baseURL: baseURL! },
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  const pressed: string[] = [];
  const paths = new Set([...lists, `/admin/newsletter/${issue.id}`, `/admin/prospect-pipeline/${id}`]);
  // A list adds the page of its first row.
  for (const path of paths) {
    expect((await plain.goto(path))?.status(), path).toBe(200);
    await expect(plain.locator("noscript").first()).toBeVisible();
    const link = plain.locator("tbody th a[href^='/admin/']").first();
    if (lists.includes(path) && (await link.count()) > 0) paths.add((await link.getAttribute("href"))!);
    const count = await plain.locator("main :is(button, [role=button]):visible").count();
    for (let at = 0; at < count; at += 1) {
      const button = plain.locator("main :is(button, [role=button]):visible").nth(at);
      const name = `${path}: ${(await button.textContent())?.trim()}`;
      const opened = plain.waitForResponse((response) => response.request().isNavigationRequest(), { timeout: 30_000 });
      const [response] = await Promise.all([opened.catch(() => null), button.click()]);
      expect(response?.status() ?? "no response", name).toBeLessThan(400);
      pressed.push(name);
      await plain.goto(path);
    }
    for (const summary of await plain.locator("main summary:visible").all()) {
      const isOpen = () => summary.evaluate((element) => (element.parentElement as HTMLDetailsElement).open);
      const before = await isOpen();
      await summary.click();
      expect(await isOpen(), `${path}: ${await summary.textContent()}`).toBe(!before);
    }
  }
  expect(pressed).toContainEqual(expect.stringContaining("Export"));
  await context.close();
});
