import { type BrowserContext, expect, type LaunchOptions, type Page } from "@playwright/test";
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

/** For pages that break the policy on purpose. Shares the workers of `test`, and so their products. */
export const lenientTest = test.extend<{ obeysPolicy: undefined }>({
  obeysPolicy: ({ startedSite: _ }, use) => use(undefined),
});

/** `test` in a browser of its own with other switches: as an option they would start further workers, each with its product. */
export const testInBrowser = ({ args = [], ...options }: LaunchOptions) =>
  test.extend({
    context: async ({ playwright, launchOptions }, use) => {
      const switches = [...(launchOptions.args ?? []), ...args];
      const browser = await playwright.chromium.launch({ ...launchOptions, ...options, args: switches });
      await use(await watch(await browser.newContext()));
      await browser.close();
    },
  });

/** Opens pages as a device that is too busy to be idle: only work with a time limit starts, at its limit. */
export async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = (work, limit) =>
      limit?.timeout ? window.setTimeout(work, limit.timeout, { didTimeout: true, timeRemaining: () => 0 }) : 0;
  });
}
