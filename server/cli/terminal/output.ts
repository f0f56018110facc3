/**
 * The outcome of a command: lines for people, and the same as data for `--json`. `failed` sets exit status 1. `isOutputTaken`: the
 * command wrote its result to standard output, so that this belongs on standard error.
 */
export type Outcome = { lines: string[]; data: unknown; failed?: boolean; isOutputTaken?: boolean };

export const done = (data: unknown, ...lines: string[]): Outcome => ({ lines, data });
export const failure = (code: string, ...lines: string[]): Outcome => ({
  lines,
  data: { error: code, message: lines.join(" ") },
  failed: true,
});

/** Prints data and lines to standard output, failure messages to standard error. Returns the exit status. */
export function print(outcome: Outcome, json: boolean): 0 | 1 {
  const lines = json ? [JSON.stringify(outcome.data, null, 2)] : outcome.lines;
  (outcome.isOutputTaken || (outcome.failed && !json) ? process.stderr : process.stdout).write(
    lines.map((line) => `${line}\n`).join(""),
  );
  return outcome.failed ? 1 : 0;
}

/** Wrong usage found after parsing; exit status 2. */
export class Misuse extends Error {}
