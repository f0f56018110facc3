import { expect, type Page } from "@playwright/test";
import pg from "pg";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { openDatabase } from "../../server/database.ts";
import { productSettings } from "../fixtures/external-database.ts";
import { signInAsAdmin, totpSecret } from "./admins.ts";
import { test } from "./journey.ts";
import { addAuthenticator, addPasskey } from "./passkey-people.ts";
import type { Person } from "./people.ts";
import { site } from "./site.ts";

/* Actions that need a recent code ask for it on the page and then continue with the user's input. */

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.81" } });

/** Backdates the last verified code of this user's sessions by eleven minutes. */
async function ageCode({ email }: Person) {
  const settings = await productSettings(site().dataDir);
  const { connection, release } = await openDatabase(settings, "command");
  const client = new pg.Client(connection);
  await client.connect();
  const { rowCount } = await client.query(
    `update session set factor_verified_at = now() - interval '11 minutes'
     where user_id = (select id from "user" where email = $1)`,
    [email],
  );
  await client.end();
  await release();
  expect(rowCount).toBeGreaterThan(0);
}

/** The code of the next 30 seconds, which is accepted too; the current one was used to sign in. */
const nextCode = () => codeOf(totpSecret, stepAt(new Date()) + 1);

async function staleAdmin(page: Page, name: string, path: string): Promise<Person> {
  const admin = await signInAsAdmin(page, name);
  await page.goto(path);
  await ageCode(admin);
  return admin;
}

test("a stale session gets a code dialog, and the action continues", async ({ page }) => {
  await staleAdmin(page, "fresh", "/admin/calendar/hosts");
  await page.getByRole("table", { name: "Hosts" }).getByRole("link").first().click();
  const make = page.getByRole("button", { name: /^Create (a new )?address$/ });
  await make.click();
  const dialog = page.getByRole("dialog", { name: "Enter a code" });
  await expect(dialog.getByLabel("Verification Code")).toBeFocused();

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("This needs a code from your authenticator app from the last 10 minutes.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Secret address" })).toHaveCount(0);

  await make.click();
  await dialog.getByLabel("Verification Code").fill("000000");
  await expect(dialog.getByText("Invalid verification code. Please try again.")).toBeVisible();
  await dialog.getByLabel("Verification Code").fill(await nextCode());
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Secret address" })).toHaveValue(/\/calendar\/.+\.ics$/);
});

test("without scripts the export redirects to a code page and back", async ({ browser, page }) => {
  await staleAdmin(page, "fresh-plain", "/account?tab=security");
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    extraHTTPHeaders: { "x-forwarded-for": "203.0.113.82" },
  });
  const still = await plain.newPage();
  await still.goto("/account?tab=security");
  await still.locator('form[action="/api/account/export"] button').click();
  await expect(still).toHaveURL(/\/auth\/fresh-code\?next=/);
  await still.getByLabel("Verification Code").fill(await nextCode());
  await still.getByRole("button", { name: "Verify" }).click();
  await expect(still).toHaveURL(/\/account\?tab=security$/);
  const [file] = await Promise.all([
    still.waitForEvent("download"),
    still.locator('form[action="/api/account/export"] button').click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^gtmarc-data-.*\.zip$/);
  await plain.close();
});

test("an admin's passkey replaces the code in the dialog and on the code page", async ({ page }) => {
  await addAuthenticator(page);
  const admin = await signInAsAdmin(page, "fresh-passkey");
  await page.goto("/account?tab=security");
  await addPasskey(page, admin.password);
  await page.goto("/admin/calendar/hosts");
  await ageCode(admin);
  await page.getByRole("table", { name: "Hosts" }).getByRole("link").first().click();
  await page.getByRole("button", { name: /^Create (a new )?address$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Enter a code" });
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Secret address" })).toHaveValue(/\/calendar\/.+\.ics$/);

  await ageCode(admin);
  await page.goto("/auth/fresh-code?next=%2Faccount%3Ftab%3Dsecurity");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/account\?tab=security$/);
});
