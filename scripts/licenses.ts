// Checks the license of every production package against the list below. Unknown and copyleft licenses fail the check.
import { type Locked, lockedPackages } from "./locked-packages.ts";

/** Permissive licenses; MPL-2.0, whose copyleft is limited to its own files; OFL-1.1, which frees documents that embed a font. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "Python-2.0",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
]);

const exceptions: Record<string, { license: string; reason: string }> = {
  "date-holidays": {
    license: "(ISC AND CC-BY-3.0)",
    reason: "holidays compiled from Wikipedia; attribution is its package",
  },
  "caniuse-lite": {
    license: "CC-BY-4.0",
    reason: "data about browsers that the build reads; attribution is its package",
  },
};

/** Evaluates the SPDX expressions in use: one id, alternatives of which one must be allowed, or ids that must all be. */
export const isAllowed = (license: string) =>
  license
    .replace(/^\(|\)$/g, "")
    .split(" OR ")
    .some((ids) => ids.split(" AND ").every((id) => allowed.has(id)));

/** Returns a line for each package with a license that is neither allowed nor an exception, and for each unused exception. */
export function licenseProblems(packages: readonly Locked[]): string[] {
  const problems = packages
    .filter(({ name, license }) => !license || (!isAllowed(license) && exceptions[name]?.license !== license))
    .map(({ name, version, license }) => `${name}@${version}: ${license ?? "no license"} is not on the list`);
  const unused = Object.keys(exceptions).filter((name) => !packages.some((locked) => locked.name === name));
  return [...problems, ...unused.map((name) => `${name}: an exception for a package that is not installed`)];
}

if (import.meta.main) {
  const { packages } = lockedPackages();
  const problems = licenseProblems(packages);
  process.stdout.write(problems.length === 0 ? `${packages.length} packages\n` : `${problems.join("\n")}\n`);
  process.exit(problems.length === 0 && packages.length > 100 ? 0 : 1);
}
