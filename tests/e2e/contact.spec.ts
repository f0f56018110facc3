import { expect, test } from "@playwright/test";
import { waitForMail } from "./mailbox.ts";

// A visitor of its own: the forms of all journeys together would be too many for one address in an hour.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.53" } });

/** What the specification gives the scheduler by the width of the screen. */
const heights = [
  { width: 320, height: 1800 },
  { width: 639, height: 1800 },
  { width: 640, height: 1600 },
  { width: 1023, height: 1600 },
  { width: 1024, height: 1300 },
  { width: 1440, height: 1300 },
];

test("the scheduler has its height before it arrives, and all of it fits", async ({ page }) => {
  test.setTimeout(120_000);
  for (const { width, height } of heights) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/contact");
    const frame = page.locator("#scheduler");
    expect((await frame.boundingBox())?.height).toBe(height);
    await frame.scrollIntoViewIfNeeded();
    const inside = page.frameLocator("#scheduler");
    await expect(inside.getByRole("heading", { name: "Strategy session" })).toBeVisible();
    const needed = () => inside.locator("html").evaluate((html) => html.scrollHeight);
    expect(await needed(), `times at ${width} px`).toBeLessThanOrEqual(height);
    await inside
      .getByRole("button", { name: /\d{2}:\d{2}/ })
      .first()
      .click();
    await expect(inside.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
    expect(await needed(), `form at ${width} px`).toBeLessThanOrEqual(height);
  }
});

test("a call booked inside the frame is confirmed there, and by mail", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const email = `frame-${Date.now().toString(36)}@northfield.example`;
  await page.goto("/contact");
  await page.getByRole("link", { name: "Pick a time" }).click();
  const scheduler = page.frameLocator("#scheduler");
  await scheduler
    .getByRole("button", { name: /\d{2}:\d{2}/ })
    .first()
    .click();
  await scheduler.getByLabel("Name").fill("Dana Whitlock");
  await scheduler.getByLabel("Email").fill(email);
  await scheduler.getByRole("button", { name: "Schedule Event" }).click();
  await expect(scheduler.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
  await expect(scheduler.getByRole("link", { name: "Move or cancel this call" })).toHaveAttribute("target", "_blank");
  await expect(page).toHaveURL(/\/contact/);
  await waitForMail(email, /strategy session/i);
  expect(complaints).toEqual([]);
});

test("the same calendar opens in a window of its own, and mail goes to the firm", async ({ page }) => {
  await page.goto("/contact");
  const popup = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open it in a new window" }).click();
  const window = await popup;
  await expect(window).toHaveURL("/schedule/strategy-session");
  await expect(window.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("link", { name: "Write instead" })).toHaveAttribute("href", /^mailto:[^?]+@/);
});
