import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";
import { newPerson } from "./people.ts";
import { stopTimers } from "./stillness.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.51" } });

const newsletterCall = "**/api/functions/newsletter-signup";
const trainingCall = "**/api/functions/submit-training-registration";
const dialog = (page: Page) => page.getByRole("dialog");
const email = (page: Page) => dialog(page).getByLabel("Email");
const subscribe = (page: Page) => dialog(page).getByRole("button", { name: "Subscribe" });
const submit = (page: Page) => dialog(page).getByRole("button", { name: "Submit Registration" });

async function openNewsletter(page: Page) {
  await page.getByRole("banner").getByRole("button", { name: "Newsletter" }).click();
  await expect(email(page)).toBeFocused();
}

async function openTraining(page: Page, button = "Register for Workshop") {
  await page.getByRole("button", { name: button }).click();
  await expect(email(page)).toBeFocused();
}

test("the newsletter form shows errors below the field, accepts the address, welcomes and closes itself", async ({
  page,
}) => {
  const { email: address } = newPerson("subscriber");
  await page.goto("/faq");
  await openNewsletter(page);
  await subscribe(page).click();
  await expect(email(page)).toHaveAccessibleDescription("Email is required");
  await email(page).fill("dana@");
  await expect(email(page)).not.toHaveAttribute("aria-invalid");
  await subscribe(page).click();
  await expect(email(page)).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(email(page)).toBeFocused();

  await email(page).fill(` ${address.toUpperCase()} `);
  await stopTimers(page);
  const sent = page.waitForRequest(newsletterCall);
  await subscribe(page).click();
  const body = (await sent).postDataJSON() as { metadata: Record<string, string> };
  expect(body).toMatchObject({ email: address, source: "popup", email_confirm: "" });
  expect(Date.parse(body.metadata["timestamp"]!)).toBeGreaterThan(0);
  expect(body.metadata["userAgent"]).toContain("Mozilla");
  await expect(dialog(page).getByText("Welcome Aboard!")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Welcome to GTMarc! 🚀" })).toContainText(
    "You've successfully joined our newsletter!",
  );
  await page.clock.resume();
  await expect(dialog(page)).toBeHidden();
  await waitForMail(address, /confirm your newsletter subscription/i);

  await openNewsletter(page);
  await expect(email(page)).toHaveValue("");
  await email(page).fill(address);
  await subscribe(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Already Subscribed" }).last()).toContainText(
    "This email address is already registered for our newsletter. Thank you for your continued interest!",
  );
  await expect(dialog(page)).toBeHidden();
});

test("the newsletter opens from the question about native apps and from the drawer of a phone", async ({ page }) => {
  await page.goto("/automation-blueprint-gtmarc");
  await page.getByRole("heading", { name: "Are there native apps?" }).click();
  await page.getByRole("button", { name: "Get the newsletter to hear when that changes" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Stay Connected" })).toBeVisible();
  await expect(email(page)).toBeFocused();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/pricing");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("button", { name: "Newsletter" }).click();
  await expect(email(page)).toBeFocused();
});

test("each card opens the registration for its own program", async ({ page }) => {
  await page.goto("/training");
  for (const [button, program] of [
    ["Register for Workshop", "GTM Strategy & RevOps Workshop"],
    ["Enroll in Certification", "AI & Automation Implementation Certification"],
    ["Sign Up for Seminar", "Intelligent Systems Masterclass"],
  ] as const) {
    await openTraining(page, button);
    await expect(dialog(page)).toHaveAccessibleName("Register for Training");
    await expect(dialog(page).getByText(program)).toBeVisible();
    await email(page).fill("left@behind.example");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  }
  await openTraining(page);
  await expect(email(page)).toHaveValue("");
});

test("a registration is validated, sent completely, confirmed by mail, and the dialog closes itself", async ({
  page,
}) => {
  const { email: address } = newPerson("learner");
  await page.goto("/training?utm_source=search&utm_campaign=spring");
  await page.evaluate(() => sessionStorage.setItem("session_id", "visit-7"));
  await openTraining(page, "Enroll in Certification");
  await expect(email(page)).toHaveAttribute("required", "");
  await expect(dialog(page).getByLabel("Company Name")).toHaveAttribute("required", "");
  await submit(page).click();
  await expect(page.getByRole("alert")).toContainText("Registration Failed");
  await expect(page.getByRole("alert")).toContainText("Invalid email address");
  await expect(dialog(page).getByLabel("Company Name")).toHaveAccessibleDescription("Company name is required");

  await email(page).fill(address);
  await dialog(page).getByLabel("Company Name").fill("Northfield");
  await dialog(page).getByLabel("Company Website").fill("northfield.example/about");
  await dialog(page).getByLabel("Role").fill("Analyst");
  await expect(dialog(page).getByLabel("Industry").locator("option")).toHaveCount(12);
  await dialog(page).getByLabel("Industry").selectOption("SaaS");
  await stopTimers(page);
  const sent = page.waitForRequest(trainingCall);
  await dialog(page).getByLabel("Role").press("Enter");
  expect((await sent).postDataJSON()).toEqual({
    email: address,
    companyName: "Northfield",
    companyWebsite: "northfield.example/about",
    role: "Analyst",
    industry: "SaaS",
    trainingProgram: "AI & Automation Implementation Certification",
    email_confirm: "",
    page: "/training",
    sessionId: "visit-7",
    utm_source: "search",
    utm_campaign: "spring",
  });
  await expect(dialog(page).getByText("Registration Successful!")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(dialog(page).getByText("Check your email for confirmation and next steps.")).toBeVisible();
  await page.clock.resume();
  await expect(dialog(page)).toBeHidden();
  await waitForMail(address, /your registration: ai & automation/i);
  const notice = await waitForMail("hello@gtmarc.example", /registration: ai & automation/i);
  expect(notice.text).toContain(address);

  await openTraining(page);
  await expect(email(page)).toHaveValue("");
});

test("a dialog opened before its code has loaded shows that and then its form; once closed it stays closed", async ({
  page,
}) => {
  let release = () => {};
  let released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(training|newsletter)-(dialog|form)[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/training");
  await page.getByRole("button", { name: "Register for Workshop" }).click();
  await expect(dialog(page).getByText("Loading...")).toBeVisible();
  release();
  await expect(email(page)).toBeFocused();
  await expect(dialog(page).getByText("GTM Strategy & RevOps Workshop")).toBeVisible();

  released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.reload();
  await page.getByRole("banner").getByRole("button", { name: "Newsletter" }).click();
  await page.keyboard.press("Escape");
  release();
  await expect(page.locator('[data-island="newsletter-dialog"]')).toHaveAttribute("data-alive", "");
  await expect(dialog(page)).toBeHidden();
  await openNewsletter(page);
});

test("a form that fails to load shows an error, and the next click loads it", async ({ page }) => {
  let broken = true;
  await page.route(/\/assets\/newsletter-form[^/]*\.js/, (route) => (broken ? route.abort() : route.continue()));
  await page.goto("/faq");
  await page.getByRole("banner").getByRole("button", { name: "Newsletter" }).click();
  await expect(dialog(page).getByText("This part could not be loaded.")).toBeVisible();
  await page.keyboard.press("Escape");
  broken = false;
  await openNewsletter(page);
});

for (const [what, files] of Object.entries({
  "the form of a dialog": /\/assets\/newsletter-form[^/]*\.js/,
  "a dialog's island": /\/assets\/newsletter-dialog[^/]*\.js/,
}))
  test(`when ${what} fails to load, the dialog offers a retry, which loads it`, async ({ page }) => {
    let broken = true;
    await page.route(files, (route) => (broken ? route.abort() : route.continue()));
    await page.goto("/faq");
    await page.getByRole("banner").getByRole("button", { name: "Newsletter" }).click();
    const again = dialog(page).getByRole("button", { name: "Try Again" });
    await expect(again).toBeVisible();
    await expect(dialog(page).getByRole("alert")).toContainText("could not be loaded");
    await again.click();
    await expect(again).toBeVisible();
    broken = false;
    await again.click();
    await expect(dialog(page).getByLabel("Email")).toBeVisible();
    await expect(again).toBeHidden();
  });

test("no page loads the forms or their styles before they are opened", async ({ page }) => {
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await page.goto("/training", { waitUntil: "networkidle" });
  expect(files.filter((file) => /form|field/.test(file))).toEqual([]);
  await openTraining(page);
  expect(files.some((file) => /training-form.*\.js$/.test(file))).toBe(true);
});
