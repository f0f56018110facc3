import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { chromeFlags } from "./tests/e2e/chrome-flags.ts";

/** Repeats the chosen journeys, each time at another processor speed (tests/e2e/varying-speed.ts), without a retry. */
const rounds = Number(process.env["JOURNEY_ROUNDS"] ?? 0);
/** Journeys run against the built product on a fresh, empty data directory of their own. */
const port = Number(process.env["E2E_PORT"] ?? 3210);
process.env["E2E_DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "gtmarc-journeys-"));

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  timeout: 60_000,
  expect: { timeout: rounds > 0 ? 30_000 : 10_000 },
  workers: 1,
  fullyParallel: false,
  // Tells a slow machine from a fault; what needed a second try is named in the report.
  retries: rounds > 0 ? 0 : 1,
  repeatEach: Math.max(1, rounds),
  forbidOnly: true,
  outputDir: join(tmpdir(), "gtmarc-journeys-output"),
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    trace: "off",
    launchOptions: { executablePath: process.env["CHROME_PATH"] ?? "/usr/bin/chromium", args: chromeFlags },
  },
  webServer: {
    command: `node --enable-source-maps ${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js start`,
    url: `http://localhost:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 12_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env["E2E_DATA_DIR"],
      NODE_ENV: "production",
      GTMARC_MODE: "development",
      ACCESS_CODE_DELAY_BUSINESS_DAYS: "0",
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "127.0.0.1,::1",
      // Browsers insist on https for .app and .dev, where the previews of the defaults are.
      PREVIEW_HOSTS: "*.vercel.app,*.preview.example",
    },
  },
});
