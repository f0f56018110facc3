import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { accessCodeIn, waitForMail } from "./mailbox.ts";
import { newPerson, signInNew } from "./people.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.52" } });

const landing = "/automation-blueprint-gtmarc";
const dialog = (page: Page) => page.getByRole("dialog");
const openCodeDialog = (page: Page) =>
  page.getByRole("button", { name: "Already have an access code?" }).first().click();

async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  const asked = await request.post("/api/functions/request-access-code", {
    data: { email, company_name: "Northfield" },
  });
  expect(asked.status()).toBe(200);
  return accessCodeIn(await waitForMail(email, /your gtmarc access code/i));
}

test("without a session both ways to enter a code redirect to sign-in", async ({ page }) => {
  await page.goto(landing);
  await openCodeDialog(page);
  await expect(dialog(page).getByRole("heading", { name: "Sign In Required" })).toBeVisible();
  await expect(dialog(page).getByRole("link", { name: "Go to Sign In" })).toHaveAttribute("href", /^\/auth\?next=/);

  const answer = await page.goto("/verify-access");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: "Authentication Required" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Sign In" }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fverify-access$/);
});

test("the request form shows missing fields, confirms that it was sent, closes itself and resets", async ({ page }) => {
  const { email } = newPerson("robin");
  await page.goto(landing);
  await page.getByRole("button", { name: "Start Your Free Analysis" }).first().click();
  const form = dialog(page);
  await form.getByLabel("Email").fill("robin@");
  await form.getByRole("button", { name: "Request Access" }).click();
  await expect(page.getByRole("alert")).toContainText("Validation Error");
  await expect(form.getByLabel("Email")).toHaveAccessibleDescription(/Valid email address required/);
  await expect(form.getByLabel("Email")).toBeFocused();
  await expect(form.getByLabel("Company Name")).toHaveAccessibleDescription(/Company name required/);

  await form.getByLabel("Email").fill(email);
  await expect(form.getByLabel("Email")).not.toHaveAttribute("aria-invalid");
  await form.getByLabel("Company Name").fill("Northfield");
  await form.getByRole("button", { name: "Request Access" }).click();
  await expect(form.getByText("Your request is in")).toBeVisible();
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Start Your Free Analysis" }).first().click();
  await expect(form.getByLabel("Email")).toHaveValue("");
  await waitForMail(email, /access request/i);
});

test("empty, wrong, another user's, valid and used codes", async ({ page, request }) => {
  const dana = await signInNew(page, "dana-code", { access: false });
  await page.goto(landing);
  await openCodeDialog(page);
  const form = dialog(page);
  const code = form.getByLabel("Access Code");
  const validate = form.getByRole("button", { name: "Validate Code" });
  await expect(code).toHaveAttribute("maxlength", "14");

  await validate.click();
  await expect(form.getByText("Please enter your access code")).toBeVisible();

  await code.pressSequentially("wrongcode23x");
  await expect(code).toHaveValue("WRON-GCOD-E23X");
  await validate.click();
  await expect(form.getByText("Invalid access code. Please check and try again.")).toBeVisible();

  await code.fill(await mailedCode(request, newPerson("lee-code").email));
  await validate.click();
  await expect(form.getByText("This access code was sent to a different email.")).toBeVisible();

  const own = await mailedCode(request, dana.email);
  await code.fill(own.toLowerCase());
  await validate.click();
  await expect(page).toHaveURL(/\/blueprint\/wizard/);

  await page.goto(landing);
  const start = page.getByRole("link", { name: "Start Your Free Analysis" }).first();
  await expect(start).toHaveAttribute("href", "/blueprint/wizard/mode");
  await expect(page.locator("#access-request")).toHaveCount(0);

  await page.goto("/verify-access");
  await expect(page.getByLabel("Access Code")).toHaveAttribute("maxlength", "20");
  await page.getByLabel("Access Code").fill(own);
  await page.getByRole("button", { name: "Validate Code" }).click();
  await expect(page.getByText("This access code has already been used.")).toBeVisible();
});

test("after five wrong codes the account is rate limited", async ({ page }) => {
  await signInNew(page, "sam-code", { access: false });
  await page.goto("/verify-access");
  const validate = page.getByRole("button", { name: "Validate Code" });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answered = page.waitForResponse("**/validate-access-code");
    await page.getByLabel("Access Code").fill(`AAAA-AAAA-AAA${2 + attempt}`);
    await validate.click();
    expect((await answered).status()).toBe(200);
    await expect(page.getByText("Invalid access code. Please check and try again.")).toBeVisible();
  }
  await validate.click();
  await expect(page.getByText("Too many attempts. Please try again later.")).toBeVisible();
});
