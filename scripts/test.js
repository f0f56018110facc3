// `npm test`: rules, database and requests with Vitest, then journeys in a real browser with Playwright.
// The last line is the sum of both: "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./find-browser.js";
import { nodeBinary } from "./install.js";

const results = mkdtempSync(join(tmpdir(), "gtmarc-results-"));
let passed = 0;
let failed = 0;

const count = (name, { passed: good, failed: bad }, status) => {
  passed += good;
  failed += bad;
  // A run that ended badly without naming a failed test (a crash, no browser) must not look like a success.
  if (status !== 0 && bad === 0) failed += 1;
  process.stdout.write(`${name}: ${good} passed, ${bad} failed\n`);
};

function vitest(name, args, env = {}) {
  const report = join(results, `${name.replace(/\W+/g, "-")}.json`);
  const { status } = spawnSync(
    nodeBinary(),
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...args,
    ],
    {
      stdio: "inherit",
      env: { ...process.env, ...env },
    },
  );
  count(
    name,
    readReport(report, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests })),
    status,
  );
}

async function playwright() {
  const browser = await findBrowser().catch((error) => {
    process.stdout.write(`${error.message}\n`);
    return null;
  });
  if (!browser) return count("Journeys in a browser", { passed: 0, failed: 0 }, 1);
  const report = join(results, "journeys.json");
  const { status } = spawnSync(nodeBinary(), ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"], {
    stdio: "inherit",
    env: { ...process.env, ...browser, E2E_DATA_DIR: join(results, "data"), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  count(
    "Journeys in a browser",
    readReport(report, (json) => ({ passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected })),
    status,
  );
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const { TEST_DATABASE_URL, ...withoutExternal } = process.env;
process.env = withoutExternal;
vitest("Rules, database and requests", []);
if (TEST_DATABASE_URL)
  vitest("Database and requests on TEST_DATABASE_URL", ["--project", "database"], { TEST_DATABASE_URL });
await playwright();
rmSync(results, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
