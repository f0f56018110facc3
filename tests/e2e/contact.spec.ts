import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { type Product, startProduct } from "../fixtures/product.ts";
import { expectAccessible } from "./accessibility.ts";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";
import { frames } from "./stillness.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.53" } });

/** Height of a foreign scheduler by screen width (spec). */
const heights = [
  { width: 320, height: 1800 },
  { width: 639, height: 1800 },
  { width: 640, height: 1600 },
  { width: 1023, height: 1600 },
  { width: 1024, height: 1300 },
  { width: 1440, height: 1300 },
];

/** Empty space below the last text or control of a box, in px beyond its padding. */
const blankBelow = (box: Locator) =>
  box.evaluate((element) => {
    const range = document.createRange();
    const ends: number[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      ends.push(range.getBoundingClientRect().bottom);
    }
    for (const control of element.querySelectorAll("input, select, textarea, button, td, a"))
      ends.push(control.getBoundingClientRect().bottom);
    const padding = Number.parseFloat(getComputedStyle(element).paddingBottom);
    return Math.round(element.getBoundingClientRect().bottom - padding - Math.max(...ends));
  });

for (const width of [320, 390, 640, 768, 1023, 1440])
  test(`nothing below the scheduler moves from the first paint to the confirmation, and each step fills its card: ${width} px`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    // The frame loads when the test releases it.
    const arrive = Promise.withResolvers<void>();
    await page.route("**/schedule/**", async (route) => {
      await arrive.promise;
      await route.continue();
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/contact");
    // Fonts that a busy machine has late move text above the scheduler; from now on all of them are there.
    await page.evaluate(() => document.fonts.ready);
    await frames(page, 2);
    await page.evaluate(() => void (window as unknown as { shifts: number[] }).shifts.splice(0));
    const below = () => page.locator("#book + *").evaluate((next) => next.getBoundingClientRect().top + window.scrollY);
    const first = await below();
    const frame = page.locator("#scheduler");
    const inside = page.frameLocator("#scheduler");
    const holds = async (step: string, card: Locator) => {
      await frames(page, 2);
      expect(await below(), step).toBe(first);
      expect(await blankBelow(card), step).toBeLessThanOrEqual(24);
    };
    const card = inside.locator("main .card:visible");
    await frame.scrollIntoViewIfNeeded();
    await expect(frame).toHaveAttribute("src");
    await holds("free times as links", page.locator("#scheduler + .card"));
    arrive.resolve();
    const time = inside.getByRole("button", { name: /\d{1,2}:\d{2} [AP]M/ }).last();
    await expect(time).toBeVisible();
    await expect(frame).toBeVisible();
    await holds("month", card);
    expect(await card.evaluate((box) => Math.round(innerHeight - box.getBoundingClientRect().bottom))).toBe(0);
    await inside.getByRole("button", { name: "Day", exact: true }).click();
    await expect(inside.getByRole("grid")).toHaveCount(0);
    await holds("day", card);
    await inside.getByRole("button", { name: "Month", exact: true }).click();
    await inside.getByRole("link", { name: /^Next month/ }).click();
    await expect(inside.getByRole("grid")).toHaveAttribute("aria-busy", "false");
    await inside
      .getByRole("gridcell")
      .getByRole("button", { name: /\d free times?/ })
      .last()
      .click();
    await holds("next month", card);
    await time.click();
    await expect(inside.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
    await holds("details", card);
    await inside.getByRole("button", { name: "Change time" }).click();
    await expect(time).toBeVisible();
    await holds("times again", card);
    await time.click();
    await inside.getByRole("button", { name: "Schedule Event" }).click();
    await expect(inside.getByText("2 fields need attention")).toBeVisible();
    await holds("errors", card);
    await inside.getByLabel("Name").fill("Dana Whitlock");
    await inside.getByLabel("Email").fill(`still-${width}-${Date.now().toString(36)}@northfield.example`);
    await inside.getByRole("button", { name: "Schedule Event" }).click();
    await expect(page.getByRole("heading", { name: "You're booked!" })).toBeFocused();
    await holds("confirmation", page.locator("[role=status]", { hasText: "You're booked!" }));
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
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
    .last()
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
    // Below the times, not under them.
    await page.getByRole("link", { name: "Choose a time on the scheduler's own page" }).click();
    await expect(page).toHaveURL("/schedule/strategy-session");
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
