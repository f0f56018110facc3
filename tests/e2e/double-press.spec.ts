import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { startOpenIdServer } from "#tests/fakes/openid-server.ts";
import { pricingFunnel } from "#tests/fixtures/funnel-commands.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { accessCodeIn, linkIn, waitForMail } from "./mailbox.ts";
import { createAccount, newPerson, sendRequest, signInNew } from "./people.ts";
import { site, startSite } from "./site.ts";
import { hydrated } from "./wizard-people.ts";

/* A double press sends one request and shows its outcome; two tabs on one form do not undo each other's changes. */

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.93" } });

function countRequests(page: Page, path: string) {
  const seen: string[] = [];
  page.on("request", (request) => request.url().includes(path) && seen.push(request.method()));
  return seen;
}

test("a double press on Sign Up creates the account with one request", async ({ page }) => {
  const { email, password } = newPerson("double");
  const sent = countRequests(page, "/api/auth/sign-up");
  await page.goto("/auth?tab=signup");
  await hydrated(page);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("button", { name: "Sign Up" }).dblclick();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
  await expect(page.getByText("already exists")).toHaveCount(0);
  expect(sent).toHaveLength(1);
});

test("a double press on a new password saves it once and says so", async ({ page }) => {
  const person = newPerson("double-reset");
  await createAccount(page, person);
  await sendRequest(page, "POST", "/api/auth/sign-out");
  await sendRequest(page, "POST", "/api/auth/request-password-reset", { email: person.email });
  const sent = countRequests(page, "/api/auth/reset-password");
  await page.goto(linkIn(await waitForMail(person.email, /password/i), "/reset-password"));
  await hydrated(page);
  await page.getByLabel("New Password", { exact: true }).fill("Draw3Automate");
  await page.getByLabel("Confirm New Password").fill("Draw3Automate");
  await page.getByRole("button", { name: "Save new password" }).dblclick();
  await expect(page.getByText("Your new password is saved. You can sign in now.")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("a double press on a button that opens a dialog opens it; the backdrop and Escape close it", async ({ page }) => {
  await signInNew(page, "double-dialog", { access: false });
  const signedOut = await page.context().browser()!.newContext({ baseURL: site().url });
  for (const [tab, path, name] of [
    [await signedOut.newPage(), "/automation-blueprint-gtmarc", "Start Your Free Analysis"],
    [page, "/account?tab=security", "Delete my account"],
  ] as const) {
    await tab.goto(path);
    if (tab === page) await hydrated(page);
    const button = tab.getByRole("main").getByRole("button", { name }).first();
    const dialog = tab.locator("dialog[open]");
    for (const close of [() => tab.keyboard.press("Escape"), () => tab.mouse.click(5, 300)]) {
      await button.dblclick();
      await expect(dialog).toBeVisible();
      await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
      await expect(dialog).toBeVisible();
      await close();
      await expect(dialog).toHaveCount(0);
    }
  }
  await signedOut.close();
});

test("two tabs at a sign-in provider: both return at once, signed in, to the page that each asked for", async ({
  browser,
}) => {
  const provider = await startOpenIdServer();
  const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-journeys-"));
  const { product, site: own } = await startSite(dataDir, {
    ...{ OPENID_TEST_ISSUER: provider.origin, GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "words" },
  });
  const context = await browser.newContext({ baseURL: own.url });
  try {
    provider.logInAs({ sub: "g-1", email: "dana@northfield.example", email_verified: true, hd: "northfield.example" });
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    provider.holdLogins((login) => held[login]!.promise);
    const tabs = [];
    for (const [login, next] of ["/account", "/blueprint"].entries()) {
      const page = await context.newPage();
      await page.goto(`/auth?next=${encodeURIComponent(next)}`);
      const leaving = page.waitForRequest(`${provider.origin}/**`);
      const pressed = page.getByRole("button", { name: "Continue with Google" }).click();
      await leaving;
      tabs.push({ page, next, pressed, enter: held[login]!.resolve });
    }
    for (const { enter } of tabs) enter();
    for (const { page, next, pressed } of tabs) {
      await pressed;
      await expect(page).toHaveURL(new RegExp(`${next}(/|$)`));
    }
  } finally {
    await context.close();
    product.signal("SIGTERM");
    await product.ended();
    await provider.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("two tabs on the profile: the older saves its own change, and shows a field that the newer changed too", async ({
  page,
  context,
}) => {
  await signInNew(page, "profile-tabs", { access: false });
  const open = async (tab: Page) => {
    await tab.goto("/account?tab=profile");
    await hydrated(tab);
  };
  const save = async (tab: Page) => {
    await tab.getByRole("button", { name: "Save Changes" }).click();
    await expect(tab.getByText("Your profile is saved.")).toBeVisible();
  };
  await open(page);
  for (const [label, value] of [
    ["First Name", "Dana"],
    ["Last Name", "Okafor"],
    ["Company Name", "Northfield"],
    ["Title", "Analyst"],
  ] as const)
    await page.getByLabel(label).fill(value);
  await save(page);
  const older = await context.newPage();
  await open(older);
  await page.getByLabel("Title").fill("Founder");
  await page.getByLabel("Estimated Loaded Cost per Hour").fill("90");
  await save(page);
  await older.getByLabel("Last Name").fill("Whitlock");
  await save(older);
  await expect(older.getByLabel("Title")).toHaveValue("Founder");
  await expect(older.getByLabel("Estimated Loaded Cost per Hour")).toHaveValue("90");
  await page.getByLabel("Last Name").fill("Lindqvist");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText('Changed elsewhere to "Whitlock". Save again to replace it.')).toBeVisible();
  await expect(page.getByLabel("Last Name")).toHaveValue("Lindqvist");
  await page.getByLabel("Title").fill("CEO");
  await save(page);
  await page.reload();
  await expect(page.getByLabel("Last Name")).toHaveValue("Lindqvist");
});

test("the tab that loses the race for one code shows that the wizard is open, and no waiting code", async ({
  page,
  context,
}) => {
  const person = newPerson("losing-tab");
  await page.request.post(`${site().url}/api/functions/request-access-code`, {
    data: { email: person.email, company_name: "Northfield" },
    headers: { "x-forwarded-for": "203.0.113.94" },
  });
  await createAccount(page, person);
  const code = accessCodeIn(await waitForMail(person.email, /access code/i));
  await page.goto("/verify-access");
  await hydrated(page);
  const winner = await context.newPage();
  await winner.goto("/verify-access");
  await sendRequest(winner, "POST", "/api/functions/validate-access-code", { code });
  await page.getByLabel("Access Code").fill(code);
  await page.getByRole("button", { name: "Validate Code" }).click();
  await expect(page.getByText("Your wizard is open", { exact: true })).toBeVisible();
  await expect(page.getByText(/code is (ready|on its way)/i)).toHaveCount(0);
});

test("a funnel that another admin changed keeps what was typed in this tab, and is not overwritten", async ({
  page,
}) => {
  await signInAsAdmin(page, "funnel-tabs");
  const name = `Pricing ${Date.now().toString(36)}`;
  const path = "/api/admin/funnels";
  const { id } = await sendRequest<{ id: string }>(page, "POST", path, { ...pricingFunnel, name });
  await page.goto(`/admin/funnel-analytics/edit/${id}`);
  await hydrated(page);
  await page.getByLabel("Name", { exact: true }).first().fill(`${name}, mine`);
  await sendRequest(page, "PUT", `${path}/${id}`, { ...pricingFunnel, name: `${name}, theirs`, version: 1 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByText("Another admin changed this funnel.").first()).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true }).first()).toHaveValue(`${name}, mine`);
  }
  await sendRequest(page, "DELETE", `${path}/${id}?version=2`);
});
