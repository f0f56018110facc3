import { test as base } from "./journey.ts";

/** CPU slowdown by repetition. */
const rates = [1, 2, 4, 1.5, 3];

/**
 * Like `test` of journey.ts. With JOURNEY_ROUNDS every repetition runs at another CPU speed, to find timing bugs, and from
 * another client address, because forms are limited by address.
 */
export const test = base.extend({
  page: async ({ page, extraHTTPHeaders }, use, testInfo) => {
    const { repeatEachIndex } = testInfo;
    if (repeatEachIndex > 0) {
      const last = extraHTTPHeaders?.["x-forwarded-for"]?.split(".").at(-1) ?? "1";
      await page.context().setExtraHTTPHeaders({
        ...extraHTTPHeaders,
        "x-forwarded-for": `198.18.${repeatEachIndex}.${last}`,
      });
    }
    if (process.env["JOURNEY_ROUNDS"]) {
      const rate = rates[repeatEachIndex % rates.length]!;
      testInfo.setTimeout(testInfo.timeout * rate);
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate });
    }
    await use(page);
  },
});
