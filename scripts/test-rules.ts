const isTest = /^tests\/|\.test\.tsx?$|^(playwright|vitest)\.config\.ts$/;

const rules: [RegExp, string][] = [
  [
    /^import .*"(node:)?timers\/promises"|new Promise\(\(?\w+\)? => setTimeout\(/m,
    "wait for a condition: expect.poll, an event, or the page's clock",
  ],
  [
    /^import \{[^}]*\btest\b[^}]*\} from "@playwright\/test"/m,
    "journeys import `test` from journey.ts, which starts the product of the worker",
  ],
  [/\bretr(y|ies): (?!0\b)\w/, "a test that needs a retry hides a bug; fix it"],
  [
    /\.now\(\) - \w+\)\.toBeLessThan\(([1-5]?\d_?)?\d{1,3}\)/,
    "other programs prolong wall time: measure the CPU time (tests/fixtures/cpu-time.ts)",
  ],
  [
    /\.poll\([^\n]*timeout: ?([1-5]?\d_?)?\d{1,3}\b/,
    "the limit of a poll only ends what hangs: leave it to the configuration",
  ],
  [/name: \/\(?free times/, 'a day without free times is named "no free times": begin the name with \\d'],
];

/** Files that simulate slow work or implement polling. */
const mayPause = /^tests\/(fixtures|fakes)\/|^tests\/e2e\/site\.ts$|slot-race\.test\.ts$/;

/** Returns the problems of a test file: sleeps, retries, and what depends on the load of the machine or on the day. Empty for other files. */
export function testProblems(file: string, text: string): string[] {
  if (!isTest.test(file)) return [];
  return rules.filter(([pattern, _]) => pattern.test(text) && !mayPause.test(file)).map(([_, problem]) => problem);
}
