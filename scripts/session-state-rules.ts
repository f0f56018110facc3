/*
 * A pooler in transaction mode gives each transaction another session of the database (decision 0234), so SQL of the product must not
 * leave anything in a session: locks and settings belong to transactions.
 */

const start = "[`\"';]\\s*";

const states: readonly [RegExp, string][] = [
  [
    /\bpg_(?:try_)?advisory_(?:lock|unlock)\w*\s*\(/i,
    "holds an advisory lock of the session; use pg_advisory_xact_lock",
  ],
  [new RegExp(`${start}(?:un)?listen\\s+\\S`), "listens for notifications"],
  [
    new RegExp(`${start}set\\s+(?!local\\b|constraints\\b|transaction\\b)(?:session\\s+)?[\\w.]+\\s*(?:=|\\bto\\b)`),
    "changes a setting of the session; use set local",
  ],
  [/\bset_config\([^;`]*,\s*false\s*\)/i, "changes a setting of the session; use set_config(…, true)"],
  [/\bcreate\s+temp(?:orary)?\s/i, "creates a temporary table"],
  [/\bcursor\s+with\s+hold\b/i, "declares a cursor of the session"],
  [
    new RegExp(`${start}(?:prepare\\s+\\w+\\s+(?:as\\b|\\()|deallocate\\s|discard\\s+(?:all|plans|temp))`),
    "prepares a statement",
  ],
];

/** Returns the problems with SQL in a source file of the product. */
export const sessionStateProblems = (text: string): string[] =>
  states.filter(([pattern]) => pattern.test(text)).map(([, problem]) => problem);
