import { expect, test } from "vitest";
import { decisionProblems, linkProblems, nameProblems, patternProblems, referenceProblems } from "./reference-rules.ts";

const requirements = `
| id | requirement | code | tests |
|---|---|---|---|
| \`routes\` | Pages at \`/terms\`. | \`app/routes.ts\` | \`content/content.test.ts\` |
| \`code-checks\` | In order. | \`access/codes/codes.server.ts\` | \`access/gone.test.ts\` |
| \`routes\` | Again. | \`app/routes.ts\` | \`app/routes.ts\` |
`;
const treeOf = (tree: Record<string, string>) => ({
  files: Object.keys(tree),
  read: (file: string) => tree[file] ?? "",
  exists: (path: string) => path in tree,
});

test("references resolve to requirements, decisions and files", () => {
  const tree = treeOf({
    "docs/specification/requirements.md": requirements,
    "docs/decisions/0115-event-log.md": "Replaces decision 0051.",
    "app/routes.ts": "/** (spec: routes, code-checks; decision 0115) */",
    "app/features/access/codes/codes.server.ts": "// (spec: code-check)",
    "app/features/content/content.test.ts": "",
  });
  expect(referenceProblems(tree)).toEqual([
    "docs/specification/requirements.md: routes is there twice",
    "docs/specification/requirements.md: code-checks: access/gone.test.ts does not exist",
    "docs/decisions/0115-event-log.md: decision 0051 does not exist",
    "app/features/access/codes/codes.server.ts: spec: code-check is not a requirement",
  ]);
});

const pdf = "docs/decisions/0057-pdf.md";
const print = "docs/decisions/0196-print.md";
const index = "docs/decisions/README.md";
const superseded = {
  [pdf]: "# 0057 PDF\n\n**Status.** In part superseded by [0196](0196-print.md): fonts.\n\nBody.",
  [print]: "# 0196: Print\n\nSupersedes a part of [0057](0057-pdf.md).\n",
};
const lines = [
  "| [0057](0057-pdf.md) | PDF | In part superseded by 0196 |",
  "| [0196](0196-print.md) | Print | Accepted |",
];

test("an index that lists each decision with its title and status has no problems", () => {
  expect(decisionProblems(treeOf({ ...superseded, [index]: lines.join("\n") }))).toEqual([]);
});

test("the index misses a decision, or has another title or status", () => {
  const outdated = [lines[0]?.replace("In part superseded by 0196", "Accepted"), lines[1]?.replace("Print", "Paper")];
  expect(decisionProblems(treeOf({ ...superseded, [index]: outdated.join("\n") }))).toEqual([
    `${index}: missing: ${lines[0]}`,
    `${index}: missing: ${lines[1]}`,
    `${index}: not a decision: ${outdated[0]}`,
    `${index}: not a decision: ${outdated[1]}`,
  ]);
});

test("a superseded decision and the newer one name each other", () => {
  expect(decisionProblems(treeOf({ ...superseded, [print]: "# 0196: Print\n", [index]: lines.join("\n") }))).toEqual([
    `${pdf}: superseded by 0196, which has no "Supersedes" line with 0057`,
  ]);
  const accepted = [lines[0]?.replace("In part superseded by 0196", "Accepted"), lines[1]];
  expect(
    decisionProblems(treeOf({ ...superseded, [pdf]: "# 0057 PDF\n\nBody.", [index]: accepted.join("\n") })),
  ).toEqual([`${print}: supersedes 0057, but its status does not name 0196`]);
});

test("requirements name code and tests", () => {
  const rows = "| `grid` | Eighteen. | | `app/routes.ts` |\n| `faq` | Jumps. | `app/routes.ts` | |";
  const tree = treeOf({ "docs/specification/requirements.md": rows, "app/routes.ts": "" });
  expect(referenceProblems(tree)).toEqual([
    "docs/specification/requirements.md: grid names no code",
    "docs/specification/requirements.md: faq names no test",
  ]);
});

test("every decision of a list resolves, in documents also a bare number", () => {
  const tree = treeOf({
    "docs/specification/requirements.md": "",
    "docs/decisions/0115-event-log.md": "As in 0116. Files are 0600, invoices INV-2026-0001.",
    "docs/flows.md": "Sent first (0121), then (decisions 0115, 0117-0118).",
    "server/a.ts": "// docs/decisions/0119 and 0120 for others",
  });
  expect(referenceProblems(tree).map((problem) => problem.replace(/ does not exist$/, ""))).toEqual([
    "docs/decisions/0115-event-log.md: decision 0116",
    "docs/flows.md: decision 0117",
    "docs/flows.md: decision 0118",
    "docs/flows.md: decision 0121",
    "server/a.ts: decision 0119",
    "server/a.ts: decision 0120",
  ]);
});

test("links of documents lead to files and headings", () => {
  const document =
    "[a](../README.md#the-top-of-it) [b](gone.md) [c](#here) [d](https://example.com/x) ![e](images/a.svg) [f](../README.md#bottom)";
  const tree = treeOf({
    "docs/a.md": document,
    "README.md": "## The top of it!\n[x](none.md)",
    "docs/images/a.svg": "",
  });
  expect(linkProblems(tree)).toEqual([
    "docs/a.md: gone.md does not exist",
    "docs/a.md: #here is no heading",
    "docs/a.md: ../README.md#bottom is no heading",
    "README.md: none.md does not exist",
  ]);
});

test("files and commands in documents and comments exist; other lines of code may name any", () => {
  const tree = treeOf({
    "README.md": "Run `npm run bench` and `npm run gone`; see server/app.ts and `server/gone.server.ts`.",
    "docs/a.md": `Run \`node ${"scripts"}/fonts.js\`, or npm run script fonts, or npm run script gone.`,
    "scripts/fonts.js": "",
    "server/app.ts":
      'const path = "app/none.ts";\n// app/lib/gone.ts explains it; forms/gone.tsx and forms/field.tsx too',
    "app/ui/forms/field.tsx": "",
  });
  expect(nameProblems(tree, ["bench", "script"])).toEqual([
    "README.md: server/gone.server.ts does not exist",
    "README.md: npm run gone does not exist",
    "docs/a.md: npm run script gone does not exist",
    "docs/a.md: node scripts/fonts.js; write npm run script NAME",
    "server/app.ts: app/lib/gone.ts does not exist",
    "server/app.ts: forms/gone.tsx does not exist",
  ]);
});

test("files in patterns of the build's configuration exist", () => {
  const tree = treeOf({
    "vite.config.ts": String.raw`const test = /app\/lib\/(text|forms\/moved)\.ts$|app\/ui\/hidden\.tsx$|app\/ui\/(tabs|gone)\.module\.css$/;`,
    "app/lib/text.ts": "",
    "app/ui/tabs.module.css": "",
  });
  expect(patternProblems(tree)).toEqual([
    "vite.config.ts: app/lib/forms/moved.ts does not exist",
    "vite.config.ts: app/ui/hidden.tsx does not exist",
    "vite.config.ts: app/ui/gone.module.css does not exist",
  ]);
});
