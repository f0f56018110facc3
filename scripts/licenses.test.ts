import { expect, test } from "vitest";
import { isAllowed, licenseProblems } from "./licenses.ts";
import { lockedPackages } from "./locked-packages.ts";

const { packages } = lockedPackages();

test("every production package has an allowed license", () => {
  expect(licenseProblems(packages)).toEqual([]);
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["react", "hono", "pg", "node"]));
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["(MIT AND Zlib)", true],
  ["(MIT AND GPL-3.0-only)", false],
  ["AGPL-3.0-only", false],
  ["GPL-2.0-or-later", false],
  ["UNLICENSED", false],
  ["SEE LICENSE IN LICENSE.md", false],
])("%s: %s", (license, allowed) => expect(isAllowed(license)).toBe(allowed));

test("a copyleft package, one without a license and an unused exception are reported", () => {
  const added = (license: string | null) => ({ ...packages[0]!, name: "left", version: "1.0.0", license });
  expect(licenseProblems([...packages, added("GPL-3.0-only")])).toEqual([
    "left@1.0.0: GPL-3.0-only is not on the list",
  ]);
  expect(licenseProblems([...packages, added(null)])).toEqual(["left@1.0.0: no license is not on the list"]);
  expect(licenseProblems(packages.filter(({ name }) => name !== "caniuse-lite"))).toEqual([
    "caniuse-lite: an exception for a package that is not installed",
  ]);
});
