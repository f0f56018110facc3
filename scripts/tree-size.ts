// The size of the tree, as `npm run script tree-size`: lines and files by kind, small files, the fullest folder, code that has
// the same shape in several places, and the endpoint layer. Counts the files that git knows.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

const smallFile = 30;
/** A run of as many lines that stands in several places is a duplicate; one in more than eight is an idiom of the tree. */
const [sameLines, shapeLines, mostPlaces] = [6, 10, 8];

const keywords = new Set(
  "async await break case catch class const continue default do else export extends finally for function if in instanceof let new of return static switch throw try type typeof while".split(
    " ",
  ),
);

type SourceFile = { path: string; lines: string[] };

const files: SourceFile[] = execFileSync("git", ["ls-files"], { encoding: "utf8", maxBuffer: 1 << 26 })
  .split("\n")
  .filter((path) => /\.(?:tsx?|jsx?|cjs|css|md)$/.test(path) && existsSync(path))
  .map((path) => ({ path, lines: readFileSync(path, "utf8").replace(/\n$/, "").split("\n") }));

const isTest = ({ path }: SourceFile) => /\.(?:test|spec)\.tsx?$/.test(path) || path.startsWith("tests/");
const isStyle = ({ path }: SourceFile) => path.startsWith("app/") && path.endsWith(".css");
const isAppCode = (file: SourceFile) => /^app\/.*\.tsx?$/.test(file.path) && !isTest(file);
const isEndpoint = (file: SourceFile) => file.path.startsWith("app/routes/api/") && isAppCode(file);
const isDecision = ({ path }: SourceFile) => /^docs\/decisions\/\d/.test(path);

const appCode = files.filter(isAppCode);
const styles = files.filter(isStyle);
const [folder, inFolder] = [...Map.groupBy(appCode, ({ path }) => dirname(path))]
  .map(([name, list]) => [name, list.length] as const)
  .reduce((most, each) => (each[1] > most[1] ? each : most));

for (const [label, value] of [
  ["App code without tests", sizeOf([...appCode, ...styles])],
  ["  of these TypeScript", sizeOf(appCode)],
  ["  of these styles", sizeOf(styles)],
  ["Tests", sizeOf(files.filter(isTest))],
  ["Decisions", sizeOf(files.filter(isDecision))],
  ["Endpoint layer (app/routes/api)", sizeOf(files.filter(isEndpoint))],
  [`App files of ${smallFile} lines or fewer`, String(appCode.filter(({ lines }) => lines.length <= smallFile).length)],
  ["Fullest folder", `${inFolder} files in ${folder}`],
  [`Pairs of places, ${sameLines} lines to the letter`, pairsIn(sameLines, (line) => line)],
  [`Pairs of places, ${shapeLines} lines of one shape`, pairsIn(shapeLines, shapeOf)],
] as const)
  process.stdout.write(`${label.padEnd(40)}${value}\n`);

function sizeOf(list: readonly SourceFile[]): string {
  const lines = list.reduce((sum, file) => sum + file.lines.length, 0);
  return `${lines.toLocaleString("en-US")} lines in ${list.length.toLocaleString("en-US")} files`;
}

/** Pairs of places in code and styles that share a run of `runLines` lines, as `of` writes them. */
function pairsIn(runLines: number, of: (line: string) => string): string {
  const places = new Map<string, { path: string; at: number }[]>();
  for (const { path, lines } of [...appCode, ...styles]) {
    const kept = codeOf(lines).map(of);
    for (let at = 0; at + runLines <= kept.length; at++) {
      const run = kept.slice(at, at + runLines).join("\n");
      places.set(run, [...(places.get(run) ?? []), { path, at }]);
    }
  }
  const pairs = new Set<string>();
  for (const found of places.values())
    if (found.length > 1 && found.length <= mostPlaces)
      for (const [index, one] of found.entries())
        for (const other of found.slice(index + 1))
          if (one.path !== other.path || other.at - one.at >= runLines) pairs.add(`${one.path} ${other.path}`);
  return pairs.size.toLocaleString("en-US");
}

/** The lines that count: without imports, comments and lines of punctuation. */
function codeOf(lines: readonly string[]): string[] {
  return lines
    .join("\n")
    .replace(/^import [^;]*;$/gm, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) =>
      line
        .replace(/\/\/ .*$/, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => /\w/.test(line));
}

/** A line without names and values. */
function shapeOf(line: string): string {
  return line
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/(?<![\w#])-?\d[\w.]*/g, "0")
    .replace(/[A-Za-z_$][\w$-]*/g, (word) => (keywords.has(word) ? word : "a"));
}
