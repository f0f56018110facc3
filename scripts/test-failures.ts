import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};
type Suite = {
  specs?: { title: string; tests: { status: string; results: { error?: { message: string } }[] }[] }[];
  suites?: Suite[];
};
type PlaywrightReport = { suites: (Suite & { file: string })[] };

const firstLines = (text: string | undefined, count = 6) =>
  String(text ?? "")
    .split("\n")
    .slice(0, count)
    .join("\n");
const inProject = (path: string) => relative(process.cwd(), path).replaceAll("\\", "/");

/**
 * Returns the failures in a Vitest or Playwright JSON report: one text per test, or per file that failed outside its tests.
 * `npm test` prints them again at the end of the log, which is read first.
 */
export function failuresOf(report: VitestReport | PlaywrightReport): string[] {
  if ("suites" in report) return report.suites.flatMap((suite) => failedJourneys(suite, `tests/e2e/${suite.file}`));
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((result) => result.status === "failed")
      .map(({ fullName, failureMessages }) => `${inProject(name)} > ${fullName}\n${firstLines(failureMessages[0])}`);
    if (tests.length === 0 && status === "failed") return [`${inProject(name)}\n${firstLines(message)}`];
    return tests;
  });
}

function failedJourneys({ specs = [], suites = [] }: Suite, file: string): string[] {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => `${file} > ${title}\n${firstLines(results.find(({ error }) => error)?.error?.message)}`),
  );
  return [...failed, ...suites.flatMap((suite) => failedJourneys(suite, file))];
}

/** Errors that Vitest caught outside every test; its JSON report leaves them out. */
export function readUnhandledErrors(file: string): string[] {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return [];
  }
}

/** A Vitest reporter that writes errors caught outside every test to the file UNHANDLED_ERRORS_FILE. */
export default class UnhandledErrorsReporter {
  onTestRunEnd(
    _modules: unknown,
    unhandledErrors: readonly { name?: string; message: string; stack?: string }[],
  ): void {
    const texts = unhandledErrors.map(({ name, message, stack }) => `${name}: ${message}\n${firstLines(stack, 12)}`);
    writeFileSync(process.env["UNHANDLED_ERRORS_FILE"]!, JSON.stringify(texts));
  }
}
