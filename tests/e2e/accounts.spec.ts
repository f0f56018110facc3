import { expect, type Page } from "@playwright/test";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { expectAccessible } from "./accessibility.ts";
import { gtmarc } from "./command-line.ts";
import { test } from "./journey.ts";
import { digitsIn, linkIn, waitForMail } from "./mailbox.ts";
import { newPerson, type Person, signIn, signInNew } from "./people.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.61" } });

async function fillSignUp(page: Page, { email, password }: Person) {
  await page.goto("/auth?tab=signup");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
}

const paste = (page: Page, text: string) =>
  page.evaluate((words) => document.execCommand("insertText", false, words), text);

/**
 * Returns an unused code of this secret; each code is accepted once. The next step's code is accepted early, so two codes need
 * no waiting and a third throws.
 */
async function nextCode(secret: string, used: Set<number>): Promise<string> {
  const now = stepAt(new Date());
  const step = [now, now + 1].find((one) => one > Math.max(0, ...used));
  if (!step) throw new Error("Both codes of this secret are used");
  used.add(step);
  return codeOf(secret, step);
}

test("signing up with the six digits from the mail signs in at once", async ({ page }) => {
  const person = newPerson("code-way");
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(
    page.getByText("Account created successfully! Please check your email to verify your account."),
  ).toBeVisible();
  await expectAccessible(page);
  const code = digitsIn(await waitForMail(person.email, /verify/i));
  const field = page.getByLabel("Verification Code");
  const tries: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/auth/verify-email") && tries.push(request.postData()!));
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  await field.pressSequentially(wrong);
  await expect(
    page.getByRole("alert").filter({ hasText: "Invalid verification code. Please try again." }),
  ).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await expectAccessible(page);
  await paste(page, `Your code: ${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL("/verify-access");
  expect(tries).toEqual([wrong, code].map((sent) => JSON.stringify({ code: sent })));
});

test("a form submitted before the scripts have loaded waits for them, and no password appears in a URL", async ({
  browser,
}) => {
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.62" } });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
  const sent = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.goto("/auth?next=/account", { waitUntil: "commit" });
  await page.getByLabel("Email", { exact: true }).fill("unknown@northfield.example");
  await page.getByLabel("Password", { exact: true }).fill("Secret-Password-1");
  await page.keyboard.press("Enter");
  sent.resolve();
  await expect(page.getByText("Invalid email or password. Please check your credentials and try again.")).toBeVisible();
  expect(asked.filter((line) => line.includes("Secret-Password-1"))).toEqual([]);
  expect(page.url()).not.toContain("Secret");
  expect(asked.filter((line) => line.startsWith("POST") && line.endsWith("/api/auth/sign-in/email"))).toHaveLength(1);
  await context.close();
});

test("password reset: request, code, new password, old one rejected", async ({ page }) => {
  const person = await signInNew(page, "lost", { access: false });
  await page.context().clearCookies();
  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  const mail = await waitForMail(person.email, /new gtmarc password/i);
  await page.getByLabel("Verification Code").fill(digitsIn(mail));
  await page.getByLabel("New Password", { exact: true }).fill("Meridian2Automate");
  await page.getByLabel("Confirm New Password").fill("Meridian2Automate");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Your new password is saved. You can sign in now.")).toBeVisible();
  expect(page.url()).not.toContain("token");
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Invalid email or password.")).toBeVisible();
  await signIn(page, { email: person.email, password: "Meridian2Automate" });
  await waitForMail(person.email, /password was changed/i);
});

test("the profile is saved, appears in the menu, and shows field errors", async ({ page }) => {
  await signInNew(page, "profile", { access: false });
  await page.goto("/account?tab=profile");
  // The error of the blurred field moves the button; the click still counts.
  await page.getByLabel("Estimated Loaded Cost per Hour (USD)").fill("900");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("First name is required")).toBeVisible();
  await page.getByLabel("First Name").fill("Dana");
  await page.getByLabel("Last Name").fill("Reyes");
  await page.getByLabel("Company Name").fill("Northfield");
  await page.getByLabel("Estimated Loaded Cost per Hour (USD)").fill("900");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Must be between 25 and 500")).toBeVisible();
  await page.getByLabel("Estimated Loaded Cost per Hour (USD)").fill("85");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your profile is saved.")).toBeVisible();
  await expect(page.getByRole("banner").getByText("Dana", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Last Name")).toHaveValue("Reyes");
  for (const tab of ["", "?tab=profile", "?tab=email", "?tab=security"]) {
    await page.goto(`/account${tab}`);
    await expectAccessible(page);
  }
});

test("changing the address needs both mailboxes, and the new address signs in", async ({ page }) => {
  const person = await signInNew(page, "moves", { access: false });
  const { email: newEmail } = newPerson("moved");
  await page.goto("/account?tab=email");
  await page.getByLabel("New Email").fill(newEmail);
  await page.getByLabel("Current Password").fill(person.password);
  await page.getByRole("button", { name: "Change Email" }).click();
  await expect(page.getByRole("heading", { name: "Email change pending" })).toBeVisible();
  await page.goto(linkIn(await waitForMail(person.email, /confirm the new address/i), "/auth/email-change"));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "One email to go" })).toBeVisible();
  await page.goto(linkIn(await waitForMail(newEmail, /verify the new address/i), "/auth/email-change"));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("heading", { name: "Your address is changed" })).toBeVisible();
  await page.goto("/account?tab=email");
  await expect(page.getByText(newEmail)).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/auth");
  await signIn(page, { email: newEmail, password: person.password });
});

test("change the password, end another session, export the data, schedule a deletion and cancel it", async ({
  page,
  browser,
}) => {
  const person = await signInNew(page, "leaves", { access: false });
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.63" } });
  const phone = await elsewhere.newPage();
  await phone.goto("/auth?next=/account");
  await signIn(phone, person);
  await waitForMail(person.email, /new sign-in/i);

  await page.goto("/account?tab=security");
  await page.getByRole("button", { name: /^End session/ }).click();
  await expect(page.getByRole("button", { name: /^End session/ })).toHaveCount(0);
  await phone.goto("/account");
  await expect(phone).toHaveURL(/\/auth\?next=/);
  await elsewhere.close();

  await page.getByLabel("Current Password").fill("Not-my-1");
  await page.getByLabel("New Password", { exact: true }).fill("four words of mine");
  await page.getByLabel("Confirm New Password").fill("other words");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel("Confirm New Password").fill("four words of mine");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Current password is incorrect")).toBeVisible();
  await page.getByLabel("Current Password").fill(person.password);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Your password is changed. Other devices were signed out.")).toBeVisible();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^gtmarc-data-.*\.zip$/);

  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill("four words of mine");
  await dialog.getByRole("button", { name: "Delete in seven days" }).click();
  await expect(page.getByText(/This account will be deleted on/)).toBeVisible();
  const heading = page.getByRole("heading", { name: "Delete your account", exact: true });
  await expect(heading).toBeFocused();
  await waitForMail(person.email, /will be deleted/i);
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
  await expect(heading).toBeFocused();
});

test("an admin enters a code, switches to another app, and signs in with it and with a recovery code", async ({
  page,
}) => {
  const person = await signInNew(page, "admin", { access: false });
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const used = new Set<number>();
  expect(await gtmarc(["admin", "create", person.email, "--totp-secret", secret])).toContain("is an admin");
  await page.goto("/admin");
  await expect(page.getByText("Access Denied: You need admin privileges and 2FA to access this page.")).toBeVisible();
  await page.goto("/account?tab=security");
  await page.getByRole("link", { name: "Enter a code" }).click();
  await page.getByLabel("Verification Code").fill(await nextCode(secret, used));
  await expect(page).toHaveURL("/account?tab=security");

  await page.getByRole("button", { name: "Move to another app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expectAccessible(page);
  const own = ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");
  await dialog.getByLabel("Verification Code").fill("000000");
  await expect(dialog.getByText("Invalid verification code. Please try again.")).toBeVisible();
  const usedOfOwn = new Set<number>();
  await dialog.getByLabel("Verification Code").fill(await nextCode(own, usedOfOwn));
  const shown = dialog.getByRole("list", { name: "Recovery codes" }).locator("code");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of 10 recovery codes left.")).toBeVisible();
  await page.goto("/admin");
  await expect(page.getByText("Access Denied")).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto("/auth?next=/account%3Ftab%3Dsecurity");
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByLabel("Verification Code").fill(await nextCode(own, usedOfOwn));
  await expect(page).toHaveURL("/account?tab=security");

  await page.context().clearCookies();
  await page.goto("/auth?next=/account%3Ftab%3Dsecurity");
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery Code").fill(codes[0]!);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL("/account?tab=security");
  await expect(page.getByText("9 of 10 recovery codes left.")).toBeVisible();
});
