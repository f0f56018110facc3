import { defineConfig } from "vitest/config";

const interfaceTests = ["app/**/*.ui.test.tsx"];
const databaseTests = ["app/**/*.server.test.{ts,tsx}", "server/**/*.test.ts", "tests/**/*.test.ts"];
const assetsInclude = ["**/*.bin"];
const common = {
  environment: "node" as const,
  // The files of a worker share its process and the packages loaded there; own-modules.ts loads the rest anew for each.
  isolate: false,
  setupFiles: ["tests/setup/own-modules.ts", "tests/setup/quiet.ts", "tests/setup/random-cases.ts"],
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // The limits only end a test that hangs; a busy machine may need long.
  expect: { poll: { timeout: 60_000 } },
  env: { LOG_LEVEL: "silent", TZ: "UTC", NODE_ENV: "test" },
};

/**
 * Rules need no database; parts of the interface run in a simulated document; commands and requests run on a real
 * PostgreSQL; journeys in a browser are Playwright's (tests/e2e).
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        assetsInclude,
        test: {
          ...common,
          name: "rules",
          include: ["app/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          exclude: [...databaseTests, ...interfaceTests],
        },
      },
      {
        test: {
          ...common,
          name: "interface",
          environment: "happy-dom",
          setupFiles: [...common.setupFiles, "tests/setup/interface.ts"],
          include: interfaceTests,
        },
      },
      {
        assetsInclude,
        test: {
          ...common,
          name: "database",
          include: databaseTests,
          exclude: ["tests/e2e/**"],
          setupFiles: [...common.setupFiles, "tests/setup/cheap-hashes.ts"],
          globalSetup: ["tests/setup/database.ts"],
        },
      },
    ],
  },
});
