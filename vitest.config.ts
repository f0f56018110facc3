import { defineConfig } from "vitest/config";

const databaseTests = ["app/**/*.server.test.{ts,tsx}", "server/**/*.test.ts", "tests/**/*.test.ts"];
const assetsInclude = ["**/*.bin"];
const common = {
  environment: "node" as const,
  setupFiles: ["tests/setup/quiet.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  env: { LOG_LEVEL: "silent", TZ: "UTC", NODE_ENV: "test" },
};

/** Rules need no database; verbs and requests run on a real PostgreSQL; journeys in a browser are Playwright's (tests/e2e). */
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
          exclude: [...databaseTests],
        },
      },
      {
        assetsInclude,
        test: {
          ...common,
          name: "database",
          include: databaseTests,
          exclude: ["tests/e2e/**"],
          globalSetup: ["tests/setup/database.ts"],
        },
      },
    ],
  },
});
