import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.87" } });

test("the address of a calendar server in a private network is refused, and the form keeps what was typed", async ({
  page,
}) => {
  await signInAsAdmin(page, "calendar");
  await page.goto("/admin/calendar/hosts");
  await page.getByRole("table", { name: "Hosts" }).getByRole("link").first().click();
  const form = page.getByRole("form", { name: "CalDAV account" });
  await form.getByRole("button", { name: "Test and connect" }).click();
  await expect(form.getByText("Please enter the user name.")).toBeVisible();
  await form.getByLabel("CalDAV server").fill("https://127.0.0.1:5232/");
  await form.getByLabel("User name").fill("host");
  await form.getByLabel("Password", { exact: true }).fill("a secret");
  await form.getByRole("button", { name: "Test and connect" }).click();
  await expect(form.getByText("The address leads to a private network. Enter a public address.")).toBeVisible();
  await expect(form.getByLabel("User name")).toHaveValue("host");
  await expectAccessible(page);
});
