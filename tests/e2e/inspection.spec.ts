import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { signInNew } from "./people.ts";
import { startDraft } from "./wizard-people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.73" } });

/** Makes the page look inspected: a gap at the window's edge, and a debugger that stops for a moment. */
async function inspect(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, "outerWidth", { get: () => innerWidth + 400 });
    Object.defineProperty(window, "Firebug", { value: {} });
  });
  const tools = await page.context().newCDPSession(page);
  await tools.send("Debugger.enable");
  tools.on("Debugger.paused", () => setTimeout(() => void tools.send("Debugger.resume").catch(() => {}), 150));
}

const boxOf = async (of: Locator) => (await of.boundingBox())!;

async function expectApart(banner: Locator, other: Locator): Promise<void> {
  const [one, two] = [await boxOf(banner), await boxOf(other)];
  expect(one.y >= two.y + two.height || one.y + one.height <= two.y).toBe(true);
}

test("the banner about developer tools covers neither the navigation nor the wizard's buttons, and can be dismissed", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInNew(page, "guided");
  const id = await startDraft(page, {});
  await inspect(page);
  const banner = page.getByRole("status").filter({ hasText: "Developer Tools Detected" });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/");
    await expect(banner).toBeVisible({ timeout: 30_000 });
    await expect(banner).toContainText("For security reasons, certain features may be restricted.");
    await expectApart(banner, page.getByRole("banner"));
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toHaveCount(0);
    await page.goto(`/blueprint/wizard/profile?blueprint=${id}`);
    await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
    await expect(banner).toBeVisible({ timeout: 30_000 });
    await expectApart(banner, page.getByRole("button", { name: "Continue" }));
    await expectApart(banner, page.getByRole("button", { name: "Back" }));
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toHaveCount(0);
  }
});
