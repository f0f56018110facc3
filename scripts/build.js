// Builds if the content of a source changed since the last build, and compresses the files for browsers.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { nodeBinary } from "./install.js";

const sources = [
  "app",
  "server",
  "db/world.ts",
  "public",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package-lock.json",
  "scripts/build.js",
  "scripts/locked-packages.ts",
  "scripts/sbom.ts",
  "scripts/failed-modules.ts",
  "scripts/starter-kit.ts",
  "LICENSE",
];

export function buildWhenChanged(buildDir = process.env.GTMARC_BUILD_DIR ?? "build") {
  const stampFile = join(buildDir, ".sources");
  const now = hashOf(sources);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === now) return;
  process.stderr.write("Building: the sources changed ...\n");
  const started = Date.now();
  rmSync(stampFile, { force: true });
  const { status, stdout, stderr } = spawnSync(nodeBinary(), ["node_modules/@react-router/dev/bin.cjs", "build"], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", GTMARC_BUILD_DIR: buildDir },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nThe build failed; what it says is above.\n`);
    process.exit(1);
  }
  runScript("scripts/starter-kit.ts", join(buildDir, "client"), "The starter kit could not be made");
  writeIntegrity(join(buildDir, "client"));
  compress(join(buildDir, "client"));
  runScript("scripts/sbom.ts", buildDir, "The software bill of materials could not be written");
  writeFileSync(stampFile, now);
  process.stderr.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
}

/** Runs a script of the build on Node 24; a failure ends the build, such as a starter kit larger than its page says. */
function runScript(script, folder, failure) {
  const { status, stderr } = spawnSync(nodeBinary(), [script, folder], { encoding: "utf8" });
  if (status === 0) return;
  process.stderr.write(`${stderr}\n${failure}; the reason is above.\n`);
  process.exit(1);
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths)
    if (existsSync(path))
      for (const file of filesOf(path)) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function filesOf(path) {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort();
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
}

/**
 * Hashes of every chunk, for comparing them with those that a server delivers. Pages contain `pageIntegrity`: SHA-256, because
 * a hash takes 44 bytes instead of 61 with SHA-384 (docs/decisions/0108).
 */
function writeIntegrity(dir) {
  const chunks = filesOf(join(dir, "assets"))
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => {
      const content = readFileSync(file);
      const hash = (algorithm) => `${algorithm}-${createHash(algorithm).update(content).digest("base64")}`;
      return {
        file: `/${relative(dir, file).replaceAll("\\", "/")}`,
        integrity: hash("sha384"),
        pageIntegrity: hash("sha256"),
        bytes: content.length,
      };
    });
  writeFileSync(join(dir, "integrity-manifest.json"), JSON.stringify({ chunkCount: chunks.length, chunks }, null, 1));
}

/** Compresses once, so that serving needs no work per request. Fonts and images are compressed already. */
function compress(dir) {
  for (const file of filesOf(dir)) {
    if (!/\.(js|css|svg|json|webmanifest|txt|html)$/.test(file)) continue;
    const content = readFileSync(file);
    if (content.length < 512) continue;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    );
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
