import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import UnhandledErrorsReporter, { failuresOf, readUnhandledErrors } from "./test-failures.ts";

const failed = (fullName: string) => ({
  fullName,
  status: "failed",
  failureMessages: [`Error: ${fullName}\n    at x`],
});

test("failed tests, and files that failed outside a test, are read from a Vitest report", () => {
  const file = (name: string, status: string, assertionResults: ReturnType<typeof failed>[], message = "") => ({
    name: join(process.cwd(), name),
    status,
    message,
    assertionResults,
  });
  const report = {
    testResults: [
      file("app/a.test.ts", "passed", [{ fullName: "works", status: "passed", failureMessages: [] }]),
      file("app/b.test.ts", "failed", [failed("breaks")]),
      file("app/c.test.ts", "failed", [], "no database"),
    ],
  };
  expect(failuresOf(report)).toEqual(["app/b.test.ts > breaks\nError: breaks\n    at x", "app/c.test.ts\nno database"]);
});

test("failed journeys at any depth are read from a Playwright report", () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ error: { message: `${title} broke` } }] }],
  });
  const inner = { specs: [spec("inner", "unexpected")] };
  const report = { suites: [{ file: "home.spec.ts", specs: [spec("outer", "expected")], suites: [inner] }] };
  expect(failuresOf(report)).toEqual(["tests/e2e/home.spec.ts > inner\ninner broke"]);
});

test("errors outside every test are written and read back", () => {
  const file = join(mkdtempSync(join(tmpdir(), "gtmarc-failures-")), "errors.json");
  vi.stubEnv("UNHANDLED_ERRORS_FILE", file);
  new UnhandledErrorsReporter().onTestRunEnd([], [{ name: "Error", message: "late", stack: "at y" }]);
  vi.unstubAllEnvs();
  expect(readUnhandledErrors(file)).toEqual(["Error: late\nat y"]);
  expect(readUnhandledErrors(`${file}.missing`)).toEqual([]);
});
