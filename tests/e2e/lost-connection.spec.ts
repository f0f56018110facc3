import { expect, type Page } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { signInNew } from "./people.ts";
import { hydrated } from "./wizard-people.ts";

/* Input survives a connection that drops at Save, and a save that succeeded never ends on an error screen. */

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.91" } });

const kept = "No connection. Your input is kept. Please try again.";

const reloads = /\.data(\?|$)/;

/** While `broken`, the page cannot reload its data: the server, or a proxy before it, is unavailable. */
async function reloadsOf(page: Page) {
  const state = { broken: false };
  await page.route(reloads, (route) =>
    state.broken
      ? route.fulfill({ status: 503, contentType: "application/json", body: '{"error":{"code":"unavailable"}}' })
      : route.continue(),
  );
  return state;
}

test("account forms keep their input when the connection drops, and save it afterwards", async ({ page, context }) => {
  const { password } = await signInNew(page, "offline", { access: false });
  await page.goto("/account?tab=profile");
  await hydrated(page);
  await page.getByLabel("First Name").fill("Dana");
  await page.getByLabel("Last Name").fill("Okafor");
  await page.getByLabel("Company Name").fill("Northfield");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText(kept)).toBeVisible();
  await expect(page.getByLabel("First Name")).toHaveValue("Dana");
  await context.setOffline(false);
  await page.getByLabel("Title").fill("Founder");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your profile is saved.")).toBeVisible();

  for (const [tab, button, fields] of [
    ["email", "Change Email", { "New Email": "dana@elsewhere.example", "Current Password": password }],
    [
      "security",
      "Change Password",
      { "Current Password": password, "New Password": "Draw3Automate", "Confirm New Password": "Draw3Automate" },
    ],
  ] as const) {
    await page.goto(`/account?tab=${tab}`);
    await hydrated(page);
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    await context.setOffline(true);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByText(kept)).toBeVisible();
    for (const [label, value] of Object.entries(fields))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await context.setOffline(false);
  }
});

test("an admin's form keeps its input when the connection drops", async ({ page, context }) => {
  await signInAsAdmin(page, "offline-admin");
  await page.goto("/admin/settings");
  await hydrated(page);
  await page.getByLabel("Token name").fill("Figures");
  await page.getByRole("checkbox").first().check();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText(kept)).toBeVisible();
  await expect(page.getByLabel("Token name")).toHaveValue("Figures");
  await context.setOffline(false);
  await page.getByLabel("Token name").fill("Weekly figures");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("The token was created.")).toBeVisible();
});

test("a form on a page with a parameter keeps its input when the connection drops before the first Save", async ({
  page,
  context,
}) => {
  await signInAsAdmin(page, "offline-parameter");
  const routes = page.waitForResponse(/__manifest/);
  await page.goto("/admin/calendar/event-types/strategy-session");
  await hydrated(page);
  await routes;
  await page.getByLabel("Title").fill("Longer strategy session");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save the event type" }).click();
  await expect(page.getByText(kept).first()).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Longer strategy session");
});

test("a save that succeeded says so when the page cannot reload, and the page reloads later", async ({ page }) => {
  await signInAsAdmin(page, "offline-reload");
  await page.goto("/admin/settings");
  await hydrated(page);
  const data = await reloadsOf(page);
  data.broken = true;
  await page.getByLabel("Token name").fill("Monthly figures");
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("The token was created.")).toBeVisible();
  await expect(page.getByText("503")).toHaveCount(0);
  await expect(page.getByRole("cell", { name: "Monthly figures" })).toHaveCount(0);
  data.broken = false;
  await expect(page.getByRole("cell", { name: "Monthly figures" })).toBeVisible();
});

test("a page that cannot be opened says so without the response's body", async ({ page }) => {
  await signInNew(page, "offline-open", { access: false });
  await page.goto("/account");
  await hydrated(page);
  const data = await reloadsOf(page);
  data.broken = true;
  await page.evaluate(() => window.__reactRouterDataRouter.navigate("/invoices"));
  await expect(page.getByRole("heading", { name: "Temporarily unavailable" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText("{");
});

test("public forms and the download say so when the connection drops", async ({ page, context }) => {
  await page.goto("/automation-blueprint-gtmarc");
  await page.getByRole("button", { name: "Start Your Free Analysis" }).first().click();
  await expect(page.locator("[data-island=access-dialogs]")).toHaveAttribute("data-alive", "");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("dana@northfield.example");
  await dialog.getByLabel("Company Name").fill("Northfield");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Request Access" }).click();
  await expect(page.getByRole("alert")).toContainText(kept);
  await context.setOffline(false);

  await page.goto("/downloads");
  await page.locator("form[data-download] button").hover();
  await expect(page.locator("[data-island=toast-host]")).toHaveAttribute("data-alive", "");
  await context.setOffline(true);
  await page.locator("form[data-download] button").click();
  await expect(page.getByRole("alert")).toBeVisible();
});
