import { expect, type Page } from "@playwright/test";
import { expectTidy } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { sendRequest } from "./people.ts";
import { hydrated } from "./wizard-people.ts";

const field = (page: Page) => page.getByLabel("Text", { exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const saved = (page: Page) => page.getByText("The settings are saved and apply now.");

async function open(page: Page, key: string) {
  await page.goto(`/admin/settings/texts/${key}`);
  await hydrated(page);
}

async function restoreDefault(page: Page) {
  await page.getByRole("button", { name: "Restore the default text" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Restore/ })
    .click();
}

// The next journeys of the worker have the same site, with the firm's texts.
test.afterEach(async ({ page }) => {
  const changes = ["faq", "training", "terms", "footer"].map((key) => ({ name: `texts.${key}`, value: null }));
  await sendRequest(page, "PUT", "/api/admin/settings", { changes });
});

test("an admin changes the FAQ with a preview, sees the page, and goes back", async ({ page }) => {
  await signInAsAdmin(page, "texts");
  await page.goto("/admin/settings/texts");
  await page.getByRole("link", { name: "FAQ" }).click();
  await hydrated(page);
  await expect(field(page)).toHaveValue(/How many hours does automation save\?/);
  await expectTidy(page);

  const question = "Do you work in harbors?";
  await field(page).fill(`## Harbors\n\nOn water.\n\n### ${question}`);
  await expect(page.getByText(`“${question}” has no answer.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  await field(page).fill(`## Harbors\n\nOn water.\n\n### ${question}\n\nYes, from **{{price_unlock}}**.`);
  await expect(preview(page).getByText(question)).toBeVisible();
  await page.getByRole("button", { name: "Save Changes" }).focus();
  await page.keyboard.press("Enter");
  await expect(saved(page)).toBeVisible();
  await page.goto("/faq");
  await page.getByText(question).click();
  await expect(page.getByText("Yes, from $499.")).toBeVisible();

  await open(page, "faq");
  await page
    .getByRole("link", { name: /^Show the difference/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Difference" }).locator("ins").first()).toHaveText("## Harbors");
  await expectTidy(page);
  await restoreDefault(page);
  await expect(field(page)).toHaveValue(/How many hours does automation save\?/);
  await page.goto("/faq");
  await expect(page.getByText("How many hours does automation save?")).toBeVisible();
});

test("of two admins who change the footer the later one sees the difference, keeps their text and can replace the other", async ({
  page,
  browser,
}) => {
  await signInAsAdmin(page, "texts-first");
  const other = await (await browser.newContext()).newPage();
  await signInAsAdmin(other, "texts-second");
  await open(page, "footer");
  await open(other, "footer");
  await field(page).fill("We plan harbors.");
  await field(other).fill("We plan bridges.");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(saved(page)).toBeVisible();

  await other.getByRole("button", { name: "Save Changes" }).click();
  await expect(other.getByText("Another admin changed these settings in the meantime")).toBeVisible();
  const difference = other.getByRole("region", { name: "Difference" });
  await expect(difference.locator("del")).toHaveText("We plan harbors.");
  await expect(difference.locator("ins")).toHaveText("We plan bridges.");
  await expect(field(other)).toHaveValue("We plan bridges.");
  await other.getByRole("button", { name: "Save Changes" }).click();
  await expect(saved(other)).toBeVisible();

  await other
    .getByRole("link", { name: /^Show the difference/ })
    .nth(1)
    .click();
  await other.getByRole("button", { name: "Restore this version" }).click();
  await expect(other.getByText("The version is restored.")).toBeVisible();
  await page.goto("/");
  await expect(page.locator("footer").getByText("We plan harbors.")).toBeVisible();
  await other.context().close();
});

test("an admin announces new terms, and the ones before apply until their day and stay readable", async ({ page }) => {
  await signInAsAdmin(page, "terms");
  await open(page, "terms");
  const former = await field(page).inputValue();
  const text = (day: string) =>
    former
      .replace("Version: 1", "Version: 2")
      .replace("2025-09-29", day)
      .replace("- Retainers:", "- Harbors.\n- Retainers:");
  const notify = page.getByRole("checkbox", { name: /^Notify the \d+ (person|people) with an account by email$/ });
  const notices = page.getByRole("list", { name: "Emails about new versions" });
  const save = async (day: string, sentence: string, { notifies = false } = {}) => {
    await field(page).fill(text(day));
    await expect(preview(page).getByText("Harbors.")).toBeVisible();
    await expect(notify).toHaveCount(notifies ? 1 : 0);
    if (notifies) {
      await expect(notify).not.toBeChecked();
      await notify.check();
    }
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText(sentence)).toBeVisible();
  };
  await save("2126-01-01", "The text is saved and applies from January 1, 2126.", { notifies: true });
  await expect(notices.getByText("Version 2, from January 1, 2126: Sent to")).toBeVisible();
  await expect(notify).toHaveCount(0);
  await expect(page.locator("h1")).toHaveCount(1);
  await expectTidy(page);
  await page.goto("/terms-of-service");
  await expect(page.getByText("Last updated September 29, 2025")).toBeVisible();
  await expect(page.getByText("Version 2 applies from January 1, 2126.")).toBeVisible();
  await expectTidy(page);
  await page.getByRole("link", { name: "Version 2" }).click();
  await expect(page.getByText("This version applies from January 1, 2126.")).toBeVisible();
  await expect(page.getByText("Harbors.")).toBeVisible();

  await open(page, "terms");
  await save("2026-01-01", "The settings are saved and apply now.");
  await expect(notices.getByText(/^Version \d, from January 1, 2126: .*, then stopped/).first()).toBeVisible();
  await page.goto("/terms-of-service");
  await expect(page.getByText("effective January 1, 2026")).toBeVisible();
  await page.getByRole("link", { name: "1 (September 29, 2025)" }).click();
  await expect(page.getByText("This version no longer applies.")).toBeVisible();
  await expectTidy(page);
  await page.getByRole("link", { name: "Read the current version" }).click();
  await expect(page.getByText("Harbors.")).toBeVisible();
});

test("a training program of the firm is offered, registered for, and gone with the default text", async ({ page }) => {
  await signInAsAdmin(page, "programs");
  await open(page, "training");
  await field(page).fill(
    (await field(page).inputValue()).replace("## Intelligent Systems Masterclass", "## Harbor Day"),
  );
  await expect(preview(page).getByRole("heading", { name: "Harbor Day" })).toBeVisible();
  // A link of the preview would leave the page with unsaved edits.
  await preview(page).getByRole("button", { name: "Sign Up for Seminar" }).click();
  await expect(page).toHaveURL(/\/admin\/settings\/texts\/training$/);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(saved(page)).toBeVisible();
  await page.goto("/training");
  await page.getByRole("button", { name: "Sign Up for Seminar" }).click();
  const dialog = page.getByRole("dialog", { name: "Register for Training" });
  await expect(dialog.getByText("Harbor Day")).toBeVisible();
  await dialog.getByLabel("Email").fill("dana@harbor-client.example");
  await dialog.getByLabel("Company Name").fill("Harbor");
  await dialog.getByRole("button", { name: "Submit Registration" }).click();
  await expect(dialog.getByText("Registration Successful!")).toBeVisible();
  await open(page, "training");
  await restoreDefault(page);
  await expect(saved(page)).toBeVisible();
  await page.goto("/training");
  await expect(page.getByRole("heading", { name: "Intelligent Systems Masterclass" })).toBeVisible();
});
