import { type Browser, expect, type Page } from "@playwright/test";
import { accessibilityFaults, overflow } from "./accessibility.ts";
import { test } from "./journey.ts";
import { accessCodeIn, linkIn, waitForMail } from "./mailbox.ts";
import { newPerson, signInNew } from "./people.ts";

/*
 * Everything that a visitor can do in a browser without scripts: each main button opens a page whose form works without
 * scripts, and so do sign-up and sign-in. The kit, the newsletter's page, moving and canceling a call, and the my-data pages have
 * their own journeys (downloads, newsletter, scheduler, my-data).
 */

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.91" } });

async function plainPage(browser: Browser, baseURL: string | undefined, from?: Page): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
    ...(from && { storageState: await from.context().storageState() }),
    extraHTTPHeaders: { "x-forwarded-for": "203.0.113.91" },
  });
  return context.newPage();
}

test("without scripts an access code is requested from the landing page, and a refused form keeps its values", async ({
  browser,
  baseURL,
}) => {
  const page = await plainPage(browser, baseURL);
  await page.goto("/automation-blueprint-gtmarc");
  await page.getByRole("button", { name: "Start Your Free Analysis" }).first().click();
  await expect(page).toHaveURL("/request-access?");
  const { email } = newPerson("plain-request");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Company Name").fill("N");
  await page.getByRole("main").getByRole("button", { name: "Request Access" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(page.getByLabel("Company Name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Company Name"), "the first invalid field has the focus").toBeFocused();
  await page.getByLabel("Company Name").fill("Northfield");
  await page.getByRole("main").getByRole("button", { name: "Request Access" }).click();
  await expect(page.getByText("Your request is in")).toBeVisible();
  await waitForMail(email, /request/i);
  await page.context().close();
});

test("without scripts a code is entered on its page", async ({ page, request, browser, baseURL }) => {
  const person = await signInNew(page, "plain-code", { access: false });
  const asked = await request.post("/api/functions/request-access-code", {
    data: { email: person.email, company_name: "Northfield" },
    headers: { "x-forwarded-for": "203.0.113.92" },
  });
  expect(asked.status()).toBe(200);
  const code = accessCodeIn(await waitForMail(person.email, /access code/i));
  const plain = await plainPage(browser, baseURL, page);
  await plain.goto("/automation-blueprint-gtmarc");
  await plain.getByRole("button", { name: "Already have an access code?" }).first().click();
  await expect(plain).toHaveURL("/verify-access?");
  await plain.getByLabel("Access Code").fill("AAAA-BBBB-CCCC");
  await plain.getByRole("button", { name: "Validate Code" }).click();
  await expect(plain.getByText("Invalid access code. Please check and try again.")).toBeVisible();
  await expect(plain.getByLabel("Access Code")).toHaveValue("AAAA-BBBB-CCCC");
  await plain.getByLabel("Access Code").fill(code);
  await plain.getByRole("button", { name: "Validate Code" }).click();
  await expect(plain).toHaveURL(/\/blueprint\/wizard/);
  await plain.context().close();
});

test("without scripts a visitor signs up, verifies the address and signs in", async ({ browser, baseURL }) => {
  const page = await plainPage(browser, baseURL);
  const { email, password } = newPerson("plain-account");
  await page.goto("/verify-access");
  await page.getByRole("link", { name: "Create one" }).click();
  const fill = async (confirmed: string) => {
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm Password").fill(confirmed);
    await page.getByRole("button", { name: "Sign Up" }).click();
  };
  await page.getByLabel("Email", { exact: true }).fill(email);
  await fill("Something-Else-9");
  await expect(page.getByLabel("Confirm Password")).toHaveAccessibleDescription("Passwords do not match");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(page.getByLabel("Confirm Password")).toBeFocused();
  await expect(page.getByRole("button", { name: "Show" })).toBeHidden();
  await fill(password);
  await expect(page.getByText("Account created successfully!")).toBeVisible();
  await page.goto(linkIn(await waitForMail(email, /verify/i), "/auth/verify"));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.goto("/auth?next=/verify-access");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Enter your access code" })).toBeVisible();
  await page.context().close();
});

test("without scripts the newsletter is joined from the header and from the footer", async ({ browser, baseURL }) => {
  const page = await plainPage(browser, baseURL);
  await page.goto("/pricing");
  await page.getByRole("banner").getByRole("button", { name: "Newsletter" }).first().click();
  await expect(page).toHaveURL("/newsletter?");
  await expect(page.getByRole("textbox", { name: /email|newsletter/i })).toHaveCount(1);
  await page.goto("/pricing");
  const footer = page.getByRole("contentinfo");
  await footer.getByLabel("Newsletter", { exact: true }).fill(newPerson("plain-footer").email);
  await footer.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL(/\/newsletter\?said=pending$/);
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await page.context().close();
});

test("without scripts a visitor registers for a training program", async ({ browser, baseURL }) => {
  const page = await plainPage(browser, baseURL);
  await page.goto("/training");
  await page.getByRole("button", { name: /enroll in certification/i }).click();
  await expect(page.getByLabel("Program", { exact: true })).toHaveValue("AI & Automation Implementation Certification");
  const { email } = newPerson("plain-training");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Company Name").fill("Northfield");
  await page.getByRole("button", { name: "Submit Registration" }).click();
  await expect(page.getByText("Registration Successful!")).toBeVisible();
  await waitForMail(email, /registr/i);
  await page.context().close();
});

test("without scripts a call is booked from the contact page, and no visible button is dead", async ({
  browser,
  baseURL,
}) => {
  const page = await plainPage(browser, baseURL);
  await page.goto("/contact");
  await expect(page.locator("#scheduler")).toBeHidden();
  await page
    .getByRole("link", { name: /\d{4}, \d{1,2}:\d{2} [AP]M$/ })
    .last()
    .click();
  await expect(page.getByRole("grid")).toBeHidden();
  await expect(page.locator("main button:visible")).toHaveText(["Schedule Event"]);
  const form = page.url();
  await page.getByRole("textbox", { name: "Name" }).fill("Dana Whitlock");
  await page.getByRole("textbox", { name: "Email" }).fill(newPerson("plain-call").email);
  await page.getByRole("textbox", { name: "Guests" }).fill("invalid");
  await page.getByRole("button", { name: "Schedule Event" }).click();
  // Text searches skip the content of noscript.
  await expect(page.getByRole("textbox", { name: "Guests" })).toHaveAccessibleDescription(/Enter complete addresses/);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Dana Whitlock");
  await page.getByRole("textbox", { name: "Guests" }).fill("");
  await page.getByRole("button", { name: "Schedule Event" }).click();
  await expect(page.getByRole("heading", { name: "Your strategy session is booked" })).toBeVisible();

  await page.goto(form);
  const title = page.getByText("You have booked this call");
  await expect(title).toBeVisible();
  const [notice, heading] = await Promise.all([
    title.locator("xpath=../..").boundingBox(),
    page.getByRole("heading", { name: "Strategy session" }).boundingBox(),
  ]);
  expect(heading!.y - notice!.y - notice!.height, "space below the notice").toBeGreaterThanOrEqual(16);
  await page.context().close();
});

test("the buttons' pages are accessible and fit at both widths", async ({ page }) => {
  for (const path of ["/request-access", "/training/register", "/newsletter", "/newsletter/archive", "/compare"])
    for (const [width, colorScheme] of [
      [390, "dark"],
      [1440, "light"],
    ] as const) {
      await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      expect(await accessibilityFaults(page), `${path} at ${width} px`).toEqual([]);
      expect(await overflow(page), `${path} at ${width} px`).toBe(0);
    }
});
