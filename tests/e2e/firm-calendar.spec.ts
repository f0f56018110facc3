import { expect, type Page } from "@playwright/test";
import { clockOf, weekdayOf } from "#app/lib/dates/date-text.ts";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";
import { sendRequest } from "./people.ts";
import { site } from "./site.ts";
import { restsAfterScroll } from "./stillness.ts";
import { hydrated } from "./wizard-people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.66" } });

const zone = "America/New_York";
const dayOf = (start: string) => new Date(start).toLocaleDateString("en-CA", { timeZone: zone });
const pixelsPerHour = 72;

/** A free time on a day on which the two hours after it are free too. */
async function freeTime(page: Page): Promise<string> {
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const answer = await page.request.get(
    `/api/booking/strategy-session/slots?from=${at(8)}&to=${at(20)}&timezone=${zone}`,
  );
  const starts = ((await answer.json()) as { slots: { start: string }[] }).slots.map(({ start }) => Date.parse(start));
  const free = starts.find((start) => [1, 2].every((hours) => starts.includes(start + hours * hourMs)));
  return new Date(free!).toISOString();
}

/** Records touches and, in between, each time that a call is picked up. */
async function gesturesOn(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    addEventListener("touchstart", () => seen.push("touch"), { capture: true, passive: true });
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      if (added.some((node) => node instanceof Element && node.matches("[data-drop]"))) seen.push("picked up");
    }).observe(document.body, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

test("a call is moved by mouse and by keyboard, and a time is blocked, in the firm's calendar", async ({ page }) => {
  await signInAsAdmin(page, "firm-calendar");
  const start = await freeTime(page);
  const email = `week-${Date.now().toString(36)}@northfield.example`;
  const booked = await page.request.post("/api/booking/strategy-session", {
    headers: { origin: site().url },
    data: { start, name: "Dana Whitlock", email, timezone: "Europe/Vienna" },
  });
  expect(booked.status()).toBe(201);

  await page.goto(`/admin/calendar?date=${dayOf(start)}`);
  await hydrated(page);
  await expectAccessible(page);
  const call = page.getByRole("link", { name: /Dana Whitlock.* Strategy session/i });
  const dialog = page.getByRole("dialog", { name: "Move the call with Dana Whitlock?" });
  const move = async (reason: string) => {
    await dialog.getByLabel("Reason").fill(reason);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Move and email" }).click();
    await expect(page.getByText("Moved. Everyone gets the new time by email.").first()).toBeVisible();
    expect((await waitForMail(email, /^New time: |moved/i)).text).toContain(reason);
  };

  // By mouse, an hour down; the drag does not open the call's page.
  await call.scrollIntoViewIfNeeded();
  const box = (await call.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 3 });
  await page.mouse.move(x, y + pixelsPerHour, { steps: 5 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/admin/calendar");
  await move("The room is taken in the morning.");

  // By keyboard, another hour, as fast as keys can be pressed, in a window so low that the page scrolls along.
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.reload();
  await hydrated(page);
  await call.focus();
  const announced = page.getByRole("status").filter({ hasText: "Dana Whitlock" });
  const movedBy = (hours: number) => clockOf(new Date(Date.parse(start) + hours * hourMs), zone);
  await page.keyboard.press("Space");
  for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press("ArrowDown");
  await expect(announced).toHaveText(`Dana Whitlock: ${weekdayOf(new Date(start), zone)}, ${movedBy(2)}`);
  await page.keyboard.press("Space");
  await expect(dialog).toContainText(movedBy(2));
  await dialog.getByRole("button", { name: "Keep the time" }).click();
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });

  // A time is blocked, is no longer offered, and is offered again.
  await page.getByRole("button", { name: "Block a time" }).click();
  const block = page.getByRole("dialog", { name: "Block a time" });
  await expectAccessible(page);
  // Where the week of all hosts is shown, none is chosen.
  await block.getByLabel("Host").selectOption("GTMarc");
  await block.getByLabel("From").fill("15:00");
  await block.getByLabel("To").fill("14:00");
  await block.getByRole("button", { name: "Block the time" }).click();
  await expect(block.getByText("The end must be after the start.")).toBeVisible();
  await block.getByLabel("To").fill("17:00");
  await block.getByRole("button", { name: "Block the time" }).click();
  const blocked = page.getByRole("button", { name: /^Blocked .*3:00 PM to 5:00 PM/ });
  await expect(blocked).toBeVisible();
  await expectAccessible(page);

  // A phone shows one day.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("region").filter({ has: page.locator("svg") })).toHaveCount(1);
  await expect(blocked).toBeVisible();
  await expectAccessible(page);
  await blocked.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove the block" }).click();
  await expect(blocked).toHaveCount(0);

  // A click on a free time starts there.
  await page.setViewportSize({ width: 1440, height: 900 });
  const lane = page.locator("section[data-shown] svg").first();
  await lane.click({ position: { x: 20, y: pixelsPerHour * 5.1 } });
  await expect(block.getByLabel("From")).toHaveValue("13:00");
});

test("a week of four hosts fits the page, names them, and a call is moved by holding and dragging it on a phone", async ({
  page,
  browser,
}) => {
  const { email: adminEmail } = await signInAsAdmin(page, "firm-week");
  const hosts = ["Mara Lind", "Theodora Papadimitriou", "Kai Rivers"];
  for (const [index, name] of hosts.entries())
    await sendRequest(page, "POST", "/api/admin/hosts", {
      ...{
        name,
        email: `week-${index}-${adminEmail}`,
        timezone: zone,
        meetingUrl: "",
        observesHolidays: true,
        active: true,
      },
    });
  const start = await freeTime(page);
  const email = `touch-${Date.now().toString(36)}@northfield.example`;
  const visitor = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.67" } });
  const booked = await visitor.request.post(`${site().url}/api/booking/strategy-session`, {
    headers: { origin: site().url },
    data: { start, name: "Priyanka Raghunathan", email, timezone: "Europe/Vienna" },
  });
  expect(booked.status()).toBe(201);

  await page.setViewportSize({ width: 1440, height: 900 });
  const path = `/admin/calendar?host=all&date=${dayOf(start)}`;
  await page.goto(path);
  await hydrated(page);
  const call = (on: Page) => on.getByRole("link", { name: /Priyanka Raghunathan GTMarc \d/ });
  await expect(call(page)).toBeVisible();
  const sideways = await page
    .locator("[data-days]")
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(sideways).toBe(0);
  await expectAccessible(page);

  // A click on a free time of the shared lane chooses no host, and without one nothing is blocked.
  const lane = page.locator("section[data-shown] svg").first();
  await lane.click({ position: { x: 20, y: pixelsPerHour * 5.1 } });
  const block = page.getByRole("dialog", { name: "Block a time" });
  await expect(block.getByLabel("From")).toHaveValue("13:00");
  await expect(block.getByLabel("Host")).toHaveValue("");
  await expectAccessible(page);
  await block.getByRole("button", { name: "Block the time" }).click();
  await expect(block.getByLabel("Host")).toBeFocused();
  expect(await block.getByLabel("Host").evaluate((host: HTMLSelectElement) => host.validity.valueMissing)).toBe(true);

  const phone = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    storageState: await page.context().storageState(),
  });
  const touched = await phone.newPage();
  await touched.goto(site().url + path);
  await hydrated(touched);
  await expectAccessible(touched);
  await call(touched).scrollIntoViewIfNeeded();
  const box = (await call(touched).boundingBox())!;
  const [x, y] = [box.x + 20, box.y + 10];
  const touch = await phone.newCDPSession(touched);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", to?: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: to === undefined ? [] : [{ x, y: to }] });
  const gestures = await gesturesOn(touched);
  const scrolled = () => touched.evaluate(() => scrollY);
  const before = await scrolled();
  // Without holding, a finger scrolls. All at once, or a busy machine would hold it.
  await Promise.all([send("touchStart", y), send("touchMove", y - 40), send("touchEnd")]);
  await expect.poll(scrolled).toBeGreaterThan(before);
  await restsAfterScroll(touched);
  const dialog = touched.getByRole("dialog", { name: "Move the call with Priyanka Raghunathan?" });
  await call(touched).scrollIntoViewIfNeeded();
  const again = (await call(touched).boundingBox())!;
  await send("touchStart", again.y + 10);
  await expect(touched.locator("[data-drop]")).toBeVisible();
  expect(await gestures()).toEqual(["touch", "touch", "picked up"]);
  for (const part of [0.25, 0.5, 1]) await send("touchMove", again.y + 10 + part * pixelsPerHour);
  await send("touchEnd");
  await expect(dialog).toBeVisible();
  await expectAccessible(touched);
  await dialog.getByLabel("Reason").fill("The morning is full.");
  await dialog.getByRole("button", { name: "Move and email" }).click();
  await expect(touched.getByText("Moved. Everyone gets the new time by email.").first()).toBeVisible();
  expect((await waitForMail(email, /^New time: |moved/i)).text).toContain("The morning is full.");
});
