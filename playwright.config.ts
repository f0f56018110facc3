import { defineConfig } from "@playwright/test";
import { chromeFlags } from "./tests/e2e/chrome-flags.ts";
import { fastFolder } from "./tests/setup/fast-folder.ts";

// The data of products and the profiles of browsers.
process.env["TMPDIR"] = fastFolder();

/** Repeats the chosen journeys, each time at another processor speed (tests/e2e/varying-speed.ts), without a retry. */
const rounds = Number(process.env["JOURNEY_ROUNDS"] ?? 0);

/**
 * Journeys run against the built product; each worker starts its own (tests/e2e/site.ts). The limits only end a journey that hangs:
 * on a busy machine the product's processes of lower priority (app/platform/threads.server.ts) may take many seconds.
 */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  timeout: 240_000,
  expect: { timeout: 45_000 },
  workers: 2,
  fullyParallel: true,
  retries: 0,
  repeatEach: Math.max(1, rounds),
  forbidOnly: true,
  outputDir: "node_modules/.cache/gtmarc-journeys",
  use: {
    viewport: { width: 1440, height: 900 },
    trace: "off",
    actionTimeout: 60_000,
    launchOptions: { executablePath: process.env["CHROME_PATH"] ?? "/usr/bin/chromium", args: chromeFlags },
  },
});
