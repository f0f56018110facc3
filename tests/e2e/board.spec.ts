import { expect, type Page } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { sendRequest } from "./people.ts";

/* The board of the pipeline while it scrolls. */

async function openBoard(page: Page, company: string, count: number) {
  await signInAsAdmin(page, `board-${company}`);
  for (let at = 0; at < count; at += 1)
    await sendRequest(page, "POST", "/api/admin/prospects", { email: `lead${at}@${company}.example`, company });
  await page.goto(`/admin/prospect-pipeline?q=${company}`);
  await expect(page.locator("[id^=DndLiveRegion]")).toBeAttached();
}

test("the stage headings stay visible while the cards scroll", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await openBoard(page, "stickham", 12);
  const heading = page.getByRole("heading", { name: /^Lead/ });
  const cards = page.getByRole("region", { name: /^Lead/ }).getByRole("link");
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards.last()).toBeInViewport();
  await expect(heading).toBeInViewport();
  await expect(cards.first()).not.toBeInViewport();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test("the board scrolls sideways while a card is held at its edge, and the card drops at its new position", async ({
    page,
  }) => {
    await openBoard(page, "dragwell", 1);
    const card = page.getByRole("region", { name: /^Lead/ }).getByRole("link");
    await card.scrollIntoViewIfNeeded();
    const { x, y } = (await card.boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", ...points: { x: number; y: number }[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await send("touchStart", { x: x + 40, y: y + 20 });
    await expect(page.getByText(/^(Picked up dragwell|dragwell is over Lead)\.$/)).toBeAttached();
    for (let to = x + 40; to < 380; to += 20) await send("touchMove", { x: to, y: y + 30 });
    const last = page.getByRole("region", { name: /^Lost/ });
    await expect(last.getByRole("heading")).toBeInViewport({ ratio: 1 });
    await send("touchMove", { x: 195, y: y + 30 });
    await send("touchEnd");
    await expect(page.getByRole("dialog", { name: "Mark dragwell as lost?" })).toBeVisible();
  });
});
