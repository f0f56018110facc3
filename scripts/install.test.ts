import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
