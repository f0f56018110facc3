import { expect, type Page } from "@playwright/test";
import { expectAccessible, overflow } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";

/*
 * Email sequences in the admin area: an admin builds one from nothing by keyboard, publishes and starts it, and enrolls people.
 * No mail is sent here: its first step waits for a day, so the journey is the same at every hour and on holidays.
 */

const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole("button", { name }).focus();
  await page.keyboard.press("Enter");
};
const confirm = async (page: Page, name: string) => {
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
};
const type = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
};
const row = (page: Page, email: string) => page.getByRole("row", { name: new RegExp(email) });

test("a sequence is built by keyboard, published and started; people are enrolled, paused and removed", async ({
  page,
}) => {
  await signInAsAdmin(page, "sequencer");
  await page.goto("/admin/email-sequences");
  await expect(page.getByRole("link", { name: "Cold lead after 90 days" })).toBeVisible();
  await expectAccessible(page);
  await press(page, /^New sequence/);
  await expect(page).toHaveURL(/\/admin\/email-sequences\/[0-9a-f-]{36}$/);
  const address = new URL(page.url()).pathname;

  await type(page, "Title", "Second look");
  await press(page, "Add task");
  await expect(page.getByLabel("Task", { exact: true })).toBeFocused();
  await page.keyboard.type("Call {the lead}");
  await press(page, "Add email");
  await expect(page.getByLabel("Subject", { exact: true })).toBeFocused();
  await page.keyboard.type("A second look, {{first_name}}");
  await type(page, "Text", "Hello, this is about your plan.");
  await type(page, "Wait after the previous step", "1");
  await page.getByRole("button", { name: /2\. A second look/ }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByRole("button", { name: /1\. A second look/ })).toBeFocused();
  await press(page, /^Save draft/);
  await expect(page.getByText(/needs a fallback for people/)).toBeVisible();
  await type(page, "Subject", "A second look, {{first_name|friend}}");
  await press(page, /^Save draft/);
  await expect(page.getByText("All changes saved")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("A second look, friend").first()).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("button", { name: /1\. A second look/ })).toBeVisible();

  await press(page, "Publish");
  await confirm(page, "Publish");
  await expect(page.getByText("Version 1 is published.")).toBeVisible();
  await press(page, "Start");
  await confirm(page, "Start");
  await expect(page.getByText("Running", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "People", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No one is enrolled" })).toBeVisible();
  const people = ["ada", "bo", "cy"].map((name) => `${name}@second-look.example`);
  for (const email of people) {
    await page.getByRole("button", { name: "Enroll a person" }).first().focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await expect(row(page, email)).toContainText("Active");
  }
  const [ada, bo, cy] = people as [string, string, string];
  await press(page, `Pause ${ada}`);
  await expect(row(page, ada)).toContainText("Paused");
  await press(page, `Remove ${bo}`);
  await confirm(page, "Remove");
  await expect(row(page, bo)).toContainText("Removed by an admin");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("link", { name: cy }).click();
  await expect(page.getByText(/next: email “A second look/)).toBeVisible();
  await page.goto(`${address}/dry-run?q=${encodeURIComponent(cy)}`);
  await page.getByRole("region", { name: "Found people" }).getByRole("link").click();
  await expect(page.getByText("1 email in 30 days.", { exact: false })).toBeVisible();
  await expect(page.getByText("Task “Call {the lead}” is created")).toBeVisible();
  await page.goto("/admin/email-sequences");
  await expect(page.getByRole("row", { name: /Second look/ })).toContainText("Running");
  await expect(page.getByRole("link", { name: "1", exact: true })).toHaveCount(3);
});
