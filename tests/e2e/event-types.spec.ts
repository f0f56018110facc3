import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";
import { hydrated } from "./wizard-people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.71" } });

test("an event type of the firm's own: added, described, offered, booked, archived", async ({ page, browser }) => {
  const phone = await (
    await browser.newContext({
      viewport: { width: 390, height: 844 },
      extraHTTPHeaders: { "x-forwarded-for": "203.0.113.72" },
    })
  ).newPage();
  const mark = Date.now().toString(36);
  const email = `kickoff-${mark}@northfield.example`;
  await signInAsAdmin(page, "event-types");
  await page.goto("/admin/calendar/event-types");
  await page.getByRole("button", { name: "Add an event type" }).click();
  await page.getByLabel("Title").fill(`Kickoff ${mark}`);
  await expect(page.getByLabel("Link")).toHaveValue(`kickoff-${mark}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add the event type" }).click();
  await page.getByRole("link", { name: `Kickoff ${mark}` }).click();

  await page.getByLabel("Duration").fill("60");
  for (const [index, [minutes, title]] of [
    ["20", "Goals"],
    ["30", "Work plan"],
  ].entries()) {
    await page.getByRole("button", { name: "Add a part" }).click();
    await page.getByLabel(`Part ${index + 1}`, { exact: true }).fill(title!);
    await page.getByLabel("Length").nth(index).fill(minutes!);
  }
  await page.getByLabel("Where").selectOption("phone");
  await page.getByLabel("Can be booked").check();
  await page.getByRole("button", { name: "Save the event type" }).click();
  await expect(page.getByText("The parts add up to 50 minutes; the call has 60.")).toBeVisible();
  await page.getByLabel("Length").nth(1).fill("40");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save the event type" }).click();
  await expect(page.getByText("Saved. It applies from now on.")).toBeVisible();

  await phone.goto(`/schedule/kickoff-${mark}`);
  await expect(phone.getByText("By phone. GTMarc calls you.")).toBeVisible();
  await expect(phone.getByText("Work plan")).toBeVisible();
  await phone
    .getByRole("button", { name: /\d{1,2}:\d{2} [AP]M/ })
    .last()
    .click();
  await phone.getByLabel("Name").fill("Dana Whitlock");
  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Phone number").fill("+43 1 234567");
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Schedule Event" }).click();
  await expect(phone).toHaveURL(/\/booking\//);
  await expect(phone.getByText("By phone: GTMarc calls the number given at booking.")).toBeVisible();
  const { text } = await waitForMail(email, /^Booked: /);
  expect(text).toContain("The 60 minutes: 20 for Goals, 40 for Work plan.");

  await page.goto("/admin/calendar/event-types");
  // With the keyboard: the focus stays, so the next press moves it further.
  await hydrated(page);
  const raise = page.getByRole("button", { name: `Move up Kickoff ${mark}` });
  await raise.press("Enter");
  await expect(page.getByText("The order is saved.")).toBeVisible();
  await expect(raise).toBeFocused();
  await page.getByRole("button", { name: `Archive Kickoff ${mark}` }).click();
  await expect(page.getByText("Archived. Its calls stay in the calendar.")).toBeVisible();
  expect((await phone.goto(`/schedule/kickoff-${mark}`))?.status()).toBe(404);
});
