import { expect, type Page } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { sendRequest } from "./people.ts";
import { hydrated } from "./wizard-people.ts";

/* After each admin action the focus is on the next sensible element, never on the body. */

const pipeline = "/admin/prospect-pipeline";

async function add(page: Page, name: string, company: string) {
  const email = `${name}@${company.toLowerCase()}.example`;
  return sendRequest<{ id: string }>(page, "POST", "/api/admin/prospects", { email, name, company });
}

test("the focus stays in place after actions on a list, a filter change and saving a view", async ({ page }) => {
  await signInAsAdmin(page, "focus-list");
  for (const name of ["ada", "bea"]) await add(page, name, "Focalist");
  await page.goto(`${pipeline}?view=table&q=focalist`);
  await expect(page.getByText("Ctrl K")).toBeVisible();
  const row = page.getByRole("checkbox", { name: /^Choose Focalist/ }).first();

  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Add tag" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Tag").fill("focal");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 tagged “focal”.")).toBeVisible();
  await expect(page.locator("tbody a:focus")).toHaveText("Focalist");

  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Move to stage" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Stage").selectOption("Qualified");
  await page.getByRole("button", { name: "Move 1 prospect" }).press("Enter");
  await expect(page.getByText("1 moved to Qualified.")).toBeVisible();
  await expect(page.locator("tbody a:focus")).toHaveText("Focalist");

  await page.getByLabel("Stage", { exact: true }).focus();
  await page.getByLabel("Stage", { exact: true }).selectOption("Qualified");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByLabel("Stage", { exact: true })).toBeFocused();
  await page.getByRole("link", { name: "Clear", exact: true }).press("Enter");
  await expect(page.getByLabel("Search company or person")).toBeFocused();

  await page.goto(`${pipeline}?view=table&q=focalist`);
  await page.getByRole("button", { name: "Save view" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Name").fill("Focal firms");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Edit view" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete this view" }).press("Enter");
  await page.getByRole("button", { name: "Delete view" }).press("Enter");
  await expect(page.getByText("View deleted.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save view" })).toBeFocused();
  await expect(row).toBeHidden();
});

test("editing a note, merging and undoing the merge move the focus sensibly", async ({ page }) => {
  await signInAsAdmin(page, "focus-prospect");
  const { id } = await add(page, "kim", "Focusmerge");
  const other = await add(page, "kimberly", "Focusmerge");
  await sendRequest(page, "POST", `/api/admin/prospects/${id}/notes`, { body: "Doubts the figure." });
  await page.goto(`${pipeline}/${id}`);
  await expect(page.getByText("Ctrl K")).toBeVisible();

  await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
  await page.getByRole("button", { name: "Cancel", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();

  await page.goto(`${pipeline}/${id}/merge?with=${other.id}`);
  await expect(page.getByText("Ctrl K")).toBeVisible();
  await page.getByRole("button", { name: "Merge", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Focusmerge", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Undo the merge" }).press("Enter");
  await expect(page.getByText("The merge is undone.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Contact" })).toBeFocused();
});

test("starting an import moves the focus to the heading", async ({ page }) => {
  await signInAsAdmin(page, "focus-import");
  await page.goto(`${pipeline}/import`);
  const buffer = Buffer.from("Email;Company\r\nlead@focusimport.example;Focusimport\r\n");
  await page.getByLabel("CSV file").setInputFiles({ name: "focus.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Upload file" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "focus.csv" })).toBeFocused();
  await page.getByRole("button", { name: "Import 1 row" }).press("Enter");
  await expect(page.getByText("1 prospect added.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "focus.csv" })).toBeFocused();
});

test("a choice of the calendar keeps the page and the focus", async ({ page }) => {
  await signInAsAdmin(page, "focus-calendar");
  await page.goto("/admin/calendar");
  await hydrated(page);
  const day = page.getByRole("link", { name: "Day", exact: true });
  await day.press("Enter");
  await expect(day).toHaveAttribute("aria-current", "true");
  await expect(day).toBeFocused();
});
