import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type StripeStandIn, startStripe } from "../fakes/stripe-server.ts";
import type { Product } from "../fixtures/product.ts";
import { checkoutSession } from "../fixtures/stripe-messages.ts";
import { signInAsAdmin } from "./admins.ts";
import { clientWithAnalysis, look } from "./clients.ts";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";
import { type Site, site as startedSite, startSite } from "./site.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.64" } });

function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  return problems;
}

/** Resolves when a ticked task is stored. */
const ticked = (page: Page) => page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());

/** An earlier save may still be running when text is typed, so its response says nothing about that text. */
const saved = (page: Page) => expect(page.getByRole("status").getByText(/^Saved/)).toBeVisible();

async function bytesOf(page: Page, href: string) {
  const answer = await page.request.get(href);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  return (await answer.body()).subarray(0, 5).toString();
}

test.describe("with the keys of Stripe", () => {
  const keys = { key: "sk_test_journey", secret: "whsec_journey" };
  const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-paid-"));
  let stripe: StripeStandIn;
  let product: Product;
  let site: Site;

  test.beforeAll(async () => {
    stripe = await startStripe(keys);
    ({ product, site } = await startSite(dataDir, {
      STRIPE_SECRET_KEY: keys.key,
      STRIPE_WEBHOOK_SECRET: keys.secret,
      STRIPE_API_URL: stripe.url,
      TRUSTED_PROXIES: "127.0.0.1,::1",
      ACCESS_CODE_DELAY_BUSINESS_DAYS: "0",
    }));
    stripe.sendTo(`${site.url}/api/webhooks/stripe`);
  });
  test.afterAll(async () => {
    product.signal("SIGTERM");
    await product.ended();
    await stripe.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("a client pays at the checkout, an architect draws and publishes, the client reads and ticks", async ({
    page,
    browser,
  }) => {
    const problems = problemsOf(page);
    const dana = await clientWithAnalysis(page, site, "paying");
    const unlockPage = `${site.url}/blueprint/${dana.id}/unlock`;

    await test.step("the analysis shows the three ways to unlock", async () => {
      await page.goto(`${site.url}/blueprint/${dana.id}#full-blueprint`);
      const ways = page.locator("#full-blueprint");
      await expect(ways.getByRole("button", { name: "Book the call" })).toBeVisible();
      await expect(ways.getByText("Recommended")).toBeVisible();
      await look(page, "analysis-locked", "#full-blueprint");
      await ways.getByRole("link", { name: "Unlock for $499" }).click();
      await expect(page).toHaveURL(unlockPage);
      await look(page, "unlock-card");
    });

    await test.step("leaving the payment page charges nothing", async () => {
      await page.getByRole("button", { name: "Continue to payment" }).click();
      await expect(page.getByText("US$499.00")).toBeVisible();
      await page.getByRole("link", { name: "Back" }).click();
      await expect(page.getByText("nothing was charged")).toBeVisible();
    });

    await test.step("payment: one checkout, one unlock, with the receipt", async () => {
      await page.goto(unlockPage);
      await page.getByRole("button", { name: "Continue to payment" }).click();
      await page.getByRole("button", { name: "Pay" }).click();
      await expect(page).toHaveURL(/\/blueprint\/coming-soon/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your full blueprint is requested");
      expect(stripe.calls.filter((call) => call === "POST /v1/checkout/sessions")).toHaveLength(1);
      const receipt = page.getByRole("link", { name: /Receipt INV-\d{4}-0001 as PDF/ });
      expect(await bytesOf(page, site.url + (await receipt.getAttribute("href")))).toBe("%PDF-");
      await look(page, "coming-soon-requested");
    });

    await test.step("a repeated webhook does nothing; a forged one is refused", async () => {
      const [paymentId = ""] = stripe.paymentIds();
      const failed = checkoutSession({ paymentId, paid: false });
      expect(await stripe.post("checkout.session.async_payment_failed", failed)).toBe(200);
      const forged = await page.request.post(`${site.url}/api/webhooks/stripe`, {
        data: { type: "checkout.session.completed" },
        headers: { "stripe-signature": "t=1,v1=00" },
      });
      expect(forged.status()).toBe(401);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your full blueprint is requested");
    });

    const adminPage = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const adminProblems = problemsOf(adminPage);
    const editor = `${site.url}/admin/blueprint/${dana.id}`;

    await test.step("the architect is assigned", async () => {
      const architect = await signInAsAdmin(adminPage, "architect", site);
      await adminPage.goto(`${site.url}/admin/blueprints`);
      await look(adminPage, "admin-blueprints");
      await adminPage.getByRole("link", { name: "Northfield Analytics" }).click();
      await expect(adminPage).toHaveURL(editor);
      await adminPage
        .getByLabel("Architect", { exact: true })
        .selectOption({ label: `${architect.email.split("@")[0]} (${architect.email})` });
      await adminPage.getByRole("dialog").getByRole("button", { name: "Assign and email the client" }).click();
      await expect(adminPage.getByText("Architect assigned").first()).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your full blueprint has an architect");
      await look(page, "coming-soon-assigned");
    });

    await test.step("the draft starts from the analysis, and edits are saved automatically", async () => {
      await adminPage.getByRole("button", { name: "Record the kickoff" }).click();
      const asked = adminPage.getByRole("dialog");
      await expect(asked.getByText("The fee of $499.00 is no longer refundable", { exact: false })).toBeVisible();
      await look(adminPage, "editor-kickoff");
      await asked.getByRole("button", { name: "Record the kickoff" }).click();
      await expect(adminPage.getByText("Kickoff recorded")).toBeVisible();
      await adminPage.getByRole("button", { name: "Undo" }).click();
      await expect(adminPage.getByText("Kickoff withdrawn")).toBeVisible();
      await adminPage.getByRole("button", { name: "Record the kickoff" }).click();
      await asked.getByRole("button", { name: "Record the kickoff" }).click();
      await expect(adminPage.getByText("Kickoff recorded")).toBeVisible();
      await adminPage.getByRole("button", { name: "Start from the analysis" }).click();
      await expect(adminPage.getByRole("heading", { name: /^Sections/ })).toBeFocused();
      await saved(adminPage);
      await adminPage.getByRole("button", { name: "Publish", exact: true }).click();
      await expect(asked.getByText("No kickoff is recorded", { exact: false })).toHaveCount(0);
      await asked.getByRole("button", { name: "Publish and email the client" }).click();
      await expect(asked.getByText("Every section is still the first draft", { exact: false })).toBeVisible();
      await asked.getByRole("button", { name: "Cancel" }).click();
      const first = adminPage.locator("details").first();
      await first.locator("summary").click();
      await first.getByLabel("Section title").fill("New leads reach HubSpot within a minute");
      await expect(first.getByRole("heading", { name: "New leads reach HubSpot within a minute" })).toBeVisible();
      await saved(adminPage);
      await adminPage.reload();
      await expect(adminPage.locator("summary", { hasText: "New leads reach HubSpot within a minute" })).toBeVisible();
      await adminPage.locator("details").first().locator("summary").click();
      await look(adminPage, "editor");
    });

    await test.step("a second, slower architect sees both versions and chooses", async () => {
      const other = await adminPage.context().newPage();
      const chosen = await adminPage.getByLabel("Architect", { exact: true }).locator("option:checked").textContent();
      const name = chosen?.split(" (")[0];
      await other.goto(editor);
      await adminPage.getByRole("textbox", { name: "Summary" }).fill("Saved first.");
      await saved(adminPage);
      await other.getByRole("textbox", { name: "Summary" }).fill("Written at the same time.");
      await expect(other.getByText(`${name} saved this blueprint while you were editing`)).toBeVisible();
      const differences = other.getByRole("row", { name: "Summary" });
      await expect(differences.getByRole("cell")).toHaveText(["Written at the same time.", "Saved first."]);
      await expect(other.getByRole("textbox", { name: "Summary" })).toHaveValue("Written at the same time.");
      await look(other, "editor-conflict");
      await other.getByRole("button", { name: `Use the version of ${name}` }).click();
      await expect(other.getByRole("textbox", { name: "Summary" })).toHaveValue("Saved first.");
      await other.close();
    });

    await test.step("review, preview, publication", async () => {
      await adminPage.getByRole("button", { name: "Send to review" }).click();
      await adminPage.getByRole("dialog").getByRole("button", { name: "Send to review" }).click();
      await expect(adminPage.getByText("In review. The client sees the stage.")).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your full blueprint is in review");
      await look(page, "coming-soon-review");
      await adminPage.goto(`${editor}/preview`);
      await look(adminPage, "preview");
      await adminPage.getByRole("link", { name: "Keep editing" }).click();
      await adminPage.getByRole("button", { name: "Publish", exact: true }).click();
      await adminPage
        .getByRole("dialog")
        .getByLabel("What changed")
        .fill("Five automations, in the order of their payback.");
      await adminPage.getByRole("button", { name: "Publish and email the client" }).click();
      await expect(adminPage.getByText("Version 1 is what the client sees", { exact: false })).toBeVisible();
    });

    await test.step("the client reads it and completes a task", async () => {
      await page.reload();
      await look(page, "coming-soon-published");
      await page.getByRole("link", { name: "Open the full blueprint" }).first().click();
      await expect(page.getByRole("heading", { name: "New leads reach HubSpot within a minute" })).toBeVisible();
      const task = page.getByRole("checkbox").first();
      const isStored = ticked(page);
      await task.check();
      await expect(page.getByText(/^1 of \d+ done$/)).toBeVisible();
      await isStored;
      await page.reload();
      await expect(page.getByRole("checkbox").first()).toBeChecked();
      await look(page, "full-blueprint");
    });

    await test.step("a second version lists its changes and keeps the completed task", async () => {
      await adminPage
        .getByRole("textbox", { name: "Summary" })
        .fill("Read the second section first: its owner has changed.");
      await saved(adminPage);
      await adminPage.getByRole("button", { name: "Publish version 2" }).click();
      await adminPage.getByRole("button", { name: "Publish and email the client" }).click();
      await expect(adminPage.getByText("Version 2 is what the client sees", { exact: false })).toBeVisible();
      await page.reload();
      await expect(page.getByText("New in version 2")).toBeVisible();
      await expect(page.getByRole("checkbox").first()).toBeChecked();
      await page.getByRole("link", { name: "Version 1" }).click();
      await expect(page.getByText("This is version 1 of 2")).toBeVisible();
    });

    await test.step("after a refund past the kickoff the client keeps the drawings and gets a credit note", async () => {
      expect(await stripe.refund(stripe.paymentIds()[0]!)).toBe(200);
      await page.goto(`${site.url}/blueprint/coming-soon`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your full blueprint is here");
      await expect(page.getByRole("link", { name: /Credit note CN-\d{4}-0001/ })).toBeVisible();
      await adminPage.goto(`${site.url}/admin/billing`);
      await expect(adminPage.getByRole("cell", { name: "Refunded" }).first()).toBeVisible();
      await look(adminPage, "admin-billing-refunded");
    });

    expect(problems).toEqual([]);
    expect(adminProblems).toEqual([]);
  });
});

test("without Stripe keys a client requests an invoice by keyboard, an admin marks it paid, and a receipt is mailed", async ({
  page,
  browser,
}) => {
  const problems = problemsOf(page);
  const site = startedSite();
  const dana = await clientWithAnalysis(page, site, "invoiced");
  await page.goto(`${site.url}/blueprint/${dana.id}/unlock`);

  await test.step("every missing field is named, and typed text is kept", async () => {
    await page.getByLabel("Tax ID").fill("12-3456789");
    await page.getByRole("button", { name: "Send me the invoice" }).click();
    await expect(page.getByText("Enter the street address.")).toBeVisible();
    await expect(page.getByRole("link", { name: "City" })).toBeVisible();
    await expect(page.getByLabel("Tax ID")).toHaveValue("12-3456789");
    await look(page, "unlock-invoice-errors");
  });

  await test.step("the form is filled in by keyboard", async () => {
    await page.getByLabel("Company or full name").focus();
    await page.keyboard.press("ControlOrMeta+A");
    for (const text of [
      "Northfield Analytics, Inc.",
      "Dana Whitlock",
      "12 Harbor Street",
      "Floor 3",
      "Boston",
      "MA",
      "02110",
    ]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("United S");
    await page.getByRole("button", { name: "Send me the invoice" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/coming-soon/);
    await expect(page.getByText(/Invoice INV-\d{4}-\d{4} is open/)).toBeVisible();
    await look(page, "coming-soon-invoiced");
  });

  const mail = await waitForMail(dana.email, /^Invoice INV-/);
  expect(mail.attachments[0]?.mimeType).toBe("application/pdf");
  await waitForMail("hello@gtmarc.example", /INV-\d{4}-\d{4} was requested/);

  const adminPage = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await test.step("the admin marks it paid", async () => {
    await signInAsAdmin(adminPage, "book-keeper", site);
    await adminPage.goto(`${site.url}/admin/billing?filter=open`);
    await look(adminPage, "admin-billing-open");
    await adminPage.getByRole("button", { name: "Mark paid: invoice of Northfield Analytics" }).first().click();
    await adminPage.getByRole("dialog").getByLabel("Reference").fill("Wire 8812");
    await adminPage.getByRole("button", { name: "Mark paid", exact: true }).click();
    await expect(adminPage.getByText("Paid. The blueprint is unlocked")).toBeVisible();
  });

  await test.step("the client sees the unlocked blueprint, invoice and receipt; a stranger sees none", async () => {
    await page.goto(`${site.url}/invoices`);
    await look(page, "invoices");
    const receipt = page.getByRole("link", { name: /Receipt INV-/ });
    const href = site.url + (await receipt.getAttribute("href"));
    expect(await bytesOf(page, href)).toBe("%PDF-");
    await page.goto(`${site.url}/blueprint/coming-soon`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your full blueprint is requested");
    const stranger = await (await browser.newContext()).newPage();
    await clientWithAnalysis(stranger, site, "stranger");
    expect((await stranger.request.get(href)).status()).toBe(404);
    for (const path of [
      `/blueprint/${dana.id}/unlock`,
      `/blueprint/${dana.id}/full`,
      `/blueprint/coming-soon?blueprint=${dana.id}`,
    ])
      expect((await stranger.request.get(site.url + path)).status(), path).toBe(404);
  });
  await waitForMail(dana.email, /^Receipt for \$499\.00/);
  expect(problems).toEqual([]);
});
