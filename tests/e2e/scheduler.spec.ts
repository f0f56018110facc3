import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectTidy } from "./accessibility.ts";
import { test } from "./journey.ts";
import { linkIn, waitForMail } from "./mailbox.ts";

// Slots are held per client address, and journeys share this machine's.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.61" }, timezoneId: "Europe/Vienna" });

const newEmail = (name: string) => `${name}-${Date.now().toString(36)}@northfield.example`;

function complaintsOf(page: Page) {
  const loud: string[] = [];
  page.on("console", (line) => ["error", "warning"].includes(line.type()) && loud.push(line.text()));
  page.on("pageerror", (error) => loud.push(error.message));
  return loud;
}

/** Before hydration only one zone is listed. */
const isAlive = (page: Page) => expect(page.getByLabel("Time zone").locator("option")).not.toHaveCount(1);

/** Presses Tab until an element with this name has the focus; fails after `most`. */
async function tabTo(page: Page, wanted: RegExp, most = 40) {
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const el = document.activeElement as HTMLElement | null;
      const label = (el as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return el?.getAttribute("aria-label") ?? label ?? el?.textContent ?? "";
    });
    if (wanted.test(name)) return;
  }
  throw new Error(`Tab never came to ${wanted}`);
}

test("a call is booked, moved and cancelled with the keyboard alone", async ({ page }) => {
  const loud = complaintsOf(page);
  const email = newEmail("keys");
  await page.goto("/schedule/strategy-session");
  await isAlive(page);
  await expectTidy(page);
  await tabTo(page, /free times?(, today)?$/);
  // Go to the next week, where days are free again, and its Wednesday.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
  await tabTo(page, /^\d{1,2}:\d{2} [AP]M/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeFocused();
  await expect(page.getByText(/This time is held for you until \d{1,2}:\d{2} [AP]M \(Europe\/Vienna\)/)).toBeVisible();
  await expect(page.getByText(/GTMarc: .*\(Eastern Time\)/)).toBeVisible();
  await expectTidy(page);
  await tabTo(page, /^Name/);
  await page.keyboard.type("Dana Whitlock");
  await page.keyboard.press("Tab");
  await page.keyboard.type("not an address");
  await tabTo(page, /^Schedule Event/);
  await page.keyboard.press("Enter");
  // With one error, the field itself takes the focus and describes it.
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/strategy-session-confirmed\?booking=/);

  await page.goto(linkIn(await waitForMail(email, /^Booked: Strategy session/), "/booking/"));
  await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
  await expectTidy(page);
  await tabTo(page, /^Move this call/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Choose a new time" })).toBeVisible();
  await isAlive(page);
  // A week later: the first times of this one may begin too soon by the time the call is moved.
  await tabTo(page, /free times?(, today)?$/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
  await tabTo(page, /^\d{1,2}:\d{2} [AP]M/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^Move the Call/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your call has a new time" })).toBeFocused();
  await waitForMail(email, /^New time: Strategy session/);
  await tabTo(page, /^Cancel this call/);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Reason")).toBeFocused();
  await tabTo(page, /^Keep it/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await tabTo(page, /^Cancel this call/);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Plans changed");
  await tabTo(page, /^Cancel the Call/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your call is canceled" })).toBeFocused();
  await waitForMail(email, /^Canceled: Strategy session/);
  expect(loud).toEqual([]);
});

function nextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);
}

/** Opens the scheduler, acts before its code has loaded, and then releases the code. */
async function beforeItIsAlive(page: Page, act: () => Promise<void>) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  // Next month always has more than one free day; the end of this month may not.
  await page.goto(`/schedule/strategy-session?month=${nextMonth()}`, { waitUntil: "commit" });
  // The last time is the last one of the whole page.
  await page.waitForFunction(() => document.readyState !== "loading");
  await act();
  arrive();
}

test("a click on a day or time before the page's code has loaded is not lost", async ({ page }) => {
  let date: string | null = null;
  await beforeItIsAlive(page, async () => {
    const day = page.getByRole("button", { name: /\d free times?$/ }).nth(1);
    date = await day.getAttribute("data-date");
    await day.click({ noWaitAfter: true });
    await day.click({ noWaitAfter: true });
  });
  // Another day can be second now: free days change while the page is open.
  await expect(page.locator(`button[data-date="${date}"]`)).toHaveAttribute("aria-pressed", "true");

  const asked: unknown[] = [];
  page.on("request", (request) => request.url().endsWith("/hold") && asked.push(request.postDataJSON()));
  let start: string | null = null;
  await beforeItIsAlive(page, async () => {
    const time = page.getByRole("button", { name: /^\d{1,2}:\d{2} [AP]M/ }).last();
    start = await time.getAttribute("data-start");
    await time.click({ noWaitAfter: true });
    await time.click({ noWaitAfter: true });
  });
  await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
  await expect(page.getByText(/This time is held for you/)).toBeVisible();
  expect(asked).toEqual([{ start }]);
});

test("opening a link from a mail changes nothing", async ({ page, request }) => {
  const email = newEmail("scanner");
  await page.goto("/schedule/blueprint-unlock-call");
  await page
    .getByRole("button", { name: /\d{1,2}:\d{2} [AP]M/ })
    .last()
    .click();
  await page.getByLabel("Name").fill("Dana Whitlock");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Schedule Event" }).click();
  await expect(page).toHaveURL(/\/booking\//);
  const link = linkIn(await waitForMail(email, /^Booked: /), "/booking/");
  for (const path of [link, `${link}/cancellation`, link.replace("/booking/", "/api/booking/by-token/")])
    await request.get(path);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
});

test("a time held by another visitor is unavailable to the next one, who sees it at once", async ({
  page,
  browser,
}) => {
  await page.goto("/schedule/strategy-session");
  await isAlive(page);
  const time = page.getByRole("button", { name: /\d{1,2}:\d{2} [AP]M/ }).last();
  const start = await time.getAttribute("data-start");
  await time.click();
  await expect(page.getByText(/This time is held for you/)).toBeVisible();
  const other = await (await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.62" } })).newPage();
  await other.goto(`/schedule/strategy-session?start=${encodeURIComponent(start!)}`);
  await expect(other.getByText(/\d [AP]M is no longer free\. Choose another time\.$/)).toBeVisible();
  await expect(other.locator(`[data-start="${start}"]`)).toHaveCount(0);
  await page.goto("about:blank");
  const held = other.getByText(/This time is held for you/);
  await expect(async () => {
    await other.reload();
    await expect(held.or(other.getByText(/ is no longer free\. /))).toBeVisible();
    expect(await held.isVisible()).toBe(true);
  }).toPass();
  await expect(other.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
});

test.describe("in Austria", () => {
  test.use({ locale: "de-AT" });

  test("zone and view can be switched, the query prefills the form, and times follow the browser's language", async ({
    page,
  }) => {
    const loud = complaintsOf(page);
    await page.goto("/schedule/strategy-session?name=Dana%20Whitlock&email=dana%40northfield.example&utm_source=mail");
    await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Vienna");
    await expect(page.getByRole("columnheader").first()).toContainText("Monday");
    await page.getByLabel("Time zone").selectOption("Asia/Kathmandu");
    await expect(page.getByText("Shown as UTC+05:45")).toBeVisible();
    await page.getByRole("button", { name: "Day", exact: true }).click();
    await expectAccessible(page);
    const first = await page.getByRole("heading", { level: 2 }).first().textContent();
    await page.getByRole("button", { name: /^Later: / }).click();
    await expect(page.getByRole("heading", { level: 2 }).first()).not.toHaveText(first!);
    const request = page.waitForRequest((sent) => sent.url().endsWith("/hold"));
    await page
      .getByRole("button", { name: /^\d{2}:\d{2}(?! [AP]M)/ })
      .first()
      .click();
    expect((await request).postDataJSON()).toMatchObject({ start: expect.stringMatching(/Z$/) });
    await expect(page.getByLabel("Name")).toHaveValue("Dana Whitlock");
    await expect(page.getByLabel("Email")).toHaveValue("dana@northfield.example");
    // The server and the browser rendered the same text.
    expect(loud).toEqual([]);
  });
});

test("a booked call is moved and canceled without scripts", async ({ page, browser }) => {
  const email = newEmail("plain-move");
  await page.goto("/schedule/blueprint-unlock-call");
  await page
    .getByRole("button", { name: /\d{1,2}:\d{2} [AP]M/ })
    .last()
    .click();
  await page.getByLabel("Name").fill("Dana Whitlock");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Schedule Event" }).click();
  await expect(page).toHaveURL(/\/booking\//);

  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { "x-forwarded-for": "203.0.113.62" },
  });
  const plain = await context.newPage();
  await plain.goto(new URL(page.url()).pathname);
  await plain.getByRole("link", { name: "Move this call" }).click();
  const times = plain.getByLabel("New time");
  // On the last working day of a month the call's own time may be its last one, which is not offered.
  if ((await times.count()) === 0)
    await plain
      .getByRole("link", { name: /^[A-Z][a-z]+ \d{4}$/ })
      .last()
      .click();
  const chosen = (await times.locator("option").last().textContent()) ?? "";
  await times.selectOption({ label: chosen });
  await plain.getByRole("button", { name: "Move the Call" }).click();
  await expect(plain.getByRole("heading", { name: "Your call has a new time" })).toBeVisible();
  await expect(plain.locator("main")).toContainText(/\d{1,2}:\d{2} [AP]M/.exec(chosen)![0]);

  await plain.getByRole("button", { name: "Cancel this call" }).click();
  await plain.getByRole("link", { name: "Keep it" }).click();
  await plain.getByRole("button", { name: "Cancel this call" }).click();
  await plain.getByLabel("Reason").fill("Ill");
  await plain.getByRole("button", { name: "Cancel the Call" }).click();
  await expect(plain.getByRole("heading", { name: "Your call is canceled" })).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your call is canceled" })).toBeVisible();
});
