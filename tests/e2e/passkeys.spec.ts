import { expect } from "@playwright/test";
import { expectAccessible, expectTidy } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { linkIn, waitForMail } from "./mailbox.ts";
import { addAuthenticator, addPasskey } from "./passkey-people.ts";
import { signInNew } from "./people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.91" } });

test("a passkey is added, signs in, is renamed and removed", async ({ page }) => {
  await addAuthenticator(page);
  const person = await signInNew(page, "passkey", { access: false });
  await page.goto("/account?tab=security");
  await addPasskey(page, person.password);
  await expectTidy(page);
  await waitForMail(person.email, /passkey was added/i);

  await page.context().clearCookies();
  await page.goto("/auth?next=%2Faccount%3Ftab%3Dsecurity");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/account?tab=security");
  const list = page.getByRole("list", { name: "Your passkeys" });
  await expect(list).toContainText("last used");

  await page.getByRole("button", { name: "Rename passkey: Work laptop" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(list).toContainText("Laptop");
  await page.getByRole("button", { name: "Remove passkey: Laptop" }).click();
  await page.getByRole("dialog").getByLabel("Password").fill(person.password);
  await page.getByRole("dialog").getByRole("button", { name: "Remove passkey" }).click();
  await expect(list).toBeHidden();
});

test("an admin's passkey opens the admin area without a code", async ({ page }) => {
  await addAuthenticator(page);
  const admin = await signInAsAdmin(page, "passkey-admin");
  await page.goto("/account?tab=security");
  await addPasskey(page, admin.password);
  await page.context().clearCookies();
  await page.goto("/auth?next=%2Fadmin%2Fusers");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/admin/users");
});

test("a browser without passkeys shows no button for them, and the mailed link signs in", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  const person = await signInNew(page, "mail-link", { access: false });
  await page.context().clearCookies();
  await page.goto("/auth?next=%2Faccount");
  await page.getByRole("link", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("heading", { name: "Get a sign-in link" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toHaveCount(0);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText("an email with a sign-in link is on its way")).toBeVisible();
  await expectAccessible(page);
  const link = linkIn(await waitForMail(person.email, /sign-in link/i), "/auth/link");
  // A scanner opens the link first.
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await expect(page.getByText(person.email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/account");
});
