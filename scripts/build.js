// Builds if the content of a source changed since the last build, and compresses the files for browsers.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip as gzipWithCallback } from "node:zlib";
import { nodeBinary } from "./install.js";
import { showProgress } from "./progress.js";

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipWithCallback);

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

const buildFolder = () => process.env.GTMARC_BUILD_DIR ?? "build";

/** The hash of the sources if there is no build of them; otherwise null. */
export function changedSources(buildDir = buildFolder()) {
  const stampFile = join(buildDir, ".sources");
  const now = hashOf(sources);
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === now ? null : now;
}

export async function buildWhenChanged(buildDir = buildFolder(), now = changedSources(buildDir)) {
  if (now === null) return;
  const stampFile = join(buildDir, ".sources");
  const started = Date.now();
  const done = showProgress(existsSync(stampFile) ? "Building: the sources changed" : "Building, once");
  rmSync(stampFile, { force: true });
  const client = join(buildDir, "client");
  await run(["node_modules/@react-router/dev/bin.cjs", "build"], "The build failed", {
    NODE_ENV: "production",
    GTMARC_BUILD_DIR: buildDir,
  });
  writeIntegrity(client);
  await Promise.all([
    run(["scripts/starter-kit.ts", client], "The starter kit could not be made"),
    run(["scripts/sbom.ts", buildDir], "The software bill of materials could not be written"),
    compress(client),
  ]);
  writeFileSync(stampFile, now);
  done();
  process.stderr.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
}

/** Runs a step of the build on Node 24; a failure ends the build, such as a starter kit larger than its page says. */
async function run(program, failure, env = {}) {
  const child = spawn(nodeBinary(), program, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => said.push(piece));
  const [status] = await once(child, "close");
  if (status === 0) return;
  process.stderr.write(`${Buffer.concat(said)}\n${failure}; the reason is above.\n`);
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
 * a hash takes 44 bytes instead of 61 with SHA-384 (docs/decisions/0041).
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

/** Compresses once, on all processors, so that serving needs no work per request. Fonts and images are compressed already. */
async function compress(dir) {
  await Promise.all(
    filesOf(dir)
      .filter((file) => /\.(js|css|svg|json|webmanifest|txt|html)$/.test(file))
      .map(async (file) => {
        const content = readFileSync(file);
        if (content.length < 512) return;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        const [small, gzipped] = await Promise.all([brotli(content, { params }), gzip(content, { level: 9 })]);
        writeFileSync(`${file}.br`, small);
        writeFileSync(`${file}.gz`, gzipped);
      }),
  );
}
