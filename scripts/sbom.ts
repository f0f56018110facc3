// Writes the software bill of materials (CycloneDX 1.6, JSON) from package-lock.json alone: no npm, no network, and
// deterministic for a lock file.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Locked, type LockFile, lockedPackages } from "./locked-packages.ts";

type Component = ReturnType<typeof componentOf>;

/** Returns the document for the result of `lockedPackages`. A package installed in several places is one component. */
export function sbomOf({ root, packages }: LockFile) {
  const product = {
    type: "application",
    "bom-ref": purlOf(root),
    name: root.name,
    version: root.version,
    licenses: licensesOf(root),
    purl: purlOf(root),
  };
  const components = new Map<string, Component>();
  const dependsOn = new Map<string, Set<string>>();
  const byPath = new Map(packages.map((locked) => [locked.path, locked]));
  for (const locked of packages) {
    const ref = purlOf(locked);
    const isOptional = locked.optional && components.get(ref)?.scope !== "required";
    components.set(ref, componentOf(locked, isOptional));
    const found = locked.requires
      .map((name) => resolve(byPath, locked.path, name))
      .filter((other) => other !== undefined);
    dependsOn.set(ref, new Set([...(dependsOn.get(ref) ?? []), ...found.map(purlOf)]));
  }
  const direct = root.requires.map((name) => byPath.get(`node_modules/${name}`)).filter((other) => other !== undefined);
  const content = {
    metadata: { lifecycles: [{ phase: "build" }], component: product },
    components: [...components.values()],
    dependencies: [
      { ref: product["bom-ref"], dependsOn: direct.map(purlOf).sort() },
      ...[...dependsOn].map(([ref, refs]) => ({ ref, dependsOn: [...refs].sort() })),
    ],
  };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: serialNumberOf(content),
    version: 1,
    ...content,
  };
}

function componentOf(locked: Locked, isOptional: boolean) {
  const [group, name] = locked.name.startsWith("@") ? locked.name.split("/") : [undefined, locked.name];
  return {
    type: "library",
    "bom-ref": purlOf(locked),
    ...(group && { group }),
    name,
    version: locked.version,
    scope: isOptional ? "optional" : "required",
    ...(locked.integrity && { hashes: hashesOf(locked.integrity) }),
    licenses: licensesOf(locked),
    purl: purlOf(locked),
  };
}

const purlOf = ({ name, version }: Pick<Locked, "name" | "version">) =>
  `pkg:npm/${name.replace(/^@/, "%40")}@${encodeURIComponent(version)}`;

const licensesOf = ({ license }: Pick<Locked, "license">) =>
  license === null ? [] : /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

const hashesOf = (integrity: string) =>
  integrity.split(" ").map((hash) => {
    const [algorithm = "", value = ""] = hash.split("-", 2);
    return {
      alg: algorithm.toUpperCase().replace("SHA", "SHA-"),
      content: Buffer.from(value, "base64").toString("hex"),
    };
  });

/** Resolves a package like Node: in the nearest node_modules, from the requiring package upwards. */
function resolve(byPath: ReadonlyMap<string, Locked>, from: string, name: string): Locked | undefined {
  for (let folder = from; folder; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const found = byPath.get(`${folder}/node_modules/${name}`);
    if (found) return found;
  }
  return byPath.get(`node_modules/${name}`);
}

/** Returns a UUID from the content (RFC 9562, version 8), so that an unchanged lock file gives an unchanged document. */
function serialNumberOf(content: object): string {
  const hex = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

if (import.meta.main)
  writeFileSync(
    join(process.argv[2] ?? "build", "sbom.cdx.json"),
    `${JSON.stringify(sbomOf(lockedPackages()), null, 1)}\n`,
  );
