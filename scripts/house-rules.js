// House rules that Biome (biome.json), dependency-cruiser (boundaries.cjs) and knip (knip.json) cannot state.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { featureProblems } from "./feature-rules.ts";
import { formatProblems } from "./format-rules.ts";
import { migrationProblems } from "./migration-rules.ts";
import { decisionProblems, linkProblems, nameProblems, patternProblems, referenceProblems } from "./reference-rules.ts";
import { refusalProblems } from "./refusal-rules.ts";
import { sessionStateProblems } from "./session-state-rules.ts";
import { testProblems } from "./test-rules.ts";

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "app", "server", "tests", "scripts", "db"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((file) => /\.(ts|tsx|js|cjs|css)$/.test(file) && existsSync(file));

const drawers = /^(utils|helpers|misc|common|shared|service|manager|types|constants|index)\.(server\.)?(ts|tsx|js)$/;
const problems = [];

for (const file of files) {
  const name = file.split("/").at(-1);
  const text = readFileSync(file, "utf8");
  if (drawers.test(name)) problems.push(`${file}: a drawer is not a name; call it what it holds`);
  problems.push(...formatProblems(file, text).map((problem) => `${file}: ${problem}`));
  if (/^app\/routes\/.*\.tsx$/.test(file) && /export (async )?(function|const) action\b/.test(text))
    problems.push(`${file}: pages change things through /api (clientAction), never in a server action`);
}

const mayNormalize = /^app\/lib\/words\/normalized\.ts$|^app\/features\/accounts\/passwords\/|\.test\.tsx?$/;
// Listens on a connection of its own, never behind a pooler.
const listeningFile = "app/platform/listening.server.ts";
for (const file of files.filter((name) => /^(app|server)\//.test(name) && !mayNormalize.test(name)))
  if (/\.normalize\(/.test(readFileSync(file, "utf8")))
    problems.push(
      `${file}: normalize() takes quadratic time for many marks; use normalized() of app/lib/words/normalized.ts`,
    );

for (const file of files.filter((name) => /^app\/.*\.tsx?$/.test(name) && !/\.(test|server)\./.test(name))) {
  const text = readFileSync(file, "utf8");
  const count = (/** @type {RegExp} */ pattern) => text.match(pattern)?.length ?? 0;
  const own = file === "app/routes/admin/blueprints/blueprint-actions.ts" ? 1 : 0; // saveDrawing reads the stale version
  if (count(/\.\$(get|post|put|patch|delete)\(/g) > count(/\bask(<\w+>)?\(/g) + own)
    problems.push(`${file}: a request goes through ask(), which returns a lost connection as a refusal`);
}

for (const file of [...files, "playwright.config.ts", "vitest.config.ts"])
  problems.push(...testProblems(file, readFileSync(file, "utf8")).map((problem) => `${file}: ${problem}`));

for (const file of files.filter((name) => /^(app|server)\/.*\.tsx?$/.test(name))) {
  const text = readFileSync(file, "utf8");
  const keepsSession = /\.test\.tsx?$/.test(file) || file === listeningFile;
  const found = [...refusalProblems(text), ...(keepsSession ? [] : sessionStateProblems(text))];
  problems.push(...found.map((problem) => `${file}: ${problem}`));
}

const documents = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.md", "deploy", "*.config.ts", ".env.example"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter(
    (file) =>
      /\.(md|ts|yml|yaml|cfg|conf|service|timer|example)$|Dockerfile$|Caddyfile$/.test(file) && existsSync(file),
  );
const references = [...files, ...documents].filter((file) => file !== "scripts/reference-rules.test.ts");
const tree = {
  files: [...new Set(references)],
  read: (/** @type {string} */ file) => readFileSync(file, "utf8"),
  exists: existsSync,
};
const { scripts = {} } = JSON.parse(readFileSync("package.json", "utf8"));
problems.push(...nameProblems(tree, Object.keys(scripts)), ...patternProblems(tree));
problems.push(...featureProblems(tree, createRequire(import.meta.url)("./features.cjs")));
problems.push(...referenceProblems(tree), ...decisionProblems(tree), ...linkProblems(tree));

for (const file of readdirSync("db/migrations").filter((name) => /^\d{4}_.*\.sql$/.test(name))) {
  const path = `db/migrations/${file}`;
  problems.push(...migrationProblems(path, readFileSync(path, "utf8")));
}

for (const file of ["package.json"]) {
  const unpinned = readFileSync(file, "utf8").match(/"[^"]+": "[\^~><*][^"]*"/g) ?? [];
  for (const line of unpinned)
    if (!line.startsWith('"node": ">=')) problems.push(`${file}: ${line} is not an exact version`);
}

process.stdout.write(problems.length === 0 ? `${files.length} files\n` : `${problems.join("\n")}\n`);
process.exit(problems.length === 0 ? 0 : 1);
