const isTest = /^tests\/|\.test\.tsx?$|^(playwright|vitest)\.config\.ts$/;

const rules: [RegExp, string][] = [
  [/\.waitForTimeout\(/, "a test waits for what it means (an element, a response, a row), never for a time"],
  [
    /^import .*"(node:)?timers\/promises"|new Promise\(\(?\w+\)? => setTimeout\(/m,
    "a test waits for what it means: expect.poll, an event, or the clock of the page",
  ],
  [
    /^import \{[^}]*\btest\b[^}]*\} from "@playwright\/test"/m,
    "journeys import `test` from journey.ts, which starts the product of the worker",
  ],
  [/\bretr(y|ies): (?!0\b)\w/, "a test that needs a second attempt hides a fault; find it"],
];

/** Files that simulate slow work or poll for what a test waits for. */
const mayPause = /^tests\/(fixtures|fakes)\/|^tests\/e2e\/site\.ts$|slot-race\.test\.ts$/;

/** What a test file must not contain: sleeps and retries. Empty for other files. */
export function testProblems(file: string, text: string): string[] {
  if (!isTest.test(file)) return [];
  return rules.filter(([pattern, _]) => pattern.test(text) && !mayPause.test(file)).map(([_, problem]) => problem);
}
