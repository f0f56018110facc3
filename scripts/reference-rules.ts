// References in comments and documents: `spec: ID` to a requirement, `decision 0123` to a record, paths of files, commands of npm, the code and
// tests of the requirements, links of documents with their anchors, and the index of the decisions.

import { dirname, join } from "node:path/posix";

const requirementsFile = "docs/specification/requirements.md";
const decisionIndex = "docs/decisions/README.md";

type Tree = { files: readonly string[]; read: (file: string) => string; exists: (path: string) => boolean };

/** Returns a line for each unresolved reference, and for each requirement with missing code or tests. */
export function referenceProblems({ files, read, exists }: Tree): string[] {
  const rows = read(requirementsFile)
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const ids = rows.map((row) => /^\| `([a-z-]+)`/.exec(row)?.[1] ?? "");
  const decisions = new Set(files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []));
  const repeated = ids.filter((id, place) => ids.indexOf(id) !== place);
  return [
    ...repeated.map((id) => `${requirementsFile}: ${id} is there twice`),
    ...rows.flatMap((row, place) => {
      const [code, tests] = row.split("|").slice(3);
      return [
        ...(pathsOf(code).length === 0 ? [`${requirementsFile}: ${ids[place]} names no code`] : []),
        ...(pathsOf(tests).length === 0 ? [`${requirementsFile}: ${ids[place]} names no test`] : []),
        ...[...pathsOf(code), ...pathsOf(tests)]
          .filter((path) => !exists(path) && !exists(`app/features/${path}`))
          .map((path) => `${requirementsFile}: ${ids[place]}: ${path} does not exist`),
      ];
    }),
    ...files.flatMap((file) => {
      const text = read(file);
      return [
        ...specReferences(text)
          .filter((id) => !ids.includes(id))
          .map((id) => `${file}: spec: ${id} is not a requirement`),
        ...decisionNumbers(file, text)
          .filter((number) => !decisions.has(number))
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

const pathsOf = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);

/** `decisions 0123, 0138`, `decisions 0140-0141`, `docs/decisions/0080`; in documents also `(0121)` and `as in 0126`. */
function decisionNumbers(file: string, text: string): string[] {
  const lists = text.matchAll(/\bdecisions?[ /(]+(0\d{3}(?:(?:, | and |, and |-)0\d{3}\b)*)/gi);
  const bare = file.endsWith(".md") ? text.matchAll(/(?<![\w.:/+-])(0[0-4]\d{2})(?![\w:/]|\.\w)/g) : [];
  return [...new Set([...lists, ...bare].flatMap(([, list = ""]) => list.match(/0\d{3}/g) ?? []))];
}

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
        .map((older) => `${file}: supersedes ${older}, but its status does not name ${number}`),
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

/** Returns a line for each link of a document to a file or heading that does not exist. */
export const linkProblems = ({ files, read, exists }: Tree): string[] =>
  files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, path = "", anchor]) => {
        if (/^[a-z]+:/.test(path)) return [];
        const target = path === "" ? file : join(dirname(file), path);
        if (!exists(target)) return [`${file}: ${path} does not exist`];
        if (anchor === undefined || !target.endsWith(".md") || headingIds(read(target)).includes(anchor)) return [];
        return [`${file}: ${path}#${anchor} is no heading`];
      }),
    );

/** The ids that GitHub gives to headings: `## When ClickHouse is down` → `when-clickhouse-is-down`. */
const headingIds = (text: string) =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .trim()
      .replace(/\s/g, "-"),
  );

const path =
  /(?<![\w./@-])(?:app|server|scripts|tests|db|docs|deploy|tools)\/[\w./$-]+\.(?:server\.)?(?:tsx?|c?js|css|md|json|sql|ya?ml|conf|cfg|svg|jpg|service|timer)\b/g;

/** A file by the end of its path, as `visits/live-visits.server.ts`. */
const pathEnd = /(?<![\w./@#-])[\w-]+\/[\w./$-]*\.(?:tsx?|css)\b/g;
const endsOf = (file: string) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(index + 1));

/**
 * Returns a line for each file that a document or a comment names and that does not exist, for each unknown `npm run`, and for each command
 * that does not go through npm: with an older Node than the packages bring, it cannot read TypeScript.
 */
export const nameProblems = ({ files, read, exists }: Tree, npmScripts: readonly string[]): string[] => {
  const ends = new Set(files.flatMap(endsOf));
  return files.flatMap((file) => {
    const text = file.endsWith(".md") ? read(file) : commentsOf(read(file));
    return [
      ...[...text.matchAll(path), ...text.matchAll(pathEnd)]
        .map(([name]) => name)
        .filter((name, at, all) => !exists(name) && !ends.has(name) && all.indexOf(name) === at)
        .map((name) => `${file}: ${name} does not exist`),
      ...[...text.matchAll(/\bnpm run ([a-z][a-z-]*)/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !npmScripts.includes(name))
        .map((name) => `${file}: npm run ${name} does not exist`),
      ...[...text.matchAll(/\bnpm run script ([a-z0-9-]+)/g)]
        .map(([, name = ""]) => name)
        .filter(
          (name) => !scriptFolders.some((folder) => exists(`${folder}/${name}.ts`) || exists(`${folder}/${name}.js`)),
        )
        .map((name) => `${file}: npm run script ${name} does not exist`),
      ...[...text.matchAll(/\b(?:npx \w|node (?:scripts|tools)\/)[\w./-]*/g)].map(
        ([command]) => `${file}: ${command}; write npm run script NAME`,
      ),
    ];
  });
};

const scriptFolders = ["scripts", "tools/bench"];

/**
 * Returns a line for each file that a pattern of the build's configuration names (`app\/lib\/(text|uuid)\.ts$`) and that does not exist:
 * the pattern would silently match nothing.
 */
export const patternProblems = ({ files, read, exists }: Tree): string[] =>
  files
    .filter((file) => file.endsWith(".config.ts"))
    .flatMap((file) =>
      [
        ...read(file).matchAll(
          /(app(?:\\\/[\w-]+)*)\\\/(?:\(((?:[\w|-]|\\\/)+)\)|([\w-]+))((?:\\\.\w+)?\\\.(?:tsx?|css))\$?/g,
        ),
      ].flatMap(([, folder = "", many, one = "", end = ""]) =>
        (many ?? one)
          .split("|")
          .map((name) => `${folder}/${name}${end}`.replaceAll("\\", ""))
          .filter((path) => !exists(path))
          .map((path) => `${file}: ${path} does not exist`),
      ),
    );

const commentsOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^\s*(\/\/|\/?\*|#)|\/\*\*| \/\/ /.test(line))
    .join("\n");
