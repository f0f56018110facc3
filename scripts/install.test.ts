import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratch } from "#tests/fixtures/scratch.ts";
import { builderPackages, placesOf } from "./install.js";

type Installed = { os?: string[]; cpu?: string[]; libc?: string[] };

const lock: { packages: Record<string, object> } = {
  packages: {
    "": { dependencies: { react: "1", shared: "1" }, optionalDependencies: { database: "1" } },
    "scripts/builder": { dependencies: { bundler: "1", shared: "1" } },
    "node_modules/react": {},
    "node_modules/database": { optional: true },
    "node_modules/shared": { dependencies: { small: "1" } },
    "node_modules/small": {},
    "node_modules/bundler": {
      dependencies: { small: "2", parser: "1" },
      peerDependencies: { react: "1", typescript: "7" },
      peerDependenciesMeta: { typescript: { optional: true } },
    },
    "node_modules/bundler/node_modules/small": { dependencies: { parser: "1" } },
    "node_modules/parser": {},
    "node_modules/typescript": { dev: true },
  },
};

test("what only the builder needs is removed after a build: neither what the product needs nor an optional peer", () => {
  expect(builderPackages(lock).toSorted()).toEqual([
    "node_modules/bundler",
    "node_modules/bundler/node_modules/small",
    "node_modules/parser",
  ]);
});

test("a site starts although what only the build needs cannot be removed", () => {
  const folder = scratch();
  const modules = join(folder, "node_modules");
  for (const name of ["react", "parser"]) mkdirSync(join(modules, name), { recursive: true });
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  writeFileSync(join(modules, ".gtmarc-installed.json"), JSON.stringify({ builder: true }));
  const remove = () =>
    spawnSync(
      process.execPath,
      ["-e", `import(${JSON.stringify(new URL("install.js", import.meta.url).href)}).then((it) => it.removeBuilder())`],
      { cwd: folder, encoding: "utf8" },
    );
  // A file where a package has its folder.
  writeFileSync(join(modules, "bundler"), "");
  const refused = remove();
  expect([refused.status, refused.stderr]).toEqual([0, expect.stringContaining("are still there: ENOTDIR")]);
  expect(readFileSync(join(modules, ".gtmarc-installed.json"), "utf8")).toBe('{"builder":false}');
  expect(existsSync(join(modules, "react"))).toBe(true);
});

test("the product's own packages are found where Node finds them", () => {
  expect([...placesOf(lock.packages, "")].toSorted()).toEqual(
    ["database", "react", "shared", "small"].map((name) => `node_modules/${name}`),
  );
});

test("an installation that serves has at most 260 packages", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Installed> };
  const isHere = ({ os, cpu, libc }: Installed) =>
    (os ?? ["linux"]).includes("linux") && (cpu ?? ["x64"]).includes("x64") && (libc ?? ["glibc"]).includes("glibc");
  const served = [...placesOf(packages, "")].filter((path) => isHere(packages[path] ?? {}));
  expect(served).toContain("node_modules/react-router");
  expect(served.length).toBeLessThanOrEqual(260);
  expect(builderPackages({ packages })).toEqual(expect.arrayContaining(["node_modules/vite", "node_modules/rolldown"]));
});
