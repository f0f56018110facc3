import type { Page } from "@playwright/test";

/** Waits until all animations have finished: text in mid-fade does not have its final contrast. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );

/** Waits for `count` animation frames, to check that nothing moves or changes. */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (left) => {
    for (; left > 0; left -= 1) await new Promise(requestAnimationFrame);
  }, count);

/** Stops the page's timers: a message that closes by itself stays until `page.clock.resume()`. */
export async function stopTimers(page: Page): Promise<void> {
  await page.clock.install();
  await pauseClock(page);
}

/** Stops an installed clock a minute ahead: a moment that a busy machine reaches late is refused. */
export const pauseClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000);

/** Waits until the window no longer scrolls: positions on the screen are those of one moment. */
export const restsAfterScroll = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let rest = 0, last = scrollY; rest < 5; ) {
      await new Promise(requestAnimationFrame);
      rest = scrollY === last ? rest + 1 : 0;
      last = scrollY;
    }
  });
