import { defineConfig } from "vitest/config";
import { areas } from "./areas.js";

const { tests } = areas[process.env.MUTATION_AREA as keyof typeof areas];

export default defineConfig({
  assetsInclude: ["**/*.bin"],
  test: {
    include: tests,
    exclude: ["app/**/*.server.test.{ts,tsx}", "app/**/*.ui.test.tsx"],
    environment: "node",
    isolate: false,
    setupFiles: ["tests/setup/own-modules.ts", "tests/setup/quiet.ts", "tools/mutation/short-properties.ts"],
    testTimeout: 60_000,
    // Without a path there is no Python: the ROI engine is compared with recorded results only, not with its reference.
    env: { LOG_LEVEL: "silent", TZ: "UTC", NODE_ENV: "test", PATH: "" },
  },
});
