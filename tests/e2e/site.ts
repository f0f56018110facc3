import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { type Product, startProduct } from "../fixtures/product.ts";

/** `settings`: those with which the product was started. The command line runs with the same. */
export type Site = { url: string; dataDir: string; settings: Record<string, string> };

/** Starts the built product on `dataDir` with these settings. With `first: true` it makes the database of a new directory itself. */
export async function startSite(
  dataDir: string,
  settings: Record<string, string>,
  options: { first?: boolean } = {},
): Promise<{ product: Product; site: Site }> {
  const product = await startProduct(dataDir, settings, options);
  return { product, site: { url: `http://localhost:${new URL(product.url).port}`, dataDir, settings } };
}

let started: Site | undefined;

/** The product of this worker. Only inside tests and hooks. */
export function site(): Site {
  if (!started) throw new Error("Journeys import `test` from journey.ts, which starts the product.");
  return started;
}

/**
 * Playwright's `test`. Each worker starts the built product once, with its own embedded database and data directory. Files that
 * run concurrently never share accounts, limits or bookings; files of one worker do.
 */
export const test = base.extend<object, { startedSite: Site }>({
  startedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-journeys-"));
      const own = await startSite(dataDir, {
        ACCESS_CODE_DELAY_BUSINESS_DAYS: "0",
        TRUSTED_PROXIES: "127.0.0.1,::1",
        BILLING_SENDER: "GTMarc LLC|1 Drawing Office Street|New York, NY 10001",
        BILLING_BANK_DETAILS: "Bank: First Example Bank|Account: 000123456789",
        // Browsers insist on https for .app and .dev, the default preview hosts.
        PREVIEW_HOSTS: "*.vercel.app,*.preview.example",
      });
      started = own.site;
      await use(own.site);
      started = undefined;
      own.product.signal("SIGTERM");
      await own.product.ended();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", auto: true, timeout: 240_000 },
  ],
  baseURL: ({ startedSite }, use) => use(startedSite.url),
});
