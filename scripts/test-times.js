import { relative } from "node:path";

/** Seconds per test file of a Vitest or Playwright JSON report, including hooks where the tool counts them. */
export function slowestFiles(report) {
  if (report.testResults)
    return report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd(), name).replaceAll("\\", "/"),
      seconds: (endTime - startTime) / 1000,
    }));
  return report.suites.map((suite) => ({ file: `tests/e2e/${suite.file}`, seconds: secondsOf(suite) }));
}

const secondsOf = ({ specs = [], suites = [] }) =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1000, 0) + suites.reduce((sum, suite) => sum + secondsOf(suite), 0);
