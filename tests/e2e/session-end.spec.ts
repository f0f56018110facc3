import { expect, type Page } from "@playwright/test";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { signInAsAdmin, totpSecret } from "./admins.ts";
import { test } from "./journey.ts";
import { type Person, sendRequest, signIn, signInAgain, signInNew } from "./people.ts";
import { hydrated } from "./wizard-people.ts";

/* A session that ends while a form is open: the page says so, keeps the input and restores it after the sign-in. */

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.92" } });

const ended = (page: Page) => page.getByRole("alert").filter({ hasText: "You are signed out" });
const signOut = (page: Page) => sendRequest(page, "POST", "/api/auth/sign-out");

async function typeProfile(page: Page) {
  await page.goto("/account?tab=profile");
  await hydrated(page);
  await page.getByLabel("First Name").fill("Dana");
  await page.getByLabel("Last Name").fill("Okafor");
  await page.getByLabel("Company Name").fill("Northfield");
  await page.getByLabel("Focus Area").selectOption({ index: 1 });
}

test("a profile typed while the session ended is restored after the sign-in, and can be saved", async ({ page }) => {
  const person = await signInNew(page, "ended", { access: false });
  await typeProfile(page);
  const focus = await page.getByLabel("Focus Area").inputValue();
  await signOut(page);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(ended(page)).toContainText("Your input is kept in this tab. Sign in again to restore it.");
  await expect(page.getByLabel("First Name")).toHaveValue("Dana");
  await page.getByLabel("Title").fill("Founder");
  await page.getByRole("link", { name: "Sign in again" }).click();
  await signIn(page, person);
  await expect(page).toHaveURL("/account?tab=profile");
  await expect(page.getByText("Your input is restored")).toBeVisible();
  await expect(page.getByLabel("First Name")).toHaveValue("Dana");
  await expect(page.getByLabel("Title")).toHaveValue("Founder");
  await expect(page.getByLabel("Focus Area")).toHaveValue(focus);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your profile is saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Company Name")).toHaveValue("Northfield");
  await expect(page.getByText("Your input is restored")).toHaveCount(0);
});

test("passwords are not kept, and another user does not get the input", async ({ page }) => {
  await signInNew(page, "ended-first", { access: false });
  await typeProfile(page);
  await signOut(page);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(ended(page)).toBeVisible();
  await page.getByRole("link", { name: "Sign in again" }).click();
  await signInNew(page, "ended-second", { access: false });
  await page.goto("/account?tab=profile");
  await hydrated(page);
  await expect(page.getByLabel("First Name")).not.toHaveValue("Dana");
  await page.goto("/account?tab=security");
  await hydrated(page);
  await page.getByLabel("Current Password").fill("Draw2Automate");
  await page.getByLabel("New Password", { exact: true }).fill("Draw3Automate");
  await page.getByLabel("Confirm New Password").fill("Draw3Automate");
  await signOut(page);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(ended(page)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Automate");
});

test("an admin's form is kept too, also one in which controlled fields were edited", async ({ page }) => {
  const admin = await signInAsAdmin(page, "ended-admin");
  await page.goto("/admin/calendar/event-types");
  await page.getByRole("link", { name: "Strategy session" }).first().click();
  await hydrated(page);
  await page.getByLabel("Description").fill("Findings first.");
  await signOut(page);
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(ended(page)).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Findings first.");
  const { pathname } = new URL(page.url());
  await signInAsAgain(page, admin);
  await page.goto(pathname);
  await expect(page.getByText("Your input is restored")).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Findings first.");
});

async function signInAsAgain(page: Page, admin: Person) {
  await signInAgain(page, admin);
  const code = await codeOf(totpSecret, stepAt(new Date()) + 1);
  await sendRequest(page, "POST", "/api/auth/two-factor/verify-totp", { code });
}

/** Opens a page for everyone on a line so slow that one of its pictures does not arrive. */
async function openUnfinished(tab: Page, path: string) {
  await tab.route("/unfinished.png", () => {});
  await tab.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () =>
      document.body.append(Object.assign(new Image(), { src: "/unfinished.png" })),
    ),
  );
  await tab.goto(path, { waitUntil: "domcontentloaded" });
  const script = await tab.locator('script[src*="/signed-in-"]').getAttribute("src");
  await tab.evaluate((src) => import(src), script!);
  expect(await tab.evaluate(() => document.readyState)).toBe("interactive");
}

const waysOut: Record<string, (tab: Page) => Promise<unknown>> = {
  "in its menu": (tab) =>
    tab
      .getByRole("main")
      .getByRole("button", { name: /^Sign out$/i })
      .click(),
  "by a script": (tab) => tab.evaluate(() => fetch("/api/auth/sign-out", { method: "POST" })),
  "unseen, on another device": async (tab) => {
    await signOut(tab);
    for (const each of tab.context().pages()) await each.evaluate(() => window.dispatchEvent(new Event("focus")));
  },
};
for (const [way, leave] of Object.entries(waysOut))
  test(`a sign-out of one tab ${way} reaches the others: one without input leads to the sign-in, one with input keeps it`, async ({
    page,
    context,
  }) => {
    await signInNew(page, "two-tabs", { access: false });
    await page.goto("/account");
    const typing = await context.newPage();
    await typeProfile(typing);
    const reading = await context.newPage();
    await openUnfinished(reading, "/faq");
    const other = await context.newPage();
    await other.goto("/account?tab=security");
    await hydrated(other);
    await leave(other);
    await expect(page).toHaveURL(/\/auth\?next=%2Faccount/);
    await expect(ended(typing)).toBeVisible();
    await expect(typing.getByLabel("First Name")).toHaveValue("Dana");
    await expect(reading.locator(`[action="/api/auth/sign-out"]`)).toHaveCount(0);
  });

test("a sign-out on a page that is still loading reaches the other tabs", async ({ page, context }) => {
  await signInNew(page, "loading-tab", { access: false });
  await page.goto("/account");
  await hydrated(page);
  const reading = await context.newPage();
  await openUnfinished(reading, "/faq");
  await reading
    .locator(`[action="/api/auth/sign-out"]`)
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(page).toHaveURL(/\/auth\?next=%2Faccount/);
});
