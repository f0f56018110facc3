import { areas } from "./areas.js";

const area = process.env.MUTATION_AREA ?? "";

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  mutate: areas[area]?.mutate ?? [],
  // Absolute paths, because Stryker looks for plugins beside the project's own packages.
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  testRunner: "vitest",
  vitest: { configFile: "tools/mutation/vitest.config.ts", related: false },
  packageManager: "npm",
  // TypeScript 7 has no interface for programs yet, and the runner needs no tsconfig.
  tsconfigFile: "tools/mutation/no-tsconfig.json",
  mutator: { excludedMutations: ["StringLiteral"] },
  ignorePatterns: [
    "/build*",
    "/data*",
    "/docs",
    "/public",
    "/bench",
    "/tests/e2e",
    "/tools/mutation/reports",
    "/.react-router",
  ],
  tempDirName: "tools/mutation/.stryker-tmp",
  reporters: ["progress-append-only", "clear-text", "json"],
  // The ROI engine compares thousands of recorded results; with coverage that takes minutes on a busy machine.
  dryRunTimeoutMinutes: 15,
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  jsonReporter: { fileName: `tools/mutation/reports/${area}.json` },
  concurrency: 1,
  timeoutMS: 10_000,
  allowEmpty: false,
  disableTypeChecks: false,
};
