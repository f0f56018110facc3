import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type Product, startProduct } from "../fixtures/product.ts";
import { expectAccessible } from "./accessibility.ts";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.53" } });

/** Height of the scheduler by screen width (spec). */
const heights = [
  { width: 320, height: 1800 },
  { width: 639, height: 1800 },
  { width: 640, height: 1600 },
  { width: 1023, height: 1600 },
  { width: 1024, height: 1300 },
  { width: 1440, height: 1300 },
];

test("the scheduler's height is reserved before it loads and then fits its content", async ({ page }) => {
  test.setTimeout(120_000);
  // The frame loads when the test releases it.
  let arrive = Promise.withResolvers<void>();
  await page.route("**/schedule/**", async (route) => {
    await arrive.promise;
    await route.continue();
  });
  for (const { width, height } of heights) {
    arrive = Promise.withResolvers<void>();
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/contact", { waitUntil: "domcontentloaded" });
    const frame = page.locator("#scheduler");
    await expect.poll(async () => (await frame.boundingBox())?.height).toBe(height);
    const inside = page.frameLocator("#scheduler");
    arrive.resolve();
    await frame.scrollIntoViewIfNeeded();
    await expect(inside.getByRole("heading", { name: "Strategy session" })).toBeVisible();
    const spare = async () => {
      const [outer, inner] = [await frame.boundingBox(), await inside.locator("main").boundingBox()];
      return Math.abs((outer?.height ?? 0) - (inner?.height ?? 0));
    };
    await expect.poll(spare, `times at ${width} px`).toBeLessThanOrEqual(2);
    await inside
      .getByRole("button", { name: /\d{1,2}:\d{2} [AP]M/ })
      .first()
      .click();
    await expect(inside.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
    await expect.poll(spare, `form at ${width} px`).toBeLessThanOrEqual(2);
    await inside.getByRole("button", { name: "Change time" }).click();
    await expect.poll(spare, `times again at ${width} px`).toBeLessThanOrEqual(2);
  }
});

function funnelEvents(page: Page) {
  const sent: { stage: string; substage: string; value?: number }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/functions/track-funnel-event")) sent.push(request.postDataJSON());
  });
  return sent;
}

async function openScheduler(page: Page) {
  await page.goto("/contact");
  await page.getByRole("link", { name: "Pick a time" }).click();
  return page.frameLocator("#scheduler");
}

test("a call booked inside the frame is confirmed once around it, not counted by the page, and confirmed by mail", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const steps = funnelEvents(page);
  const email = `frame-${Date.now().toString(36)}@northfield.example`;
  const scheduler = await openScheduler(page);
  await scheduler
    .getByRole("button", { name: /\d{1,2}:\d{2} [AP]M/ })
    .first()
    .click();
  await scheduler.getByLabel("Name").fill("Dana Whitlock");
  await scheduler.getByLabel("Email").fill(email);
  await scheduler.getByRole("button", { name: "Schedule Event" }).click();
  await expect(page.getByRole("heading", { name: "You're booked!" })).toBeFocused();
  await expect(page.locator("#scheduler")).toHaveCount(0);
  await expect(page).toHaveURL(/\/contact/);
  await waitForMail(email, /strategy session/i);
  expect(steps.map(({ stage, substage, value }) => [stage, substage, value])).toEqual([
    ["booking", "widget_viewed", undefined],
    ["booking", "date_selected", undefined],
  ]);
  expect(complaints).toEqual([]);
});

test.describe("before any script", () => {
  test.use({ javaScriptEnabled: false });
  test("the next free times link to their forms", async ({ page }) => {
    await page.goto("/contact");
    const first = page.getByRole("link", { name: /\d{4}, \d{1,2}:\d{2} [AP]M$/ }).first();
    expect(await first.getAttribute("href")).toMatch(/^\/schedule\/strategy-session\?start=20/);
  });
});

test("the calendar opens in a new window, and the mail link goes to the firm", async ({ page }) => {
  await page.goto("/contact");
  const popup = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open it in a new window" }).click();
  const window = await popup;
  await expect(window).toHaveURL("/schedule/strategy-session");
  await expect(window.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("link", { name: "Write instead" })).toHaveAttribute("href", /^mailto:[^?]+@/);
});

test.describe("with a calendar at Calendly", () => {
  const calendly = "https://calendly.com/northfield/strategy-session";
  const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-calendly-"));
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct(dataDir, { CALENDLY_URL: calendly });
  });
  test.afterAll(async () => {
    product.signal("SIGTERM");
    await product.ended();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Replaces Calendly's page: reports that it loaded, and twice that one call was booked. */
  const standIn = `<!doctype html><html lang="en"><title>Calendly</title><button>Schedule</button><script>
    const say = (event, payload = {}) => parent.postMessage({ event, payload }, "*");
    const uri = "https://api.calendly.com/scheduled_events/AAAA";
    say("calendly.event_type_viewed");
    document.querySelector("button").onclick = () => {
      say("calendly.date_and_time_selected");
      for (const _ of [1, 2])
        say("calendly.event_scheduled", { event: { uri }, invitee: { uri: uri + "/invitees/BBBB" } });
    };
  </script></html>`;

  test("nothing is loaded from Calendly before the visitor asks; its call is confirmed and counted once", async ({
    page,
    context,
  }) => {
    const elsewhere: string[] = [];
    context.on("request", (request) => {
      if (new URL(request.url()).origin !== product.url) elsewhere.push(request.url());
    });
    await context.route("https://calendly.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: standIn }),
    );
    const steps = funnelEvents(page);
    const answer = await page.goto(`${product.url}/contact?utm_source=letter&name=Dana`);
    expect(answer?.headers()["content-security-policy"]).toMatch(/frame-src https:\/\/calendly\.com;/);
    await page.getByRole("link", { name: "Pick a time" }).click();
    const ask = page.getByRole("button", { name: "Show the calendar" });
    await expect(ask).toBeVisible();
    await expect(page.locator("#scheduler")).not.toHaveAttribute("src");
    await page.waitForLoadState("networkidle");
    await expectAccessible(page);
    expect(elsewhere).toEqual([]);

    await ask.press("Enter");
    const there = page.frameLocator("#scheduler").getByRole("button", { name: "Schedule" });
    await expect(there).toBeVisible();
    // A foreign frame does not report its height.
    for (const { width, height } of heights) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await page.locator("#scheduler").boundingBox())?.height).toBe(height);
    }
    const [asked] = elsewhere;
    expect(asked?.startsWith(`${calendly}?`)).toBe(true);
    expect(Object.fromEntries(new URL(asked!).searchParams)).toEqual({
      embed_domain: new URL(product.url).host,
      embed_type: "Inline",
      hide_gdpr_banner: "1",
      name: "Dana",
      utm_source: "letter",
    });

    const forge = (origin: string) =>
      page.evaluate((from) => {
        const uri = "https://api.calendly.com/scheduled_events/FORGED";
        const data = { event: "calendly.event_scheduled", payload: { event: { uri }, invitee: { uri } } };
        const source = document.querySelector<HTMLIFrameElement>("#scheduler")!.contentWindow;
        window.dispatchEvent(new MessageEvent("message", { data, origin: from, source }));
      }, origin);
    for (const origin of [product.url, "https://calendly.com.evil.example", "null"]) await forge(origin);
    // Browsers render no frames outside the viewport, and a click waits for two rendered frames.
    await there.press("Enter");
    await expect(page.getByRole("heading", { name: "You're booked!" })).toBeFocused();
    await expect
      .poll(() => steps.map(({ substage, value }) => [substage, value]))
      .toEqual([
        ["widget_viewed", undefined],
        ["date_selected", undefined],
        ["scheduled", undefined],
      ]);
  });
});
