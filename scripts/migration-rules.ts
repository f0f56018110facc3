/*
 * During a deployment the previous release runs on the new schema (decision 0226). A migration may therefore only add what the previous
 * release can ignore. Removals belong in a migration of a later release that begins with the line `-- contract: REASON`.
 */

const contractLine = /^-- contract: \S/;

/** Never possible with two releases side by side: each knows only one of the two names or types. */
const never: readonly [RegExp, string][] = [
  [/\brename\b/i, "renames: add the new name, copy, and drop the old name in a later release"],
  [
    /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
    "changes a type: add a column of the new type, copy, and drop the old one in a later release",
  ],
];

/** Possible once no running release uses what goes. */
const contracting: readonly [RegExp, string][] = [
  [/\bdrop\s+(?!default\b|not\s+null\b)\w+/i, "drops something"],
  [/\bset\s+not\s+null\b/i, "makes a column required"],
  [/\bdrop\s+default\b/i, "drops a default"],
];

/** Returns the problems with one migration: `0001_name.sql` and its text. */
export function migrationProblems(file: string, text: string): string[] {
  const isContract = contractLine.test(text);
  const created = [...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\S+)/gi)].map(
    ([, name = ""]) => name,
  );
  const added = [...text.matchAll(/\badd\s+column\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gi)].map(([, name = ""]) => name);
  const isNewTable = (name: string) => created.includes(name);

  const problems = statementsOf(text).flatMap((statement) => {
    const table = /\balter\s+table\s+(?:only\s+)?(\S+)|\bon\s+("\S+")/i.exec(statement);
    const changesOwn = isNewTable(table?.[1] ?? table?.[2] ?? "");
    const found = never.filter(([pattern]) => pattern.test(statement)).map(([, problem]) => problem);
    if (isContract || changesOwn) return found;
    found.push(...contracting.filter(([pattern]) => pattern.test(statement)).map(([, problem]) => problem));
    if (requiresColumn(statement)) found.push("adds a required column without a default");
    if (restricts(statement) && !added.some((column) => statement.includes(`"${column}"`)))
      found.push("restricts existing columns");
    return found;
  });
  const advice = isContract ? "" : " (in a later release, in a migration that begins with `-- contract: REASON`)";
  return [...new Set(problems)].map(
    (problem) =>
      `${file}: ${problem}; the previous release still runs on this schema${problem.includes(":") ? "" : advice}`,
  );
}

const requiresColumn = (statement: string): boolean =>
  /\badd\s+column\b/i.test(statement) &&
  /\bnot\s+null\b/i.test(statement) &&
  !/\b(?:default|generated)\b/i.test(statement);

const restricts = (statement: string): boolean => /\badd\s+constraint\b|\bcreate\s+unique\s+index\b/i.test(statement);

/** Statements without comments, texts and the bodies of functions. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
}
