import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");

const islands = globSync("app/islands/*.tsx");
const contentRoutes = globSync("app/routes/**/*.tsx").filter((file) =>
  /export const handle[^=]*=\s*\{[^}]*content: true/.test(read(file)),
);

test("code that is loaded ahead may fail to load: no rejection is left unhandled", () => {
  const ahead = /(?:void|=>|\)) import\((?:\/\*.*?\*\/ )?[^()]*\)(?!\.catch)/g;
  const files = ["app/root.tsx", ...globSync("app/{island-kit,behaviors}/**/*.{ts,tsx}")];
  for (const file of files.filter((path) => !/\.test\.tsx?$/.test(path)))
    expect(read(file).match(ahead), file).toBeNull();
});

test("the lists of islands and content pages are not empty", () => {
  expect(islands.length).toBeGreaterThan(1);
  expect(contentRoutes.length).toBeGreaterThan(2);
});

test.each(islands)("%s exports one island and nothing else", (file) => {
  const source = read(file);
  expect(source).toMatch(/export default island\(/);
  expect(source.match(/^export /gm)).toHaveLength(1);
});

test.each(islands)("%s and its imports do not use the router", (file) => {
  const reached = reach(file);
  expect(reached).toContain("react");
  const routers = reached.filter((path) => /^react-router/.test(path));
  expect(routers).toEqual([]);
  expect(reached.filter((path) => /\.server\.tsx?$/.test(path))).toEqual([]);
});

test.each(contentRoutes)("%s has no handlers and no effects outside islands", (file) => {
  const own = reach(file, (path) => /^app\/(islands|island-kit)\//.test(path) || /\.server\.tsx?$/.test(path)).filter(
    (path) => path.startsWith("app/routes/"),
  );
  for (const part of own) {
    const source = read(part);
    expect(
      source.match(/\bon[A-Z]\w+=\{|\buse(State|Effect|LayoutEffect|Reducer|Ref|SyncExternalStore)\(/g),
      part,
    ).toBeNull();
    expect(source, `${part}: Suspense may emit inline scripts`).not.toMatch(/<Suspense|<Await/);
  }
});

const pathOf = (file: string, from: string) => {
  if (from.startsWith("#")) return from.slice(1);
  return from.startsWith(".") ? relative(".", resolve(dirname(file), from)) : from;
};

/** Paths of all run-time imports of a file, itself included; packages by name. `stop` ends the search at what it matches. */
function reach(start: string, stop: (path: string) => boolean = () => false): string[] {
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!/\.tsx?$/.test(file) || stop(file)) return;
    for (const [, from] of read(file).matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"/gms))
      follow(pathOf(file, from!));
  };
  follow(start);
  return [...seen];
}
