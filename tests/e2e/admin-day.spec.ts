import { expect, type Locator, type Page } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { sendRequest } from "./people.ts";

/* An admin's working day by keyboard: Today, search, a prospect's page, the board, the request queue. */

const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

async function reach(page: Page, key: "j" | "Tab", element: Locator) {
  await expect(element).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reaches ${element}.`);
}

/** Opens a page or starts an action by name through the search. */
async function goTo(page: Page, words: string, option: RegExp) {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: /^Search people/ });
  await expect(field).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole("option", { name: option, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field).toBeHidden();
}

test("a working day by keyboard: a task, a note, the next step, a stage and a request", async ({ page, request }) => {
  await signInAsAdmin(page, "admin-day");
  const { id } = await sendRequest<{ id: string }>(page, "POST", "/api/admin/prospects", {
    ...{ email: "lead@larkmoor.example", name: "Dana Whitlock", company: "Larkmoor" },
  });
  const me = await sendRequest<{ user: { id: string } }>(page, "GET", "/api/auth/get-session");
  // Tasks are due on days in the firm's zone, which end after the UTC day.
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/New_York" });
  await sendRequest(page, "POST", `/api/admin/prospects/${id}/tasks`, {
    ...{ title: "Call Larkmoor back", dueOn: today, assigneeId: me.user.id },
  });
  const asked = await request.post("/api/functions/request-access-code", {
    data: { email: `fenwick-${Date.now().toString(36)}@gmail.com`, company_name: "Fenwick Partners" },
    headers: { "x-forwarded-for": "198.51.100.78" },
  });
  expect(asked.status()).toBe(200);

  await test.step("Today: the task is focused with j and completed", async () => {
    await page.goto("/admin");
    await expect(page.getByText("Ctrl K")).toBeVisible();
    // For the collector (decision 0140).
    await expect(page.locator("html")).toHaveAttribute("data-admin", me.user.id);
    await reach(page, "j", page.locator("#tasks").getByRole("link", { name: "Larkmoor" }));
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Mark as done: Call Larkmoor back" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("No tasks are due.")).toBeVisible();
  });

  await test.step("search opens the prospect, where a note and the next task are added", async () => {
    await goTo(page, "larkmor", /Larkmoor/);
    await expect(page.getByRole("heading", { level: 1, name: "Larkmoor" })).toBeVisible();
    await reach(page, "Tab", page.getByLabel("What needs to be done?"));
    await page.keyboard.type("Send the sample");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Next step" })).toContainText("Send the sample");
    await reach(page, "Tab", page.getByRole("textbox", { name: "Note" }));
    await page.keyboard.type("Wants the figures before Friday.");
    await reach(page, "Tab", page.getByRole("button", { name: "Save note" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: "before Friday" }).first()).toBeVisible();
  });

  await test.step("the board: the card moves on with Shift and an arrow", async () => {
    await goTo(page, "pipeline", /pipeline/i);
    await expect(page.locator("[id^=DndLiveRegion]")).toBeAttached();
    const card = page.getByRole("region", { name: /^Lead/ }).getByRole("link", { name: /Larkmoor/ });
    await reach(page, "Tab", card);
    await page.keyboard.press("Shift+ArrowRight");
    await expect(page.getByText("Moved to New analysis.")).toBeVisible();
  });

  await test.step("the queue: ? lists the keys; a request is focused with j and approved", async () => {
    await goTo(page, "access requests", /^Access requests/);
    await expect(page.getByRole("heading", { level: 1, name: "Access requests" })).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: "Fenwick Partners" });
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Next row");
    await page.keyboard.press("Escape");
    await reach(page, "j", row.getByRole("link").first());
    await reach(page, "Tab", row.getByRole("button", { name: /^Approve/ }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Approved. The code is on its way.")).toBeVisible();
  });
});
