import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { Product } from "../fixtures/product.ts";
import { type Receiver, startReceiver } from "../fixtures/webhook-receiver.ts";
import { expectTidy } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { type Site, startSite } from "./site.ts";

/*
 * Webhooks, set up with a receiver on this machine: an endpoint, its secret, a test delivery with a valid signature,
 * and the explanation of a refused signature.
 */

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.97" } });

const otherSecret = `whsec_${Buffer.from("another-key-of-32-bytes-in-total").toString("base64")}`;

let product: Product;
let site: Site;
let receiver: Receiver;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "gtmarc-webhooks-"));
  ({ product, site } = await startSite(dataDir, { WEBHOOK_ALLOW_PRIVATE: "on", TRUSTED_PROXIES: "127.0.0.1,::1" }));
});
// Each journey has its own receiver: an earlier one still gets retries.
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());
test.afterAll(async () => {
  product.signal("SIGTERM");
  await product.ended();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The receiver verifies signatures with this secret, using the guide's code. */
const checkWith = (secret: string) =>
  receiver.respond((response, { headers, body }) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  });

test("an admin sets up webhooks and diagnoses a failing signature", async ({ page }) => {
  await signInAsAdmin(page, "webhooks", site);
  await page.goto(`${site.url}/admin/webhook-setup-guide`);
  await expectTidy(page);
  await page.getByRole("link", { name: "Add endpoint" }).first().click();

  await page.getByLabel("Address", { exact: true }).fill(receiver.url);
  await page.getByLabel("Name", { exact: true }).fill("Receiver");
  await page.getByRole("checkbox", { name: /^All events/ }).uncheck();
  await page.getByLabel("Search events").fill("booking");
  await page.getByRole("checkbox", { name: "All of: Booking" }).check();
  await expectTidy(page);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("The endpoint was added.")).toBeVisible();
  const secret = (await page.getByRole("region", { name: "Secret" }).textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  checkWith(secret.trim());
  await page.getByRole("link", { name: "Continue with step 2" }).click();

  const steps = page.getByRole("listitem");
  await page.getByRole("button", { name: "Fill in my secret" }).click();
  await expect(page.getByRole("region", { name: "Code for n8n" })).toContainText(secret.trim());
  for (const tool of ["Zapier", "Make", "Node", "Python", "PHP", "Go"]) {
    await page.getByRole("tab", { name: tool, exact: true }).click();
    await expect(page.getByRole("region", { name: `Code for ${tool}` })).toContainText(
      secret.trim().replace("whsec_", ""),
    );
  }
  await page.getByLabel("Event", { exact: true }).selectOption("booking.made");
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("It works: your program received the test.")).toBeVisible();
  await expect(steps.filter({ hasText: "Send a test event" }).getByText("Done", { exact: true })).toBeVisible();
  await expectTidy(page);
  await page.getByRole("link", { name: "See the message and the response" }).click();
  await expect(page.getByRole("heading", { name: "booking.made" })).toBeVisible();
  await expect(page.getByText("Response 204")).toBeVisible();
  await expectTidy(page);

  checkWith(otherSecret);
  const before = receiver.requests.length;
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Response 401").first()).toBeVisible();
  const refused = receiver.requests[before]!;
  await page.getByRole("link", { name: "Find out why" }).click();
  await expect(page.getByLabel("Headers", { exact: true })).toHaveValue(
    new RegExp(`^webhook-id: ${refused.headers["webhook-id"]}\n`),
  );
  await expect(page.getByLabel("Body", { exact: true })).toHaveValue(refused.body);
  await page.getByLabel("Secret", { exact: true }).fill(otherSecret);
  await page.getByRole("button", { name: "Check signature" }).click();
  await expect(page.getByText("The secret does not belong to this message.")).toBeVisible();
  await expectTidy(page);
  await page.getByLabel("Secret", { exact: true }).fill(secret.trim());
  await page.getByRole("button", { name: "Check signature" }).click();
  await expect(page.getByText("The signature is right.", { exact: true })).toBeVisible();

  await page.goto(`${site.url}/admin/webhook-setup-guide/deliveries?status=pending`);
  await expect(page.getByRole("link", { name: "booking.made" }).first()).toBeVisible();
  await expectTidy(page);
});
