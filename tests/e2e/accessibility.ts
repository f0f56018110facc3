import { expect, type Frame, type Page } from "@playwright/test";
import axe from "axe-core";
import { settled } from "./stillness.ts";

export type Scope = {
  /** Selector of the part to check; by default the whole page. */
  within?: string;
  /** Only these rules, such as "color-contrast". */
  rules?: string[];
};

/**
 * Returns axe violations, one line per element, after animations have finished. axe is loaded into a document once and returns
 * violations only: transferring passing elements takes ten times as long.
 */
export async function accessibilityFaults(page: Page, { within, rules }: Scope = {}): Promise<string[]> {
  // A click on a link returns before the next document has a body.
  const main = page.locator("main").first().waitFor({ state: "attached", timeout: 30_000 });
  await main.catch(async () => {
    throw new Error(`${page.url()} has no main part: ${await page.content()}`);
  });
  await settled(page);
  for (const frame of page.frames()) await addAxe(frame);
  return page.evaluate(
    async ([selector, only]) => {
      const { violations } = await window.axe!.run(selector ? { include: [[selector]] } : document, {
        resultTypes: ["violations"],
        ...(only && { runOnly: only }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    [within, rules] as const,
  );
}

/** A lazy frame may load its document meanwhile; that document gets the code too. */
async function addAxe(frame: Frame): Promise<void> {
  for (;;)
    try {
      await frame.waitForLoadState();
      if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
      return;
    } catch (error) {
      if (!String(error).includes("Execution context was destroyed")) throw error;
    }
}

/** Fails with every accessibility violation of the page or a part of it, including open dialogs. */
export const expectAccessible = async (page: Page, scope?: Scope): Promise<void> =>
  expect(await accessibilityFaults(page, scope)).toEqual([]);

/** Returns how far the page, or the part with this selector, scrolls sideways, in px. */
export const overflow = (page: Page, within = "html"): Promise<number> =>
  page.locator(within).evaluate((box) => box.scrollWidth - box.clientWidth);

/**
 * Checks the page, light at 1440 px and dark at 390 px: no axe violations, no sideways scrolling. It stays at the size that it did not
 * have, so that a journey passes through both.
 */
export async function expectTidy(page: Page): Promise<void> {
  const { width: first } = page.viewportSize()!;
  for (const width of [first, first === 390 ? 1440 : 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: width === 390 ? "dark" : "light" });
    await expectAccessible(page);
    expect(await overflow(page), `${page.url()} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
