import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";

/** What the page can notice of open developer tools: a gap at the window's edge, a read console, and a debugger that stops it. */
async function openDeveloperTools(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(window, "outerWidth", { get: () => innerWidth + 400 });
    console.debug = (bait?: unknown) => void (bait as Element | undefined)?.id;
  });
  const tools = await page.context().newCDPSession(page);
  tools.on("Debugger.paused", async () => {
    const stoppedAt = Date.now();
    await expect.poll(() => Date.now() - stoppedAt).toBeGreaterThan(150);
    await tools.send("Debugger.resume");
  });
  await tools.send("Debugger.enable");
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`the developer-tools banner leaves the navigation free and can be dismissed, ${size.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await openDeveloperTools(page);
    await page.goto("/faq");
    const banner = page.getByRole("status").filter({ hasText: "Developer Tools Detected" });
    await expect(banner).toBeVisible();
    await expect(banner).toContainText("For security reasons, certain features may be restricted.");
    const [bar, box] = [(await page.getByRole("banner").boundingBox())!, (await banner.boundingBox())!];
    expect(box.y).toBeGreaterThan(bar.y + bar.height);
    expect(box.y + box.height).toBeLessThanOrEqual(size.height);
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toHaveCount(0);
  });
