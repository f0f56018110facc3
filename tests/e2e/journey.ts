import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test as base } from "./site.ts";

/*
 * `test` for journeys. A journey fails if one of its pages or frames violates the content security policy, Trusted
 * Types included, in any browser context that it opens.
 */

const violations: string[] = [];

async function watch(context: BrowserContext): Promise<BrowserContext> {
  await context.exposeBinding("reportPolicyViolation", (_, violation: string) => void violations.push(violation));
  await context.addInitScript(() => {
    const { reportPolicyViolation } = window as unknown as { reportPolicyViolation(violation: string): void };
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample, documentURI, sourceFile }) =>
      reportPolicyViolation(`${documentURI}: ${effectiveDirective} refused ${blockedURI} ${sample} (${sourceFile})`),
    );
  });
  return context;
}

export const test = base.extend<{ obeysPolicy: undefined }, { watchedBrowser: undefined }>({
  watchedBrowser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => watch(await open(options));
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
  obeysPolicy: [
    async ({ watchedBrowser: _ }, use) => {
      violations.length = 0;
      await use(undefined);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens pages as a device that is too busy to be idle: only work with a time limit starts, at its limit. */
export async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = (work, limit) =>
      limit?.timeout ? window.setTimeout(work, limit.timeout, { didTimeout: true, timeRemaining: () => 0 }) : 0;
  });
}
