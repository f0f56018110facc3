// Installs the packages of package-lock.json, once per lock file, and finds a Node 24: the machine's, or that of the workspace scripts/node.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { showProgress } from "./progress.js";

const stampFile = "node_modules/.gtmarc-installed.json";
const wantedMajor = 24;
const ownMajor = Number(process.versions.node.split(".")[0]);

/**
 * `development`: with the packages of tests and checks; `builder`: with what only a build needs; `tools`: also with those of the workspace
 * `tools`; `node`: with a Node 24 of its own even if the machine's is one. Every installation can run the server.
 */
export async function ensureInstalled({ development, builder, tools, node }) {
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const stamp = readStamp();
  const wanted = { development, builder, tools, node: node || ownMajor < wantedMajor };
  const isMissing = (/** @type {string} */ part) => wanted[part] && !stamp[part];
  if (stamp.lock !== lock || Object.keys(wanted).some(isMissing))
    await install(
      lock,
      Object.fromEntries(Object.keys(wanted).map((part) => [part, wanted[part] || stamp[part] === true])),
    );
  checkNode();
}

const readStamp = () => (existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, "utf8")) : {});

/**
 * After a build, removes what only the build needs from an installation that serves. Without npm, which would take longer than the removal;
 * npm's list of what is in node_modules goes too, so that npm reads the folders the next time. What cannot be removed is named and stays.
 */
export async function removeBuilder() {
  const stamp = readStamp();
  if (!stamp.builder || stamp.development) return;
  const removed = builderPackages(JSON.parse(readFileSync("package-lock.json", "utf8")));
  try {
    // First, so that a removal that ends early leaves no builder that seems whole.
    writeFileSync(stampFile, JSON.stringify({ ...stamp, builder: false }));
    await Promise.all(
      [...removed, "node_modules/gtmarc-builder", "node_modules/.package-lock.json"].map((path) =>
        rm(path, { recursive: true, force: true, maxRetries: 5 }),
      ),
    );
  } catch (error) {
    process.stderr.write(`Packages that only the build needs are still there: ${error.message}\n`);
  }
}

/** Places in node_modules of the packages that only the builder needs. */
export function builderPackages({ packages }) {
  const served = placesOf(packages, "");
  return [...placesOf(packages, "scripts/builder")].filter((path) => !served.has(path));
}

/** Places of the packages that the one at `root` needs, as Node finds them: in their own node_modules or in one further up. */
export function placesOf(packages, root) {
  const found = new Set();
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(packages, path, name);
      if (!place || found.has(place) || peerDependenciesMeta?.[name]?.optional) continue;
      found.add(place);
      waiting.push(place);
    }
  }
  return found;
}

function placeOf(packages, from, name) {
  const folders = from
    .split("/node_modules/")
    .map((_, depth, parts) => parts.slice(0, depth + 1).join("/node_modules/"));
  return [...folders.toReversed().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].find(
    (path) => path in packages,
  );
}

async function install(lock, parts) {
  const npm = process.env.npm_execpath;
  const workspaces = [
    ...(parts.builder ? ["scripts/builder"] : []),
    ...(parts.tools ? ["tools"] : []),
    ...(parts.node ? ["scripts/node"] : []),
  ];
  const args = [
    "install",
    "--no-save",
    parts.development ? "--include=dev" : "--omit=dev",
    ...(workspaces.length > 0
      ? ["--include-workspace-root", ...workspaces.map((name) => `--workspace=${name}`)]
      : ["--no-workspaces"]),
    "--loglevel=error",
    "--no-fund",
    "--no-audit",
  ];
  const started = Date.now();
  const done = showProgress(
    `Installing packages${parts.development ? " with the tools for tests and checks" : ""}: about half a minute, once`,
  );
  const child = npm?.endsWith(".js")
    ? spawn(process.execPath, [npm, ...args], { stdio: ["ignore", 2, 2] })
    : spawn("npm", args, { stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  const failure = await new Promise((resolve) => {
    child.on("error", (error) => resolve(` (${error.message})`));
    child.on("exit", (status) => resolve(status === 0 ? null : ""));
  });
  done();
  if (failure !== null) {
    process.stderr.write(`Installing failed${failure}. Check the connection to the npm registry and start again.\n`);
    process.exit(1);
  }
  writeFileSync(stampFile, JSON.stringify({ lock, ...parts }));
  process.stderr.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s.\n`);
}

/** With `--ignore-scripts` npm leaves the package `node` empty, and scripts silently fall back to the machine's Node. */
function checkNode() {
  if (ownMajor >= wantedMajor) return;
  const found = spawnSync(nodeBinary(), ["--version"], { encoding: "utf8" }).stdout?.trim() ?? "";
  if (found.startsWith(`v${wantedMajor}.`)) return;
  process.stderr.write(
    `The Node 24 that comes with the packages is not there (found ${found || "nothing"}). It is put in place by an install script:\n` +
      "remove node_modules, make sure npm does not run with --ignore-scripts, and start again.\n",
  );
  process.exit(1);
}

export function nodeBinary() {
  if (ownMajor >= wantedMajor) return process.execPath;
  return process.platform === "win32" ? "node_modules\\node\\bin\\node.exe" : "node_modules/node/bin/node";
}
