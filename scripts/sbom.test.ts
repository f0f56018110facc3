import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, test } from "vitest";
import { lockedPackages } from "./locked-packages.ts";
import { sbomOf } from "./sbom.ts";

const locked = lockedPackages();
const sbom = sbomOf(locked);

test("the bill of materials is valid CycloneDX 1.6", async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(JSON.stringify(sbom))).toBeNull();
  expect(await validator.validate(JSON.stringify({ ...sbom, components: [{ name: "no type" }] }))).not.toBeNull();
});

test("it lists every locked production package once, with version, hash and license, and no development tool", () => {
  const refs = sbom.components.map((component) => component["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  expect(new Set(refs)).toEqual(
    new Set(locked.packages.map(({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`)),
  );
  expect(sbom.components.filter(({ hashes, licenses }) => !hashes || licenses.length === 0)).toEqual([]);
  expect(refs.filter((ref) => /\/(%40playwright\/test|knip|lighthouse)@/.test(ref))).toEqual([]);
});

test("dependencies lead from the product to packages that are listed", () => {
  const refs = new Set([sbom.metadata.component["bom-ref"], ...sbom.components.map((part) => part["bom-ref"])]);
  const missing = sbom.dependencies
    .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    .filter((ref) => !refs.has(ref));
  expect(missing).toEqual([]);
  const reached = new Set<string>();
  const follow = (ref: string) => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of sbom.dependencies.find((entry) => entry.ref === ref)?.dependsOn ?? []) follow(next);
  };
  follow(sbom.metadata.component["bom-ref"]);
  expect([...refs].filter((ref) => !reached.has(ref))).toEqual([]);
});

test("a package is resolved from the nearest node_modules", () => {
  const entry = (path: string, version: string, requires: string[] = []) => ({
    path,
    name: path.slice(path.lastIndexOf("node_modules/") + 13),
    version,
    license: "MIT",
    integrity: "sha512-AAAA",
    optional: false,
    requires,
    dependencies: requires,
  });
  const { dependencies } = sbomOf({
    root: { name: "site", version: "1.0.0", license: "MIT", requires: ["a", "b"] },
    packages: [
      entry("node_modules/a", "1.0.0", ["b"]),
      entry("node_modules/b", "1.0.0"),
      entry("node_modules/a/node_modules/b", "2.0.0", ["c"]),
      entry("node_modules/c", "3.0.0"),
    ],
  });
  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref.slice(8), dependsOn]))).toEqual({
    "site@1.0.0": ["pkg:npm/a@1.0.0", "pkg:npm/b@1.0.0"],
    "a@1.0.0": ["pkg:npm/b@2.0.0"],
    "b@1.0.0": [],
    "b@2.0.0": ["pkg:npm/c@3.0.0"],
    "c@3.0.0": [],
  });
});

test("the same lock file gives the same document", () => {
  expect(sbomOf(lockedPackages())).toEqual(sbom);
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
