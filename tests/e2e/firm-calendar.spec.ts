import { expect, type Page } from "@playwright/test";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";
import { site } from "./site.ts";
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

test("a call is moved by mouse and by keyboard, and a time is blocked, in the firm's calendar", async ({ page }) => {
  test.setTimeout(120_000);
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

  // By keyboard, another hour.
  await page.reload();
  await hydrated(page);
  await call.focus();
  await page.keyboard.press("Space");
  for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Keep the time" }).click();
  await expect(dialog).toBeHidden();

  // A time is blocked, is no longer offered, and is offered again.
  await page.getByRole("button", { name: "Block a time" }).click();
  const block = page.getByRole("dialog", { name: "Block a time" });
  await expectAccessible(page);
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
