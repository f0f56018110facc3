// `npm test [-- NAME]`: rules, database and requests with Vitest, then journeys in a real browser with Playwright. With
// NAME, only the tests with NAME in their path or title. Prints the time per part; the last line is "N passed, N failed".
// `--fast NAME`: only those that need neither a build nor a browser. `--watch [NAME]`: runs these again after each change;
// without NAME, the tests of what is not committed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWhenChanged } from "./build.js";
import { findBrowser } from "./find-browser.js";
import { nodeBinary } from "./install.js";
import { failuresOf, readUnhandledErrors } from "./test-failures.ts";
import { needsBuild, selectTests, withoutBuild } from "./test-selection.ts";
import { slowestFiles } from "./test-times.js";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { fast: { type: "boolean" }, watch: { type: "boolean" } },
});
const [name] = positionals;
const results = mkdtempSync(join(tmpdir(), "gtmarc-results-"));
const parts = [];
const files = [];
const failures = [];
let passed = 0;
let failed = 0;

function timed(part, run) {
  const started = Date.now();
  const outcome = run();
  parts.push({ part, seconds: (Date.now() - started) / 1000 });
  return outcome;
}

function count(part, { passed: good, failed: bad }, status) {
  passed += good;
  failed += bad;
  // A run that failed without a failed test (a crash, no browser) counts as a failure.
  if (status !== 0 && bad === 0) failed += 1;
  process.stdout.write(`${part}: ${good} passed, ${bad} failed\n`);
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const runTool = (program, env) =>
  spawnSync(nodeBinary(), program, { stdio: "inherit", env: { ...process.env, ...env } }).status;

function vitest(part, args, env = {}) {
  const report = join(results, `${parts.length}.json`);
  const unhandled = `${report}.unhandled`;
  const reporters = ["default", "json", "./scripts/test-failures.ts"].map((reporter) => `--reporter=${reporter}`);
  const program = ["node_modules/vitest/vitest.mjs", "run", ...reporters, `--outputFile.json=${report}`, ...args];
  const status = timed(part, () => runTool(program, { ...env, UNHANDLED_ERRORS_FILE: unhandled }));
  const counts = readReport(report, (json) => {
    files.push(...slowestFiles(json));
    failures.push(...failuresOf(json));
    return { passed: json.numPassedTests, failed: json.numFailedTests };
  });
  failures.push(...readUnhandledErrors(unhandled));
  count(part, counts, status);
}

async function playwright(part, args) {
  const browser = await findBrowser().catch((error) => {
    process.stdout.write(`${error.message}\n`);
    return null;
  });
  if (!browser) return count(part, { passed: 0, failed: 0 }, 1);
  const report = join(results, `${parts.length}.json`);
  const status = timed(part, () =>
    runTool(["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...args], {
      ...browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    }),
  );
  const counts = readReport(report, (json) => {
    files.push(...slowestFiles(json));
    failures.push(...failuresOf(json));
    return { passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky };
  });
  count(part, counts, status);
}

function printFailures() {
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join("\n\n")}\n`);
}

function printTimes() {
  const line = (seconds, text) => process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${text}\n`);
  process.stdout.write("\nTime per part:\n");
  for (const { part, seconds } of parts) line(seconds, part);
  process.stdout.write("Slowest files:\n");
  for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)) line(seconds, file);
}

if (options.fast && !name) {
  process.stdout.write("npm test -- --fast NAME: which tests?\n");
  process.exit(2);
}
const every = { vitest: [[]], playwright: [[]] };
const named = name ? selectTests(name) : every;
const selection = options.fast || options.watch ? withoutBuild(named) : named;
if (selection.vitest.length + selection.playwright.length === 0) {
  const kind = options.fast || options.watch ? "that needs neither a build nor a browser " : "";
  process.stdout.write(`No test ${kind}has "${name}" in its path or title.\n`);
  process.exit(2);
}
if (options.watch) {
  const args = name ? selection.vitest[0] : ["--changed"];
  process.exit(runTool(["node_modules/vitest/vitest.mjs", "watch", ...args], {}) ?? 1);
}
if (needsBuild(selection)) {
  const started = Date.now();
  await buildWhenChanged();
  parts.push({ part: "Build", seconds: (Date.now() - started) / 1000 });
}

const { TEST_DATABASE_URL, ...withoutExternal } = process.env;
process.env = withoutExternal;
for (const args of selection.vitest) vitest("Rules, database and requests", args);
if (TEST_DATABASE_URL)
  for (const args of selection.vitest)
    vitest("Database and requests on TEST_DATABASE_URL", ["--project", "database", "--passWithNoTests", ...args], {
      TEST_DATABASE_URL,
    });
for (const args of selection.playwright) await playwright("Journeys in a browser", args);
rmSync(results, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
printTimes();
printFailures();
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
