import { globSync, readFileSync } from "node:fs";

const journeys = "tests/e2e/*.spec.ts";
const others = "{app,server,scripts,tests}/**/*.test.{ts,tsx}";

/** Arguments for each tool's runs; an empty list if nothing matches. */
export type Selection = { vitest: string[][]; playwright: string[][] };

/**
 * The runs that cover every test with `name` in its path or title, ignoring case: arguments for Vitest and for
 * Playwright, one list per run. A file with a matching path runs completely; other files run only the tests with matching
 * titles. Titles are read from the sources, so only the fixed parts of titles built at run time match.
 */
export function selectTests(name: string, read = (file: string) => readFileSync(file, "utf8")): Selection {
  const wanted = name.toLowerCase();
  const runsOf = (pattern: string, titleOption: string, all: (file: string) => string): string[][] => {
    const files = globSync(pattern)
      .map((file) => file.replaceAll("\\", "/"))
      .sort();
    const byPath = files.filter((file) => file.toLowerCase().includes(wanted));
    const byTitle = files.filter((file) => !byPath.includes(file) && titlesIn(read(file)).includes(wanted));
    return [
      ...(byPath.length ? [byPath.map(all)] : []),
      ...(byTitle.length ? [[...byTitle.map(all), titleOption, inAnyCase(name)]] : []),
    ];
  };
  return {
    vitest: runsOf(others, "--testNamePattern", (file) => file),
    playwright: runsOf(journeys, "--grep", (file) => `[\\\\/]${escaped(file.split("/").at(-1)!)}$`),
  };
}

/** The tests of a selection that need neither a build nor a browser; a run that has none of them left is dropped. */
export const withoutBuild = ({ vitest }: Selection): Selection => ({
  vitest: vitest
    .map((args) => args.filter((file) => !readsBuild(file)))
    .filter(([first], place) => vitest[place]!.length === 0 || isTest(first ?? "")),
  playwright: [],
});

export const needsBuild = ({ vitest, playwright }: Selection): boolean =>
  playwright.length > 0 || vitest.flat().some((file) => readsBuild(file));

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const readsBuild = (file: string) =>
  isTest(file) && /GTMARC_BUILD_DIR|fixtures\/(product|command)\.ts|["'`]build\//.test(readFileSync(file, "utf8"));

const inAnyCase = (text: string) =>
  escaped(text).replace(/[a-z]/gi, (it) => `[${it.toLowerCase()}${it.toUpperCase()}]`);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function titlesIn(source: string): string {
  const title =
    /\b(?:test|it|describe)(?:\.\w+)*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1|^\]?\)\(\s*(["'`])((?:\\.|(?!\3)[^\\])*)\3/gm;
  return [...source.matchAll(title)].map(([, , one, , other]) => (one ?? other ?? "").toLowerCase()).join("\n");
}
