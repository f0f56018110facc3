import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.63" } });

test("hours, a question and a cancelled call: visitors see the admins' changes", async ({ page, browser }) => {
  const visitor = await (
    await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.64" } })
  ).newPage();
  const email = `calls-${Date.now().toString(36)}@northfield.example`;
  await signInAsAdmin(page, "calendar");
  await page.goto("/admin/calendar/event-types");
  const loud: string[] = [];
  for (const watched of [page, visitor]) {
    watched.on("console", (line) => line.type() === "error" && loud.push(line.text()));
    watched.on("pageerror", (error) => loud.push(error.message));
  }
  await expectAccessible(page);

  // Add a question to the form.
  await page.getByRole("link", { name: "Blueprint unlock call" }).click();
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByRole("textbox", { name: "Question 1" }).fill("Which CRM do you use?");
  await page.getByLabel("Required").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save the event type" }).click();
  await expect(page.getByText("Saved. It applies from now on.")).toBeVisible();
  await visitor.goto("/schedule/blueprint-unlock-call");
  await visitor
    .getByRole("button", { name: /\d{1,2}:\d{2} [AP]M/ })
    .last()
    .click();
  await visitor.getByLabel("Name").fill("Dana Whitlock");
  await visitor.getByLabel("Email").fill(email);
  await visitor.getByRole("button", { name: "Schedule Event" }).click();
  await expect(visitor.getByText("Please answer this question.")).toBeVisible();
  await visitor.getByLabel("Which CRM do you use?").fill("HubSpot");
  await visitor.getByRole("button", { name: "Schedule Event" }).click();
  await expect(visitor).toHaveURL(/\/booking\//);

  // The call is listed with its answer, and the firm cancels it.
  await page.goto("/admin/calendar/calls");
  await expectAccessible(page);
  await page
    .getByRole("row", { name: new RegExp(email) })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByText("HubSpot")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel the call" }).click();
  await page.getByLabel("Reason").fill("The architect is ill.");
  await page.getByRole("button", { name: "Cancel and email" }).click();
  await expect(page.getByText("Canceled. Both sides get an email.")).toBeVisible();
  expect((await waitForMail(email, /^Canceled: /)).text).toContain("The architect is ill.");

  // Remove the question again: other journeys book this event type.
  await page.goto("/admin/calendar/event-types/blueprint-unlock-call");
  await page.getByRole("button", { name: "Remove question 1" }).click();
  await page.getByRole("button", { name: "Save the event type" }).click();
  await expect(page.getByText("Saved. It applies from now on.")).toBeVisible();

  // Another host with one hour a week, and a calendar address that is shown once.
  await page.goto("/admin/calendar/hosts");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add a host" }).click();
  await page.getByLabel("Name").fill("Mara Lind");
  await page.getByLabel("Email").fill(`mara-${Date.now().toString(36)}@gtmarc.example`);
  await page.getByRole("button", { name: "Add the host" }).click();
  await page.getByRole("link", { name: "Mara Lind" }).click();
  await expectAccessible(page);
  await page.getByLabel("Monday, opening 1, to").fill("08:00");
  await page.getByRole("button", { name: "Save the week" }).click();
  await expect(page.getByText("An opening must end after it begins.")).toBeVisible();
  await page.getByLabel("Monday, opening 1, to").fill("10:00");
  await page.getByRole("button", { name: "Save the week" }).click();
  await expect(page.getByText("Saved. New calls are offered in these hours.")).toBeVisible();
  await page.getByRole("button", { name: "Create address" }).click();
  const address = await page.getByRole("textbox", { name: "Secret address" }).inputValue();
  expect(await (await page.request.get(address)).text()).toContain("BEGIN:VCALENDAR");
  const place = async (label: string) => (await page.getByLabel(label).boundingBox())!;
  const { x, width } = await place("Video link");
  expect(await place("Calendar address")).toMatchObject({ x, width });
  await page.getByLabel("Calendar address").fill("https://127.0.0.1/secret.ics");
  await page.getByRole("button", { name: "Connect calendar" }).click();
  await expect(page.getByText("The address leads to a private network.").first()).toBeVisible();

  await page.goto("/admin/calendar");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Day", exact: true }).click();
  await expectAccessible(page);
  // The browser itself logs the refused address.
  expect(loud.filter((line) => !line.includes("422"))).toEqual([]);
});
