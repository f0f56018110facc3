// References in comments and documents: `spec: ID` to a requirement, `decision 0123` to a record, the paths of the requirements, links of
// documents, and the index of the decisions.

import { dirname, join } from "node:path/posix";

const requirementsFile = "docs/specification/requirements.md";
const decisionIndex = "docs/decisions/README.md";

type Tree = { files: readonly string[]; read: (file: string) => string; exists: (path: string) => boolean };

/** Returns a line for each unresolved reference, and for each requirement whose code or test is missing. */
export function referenceProblems({ files, read, exists }: Tree): string[] {
  const rows = read(requirementsFile)
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const ids = rows.map((row) => /^\| `([a-z-]+)`/.exec(row)?.[1] ?? "");
  const decisions = new Set(files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []));
  const repeated = ids.filter((id, place) => ids.indexOf(id) !== place);
  return [
    ...repeated.map((id) => `${requirementsFile}: ${id} is there twice`),
    ...rows.flatMap((row, place) =>
      pathsOf(row)
        .filter((path) => !exists(path) && !exists(`app/features/${path}`))
        .map((path) => `${requirementsFile}: ${ids[place]}: ${path} does not exist`),
    ),
    ...files.flatMap((file) => {
      const text = read(file);
      return [
        ...specReferences(text)
          .filter((id) => !ids.includes(id))
          .map((id) => `${file}: spec: ${id} is not a requirement`),
        ...[...text.matchAll(/\bdecisions? \(?(\d{4})\b/gi)]
          .map(([, number = ""]) => number)
          .filter((number) => number < "1000" && !decisions.has(number))
          .map((number) => `${file}: decision ${number} does not exist`),
      ];
    }),
  ];
}

/** `spec: limits, code-checks` references both. */
const specReferences = (text: string) =>
  [...text.matchAll(/\bspec: ([a-z]+(?:-[a-z]+)*(?:, [a-z]+(?:-[a-z]+)+)*)/g)].flatMap(([, list = ""]) =>
    list.split(", "),
  );

const pathsOf = (row: string) =>
  row
    .split("|")
    .slice(3)
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path));

/** Returns a line for each decision that the index does not list with its title and status, and for each one-sided "superseded by". */
export function decisionProblems({ files, read, exists }: Tree): string[] {
  const decisions = files
    .filter((file) => /^docs\/decisions\/\d{4}-/.test(file))
    .map((file) => decisionOf(file, read(file)));
  const listed = (exists(decisionIndex) ? read(decisionIndex) : "")
    .split("\n")
    .filter((line) => /^\| \[\d{4}\]/.test(line));
  const expected = decisions.map(({ indexLine }) => indexLine);
  const byNumber = new Map(decisions.map((decision) => [decision.number, decision]));
  return [
    ...expected.filter((line) => !listed.includes(line)).map((line) => `${decisionIndex}: missing: ${line}`),
    ...listed.filter((line) => !expected.includes(line)).map((line) => `${decisionIndex}: not a decision: ${line}`),
    ...decisions.flatMap(({ file, number, supersededBy, supersedes }) => [
      ...supersededBy
        .filter((newer) => !byNumber.get(newer)?.supersedes.includes(number))
        .map((newer) => `${file}: superseded by ${newer}, which has no "Supersedes" line with ${number}`),
      ...supersedes
        .filter((older) => !byNumber.get(older)?.supersededBy.includes(number))
        .map((older) => `${file}: supersedes ${older}, whose status does not name ${number}`),
    ]),
  ];
}

function decisionOf(file: string, text: string) {
  const name = file.replace("docs/decisions/", "");
  const number = name.slice(0, 4);
  const [, title = ""] = /^# \d{4}:? (.+)/.exec(text) ?? [];
  const [, kind = "Accepted", newer = ""] =
    /^\*\*Status\.\*\* (Superseded|In part superseded) by (.+)/m.exec(text) ?? [];
  const [, older = ""] = /^Supersedes (.+)/m.exec(text) ?? [];
  const supersededBy = linkedNumbers(newer);
  const status = supersededBy.length === 0 ? kind : `${kind} by ${supersededBy.join(", ")}`;
  const indexLine = `| [${number}](${name}) | ${title} | ${status} |`;
  return { file, number, supersededBy, supersedes: linkedNumbers(older), indexLine };
}

const linkedNumbers = (line: string) => [...line.matchAll(/\[(\d{4})\]\(/g)].map(([, number = ""]) => number);

/** Returns a line for each link of a document in `docs` to a file that does not exist. */
export const linkProblems = ({ files, read, exists }: Tree): string[] =>
  files
    .filter((file) => /^docs\/.*\.md$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)]
        .map(([, path = ""]) => path)
        .filter((path) => !/^[a-z]+:/.test(path) && !exists(join(dirname(file), path)))
        .map((path) => `${file}: ${path} does not exist`),
    );
