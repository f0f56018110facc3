import type { Page } from "@playwright/test";

/** Waits until everything that fades or slides has arrived: half-way words have not yet their contrast. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );
