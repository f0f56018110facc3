import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type StripeStandIn, startStripe } from "../fakes/stripe-server.ts";
import type { Product } from "../fixtures/product.ts";
import { signInAsAdmin } from "./admins.ts";
import { clientWithAnalysis, look } from "./clients.ts";
import { test } from "./journey.ts";
import { linkIn, listMails, waitForMail } from "./mailbox.ts";
import { type Site, site as startedSite, startSite } from "./site.ts";
import { storedRows } from "./stored-rows.ts";

/* Ways to the full blueprint besides card payment (billing.spec.ts): an invoice paid online, and a call. */

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.73" } });

function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  return problems;
}

test.describe("with the keys of Stripe and invoices", () => {
  const keys = { key: "sk_test_invoices", secret: ["whsec", "invoices"].join("_") };
  let dataDir: string;
  let stripe: StripeStandIn;
  let product: Product;
  let site: Site;

  test.beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "gtmarc-invoice-"));
    stripe = await startStripe(keys);
    ({ product, site } = await startSite(dataDir, {
      STRIPE_SECRET_KEY: keys.key,
      STRIPE_WEBHOOK_SECRET: keys.secret,
      STRIPE_API_URL: stripe.url,
      TRUSTED_PROXIES: "127.0.0.1,::1",
      ACCESS_CODE_DELAY_BUSINESS_DAYS: "0",
      BILLING_SENDER: "GTMarc LLC|1 Drawing Office Street|New York, NY 10001",
      BILLING_BANK_DETAILS: "Bank: First Example Bank|Account: 000123456789",
    }));
    stripe.sendTo(`${site.url}/api/webhooks/stripe`);
  });
  test.afterAll(async () => {
    product.signal("SIGTERM");
    await product.ended();
    await stripe.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("an invoice is paid online: one payment, one invoice, one receipt", async ({ page }) => {
    const problems = problemsOf(page);
    const dana = await clientWithAnalysis(page, site, "pays-invoice");
    await page.goto(`${site.url}/blueprint/${dana.id}/unlock`);
    await page.getByText("Get an invoice instead").click();
    for (const [label, text] of [
      ["Company or full name", "Northfield Analytics, Inc."],
      ["Street address", "12 Harbor Street"],
      ["City", "Boston"],
    ] as const)
      await page.getByLabel(label).fill(text);
    await page.getByLabel("Country").selectOption("US");
    await page.getByRole("button", { name: "Send me the invoice" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your invoice is in your inbox");
    await look(page, "coming-soon-invoice-online");

    const mail = await waitForMail(dana.email, /^Invoice INV-/, site);
    expect(mail.text).toContain("Pay online by card");
    await page.goto(site.url + linkIn(mail, "/invoices"));
    await expect(page.getByText(/^Due [A-Z]/)).toBeVisible();
    await look(page, "invoices-pay-online");
    const pay = page.getByRole("button", { name: /^Pay online: INV-\d{4}-0001$/ });
    await pay.click();
    await expect(page.getByText("US$499.00")).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page.getByText(/^Due [A-Z]/)).toBeVisible();
    await pay.click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(page).toHaveURL(/\/blueprint\/coming-soon/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your full blueprint is requested");
    expect(stripe.calls.filter((asked) => asked === "POST /v1/checkout/sessions")).toHaveLength(1);

    await page.goto(`${site.url}/invoices`);
    const rows = page.getByRole("table", { name: "Invoices and receipts" }).getByRole("row");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(/Paid [A-Z]/);
    await expect(pay).toHaveCount(0);
    expect((await page.request.get(`${site.url}/invoices`)).ok()).toBe(true);
    const receipt = await page.getByRole("link", { name: /Receipt INV-/ }).getAttribute("href");
    expect((await page.request.get(site.url + receipt)).headers()["content-type"]).toBe("application/pdf");
    await waitForMail(dana.email, /^Receipt for \$499\.00/, site);
    expect(await listMails(/^Receipt for/, site)).toHaveLength(1);
    await page.goto(`${site.url}/blueprint/${dana.id}/unlock`);
    await expect(page).toHaveURL(/\/blueprint\/coming-soon/);
    expect(problems).toEqual([]);
  });
});

test("a held call unlocks the blueprint from which it was booked, and not before", async ({ page, browser }) => {
  const problems = problemsOf(page);
  const dana = await clientWithAnalysis(page, startedSite(), "calls-first");
  await page.goto(`/blueprint/${dana.id}#full-blueprint`);
  await page.getByRole("button", { name: "Book the call" }).click();
  await page
    .getByRole("button", { name: /\d free times?(, today)?$/ })
    .last()
    .click();
  await page
    .getByRole("button", { name: /^\d{1,2}:\d{2} [AP]M/ })
    .last()
    .click();
  await page.getByLabel("Name").fill("Mira Keeper");
  await page.getByRole("button", { name: "Schedule Event" }).click();
  await expect(page).toHaveURL(/\/booking\//);

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const adminPage = await context.newPage();
  const adminProblems = problemsOf(adminPage);
  await signInAsAdmin(adminPage, "call-keeper");
  await test.step("a call in the future cannot be marked", async () => {
    await adminPage.goto("/admin/calendar/calls");
    await expect(adminPage.getByRole("row", { name: /Mira Keeper/ })).toContainText("Upcoming");
    await expect(adminPage.getByRole("button", { name: "Held: Mira Keeper" })).toHaveCount(0);
    await page.goto(`/blueprint/coming-soon?blueprint=${dana.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your call is booked");
  });

  await test.step("once it has started an admin marks it, after a question that states the consequence", async () => {
    await storedRows(
      `update booking set during = running, blocked = running
       from (select tstzrange(now() - interval '20 minutes', now() + interval '10 minutes', '[)') as running) as times
       where email = $1 returning id`,
      [dana.email],
    );
    await adminPage.goto("/admin/calendar/calls?filter=all");
    await look(adminPage, "admin-calls");
    await adminPage.getByRole("button", { name: "Held: Mira Keeper" }).click();
    await expect(adminPage.getByRole("dialog")).toContainText("Did the call with Mira Keeper take place?");
    await adminPage.getByRole("dialog").getByRole("button", { name: "Mark as held" }).click();
    await expect(adminPage.getByText("Marked as held.")).toBeVisible();
  });

  await test.step("the client has access without a payment", async () => {
    await waitForMail(dana.email, /full blueprint/i);
    await expect
      .poll(async () => {
        await page.goto(`/blueprint/coming-soon?blueprint=${dana.id}`);
        return page.getByRole("heading", { level: 1 }).textContent();
      })
      .toBe("Your full blueprint is requested");
    await page.goto(`/blueprint/${dana.id}/unlock`);
    await expect(page).toHaveURL(/\/blueprint\/coming-soon/);
    await page.goto("/invoices");
    await expect(page.getByRole("table")).toHaveCount(0);
  });
  expect([...problems, ...adminProblems]).toEqual([]);
  await context.close();
});
