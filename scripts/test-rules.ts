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
];

/** Files that simulate slow work or implement polling. */
const mayPause = /^tests\/(fixtures|fakes)\/|^tests\/e2e\/site\.ts$|slot-race\.test\.ts$/;

/** Returns the problems of a test file: sleeps and retries. Empty for other files. */
export function testProblems(file: string, text: string): string[] {
  if (!isTest.test(file)) return [];
  return rules.filter(([pattern, _]) => pattern.test(text) && !mayPause.test(file)).map(([_, problem]) => problem);
}
