// Installs the packages of package-lock.json, once per lock file, and finds the Node 24 among them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const stampFile = "node_modules/.gtmarc-installed.json";
const wantedMajor = "v24.";

/** `development`: with the packages of tests and checks; `tools`: also with those of the workspace `tools`. Both can run the server. */
export function ensureInstalled({ development, tools }) {
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const stamp = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, "utf8")) : {};
  if (stamp.lock !== lock || (development && !stamp.development) || (tools && !stamp.tools))
    install(lock, { development: development || stamp.development === true, tools: tools || stamp.tools === true });
  checkNode();
}

function install(lock, { development, tools }) {
  process.stderr.write(
    `Installing packages${development ? " with the tools for tests and checks" : ""}: about a minute, once ...\n`,
  );
  const npm = process.env.npm_execpath;
  const args = [
    "install",
    "--no-save",
    development ? "--include=dev" : "--omit=dev",
    ...(tools ? [] : ["--no-workspaces"]),
    "--loglevel=error",
    "--no-fund",
    "--no-audit",
  ];
  const started = Date.now();
  const { status, error } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], { stdio: ["ignore", 2, 2] })
    : spawnSync("npm", args, { stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (status !== 0) {
    process.stderr.write(
      `Installing failed${error ? ` (${error.message})` : ""}. Check the connection to the npm registry and start again.\n`,
    );
    process.exit(1);
  }
  writeFileSync(stampFile, JSON.stringify({ lock, development, tools }));
  process.stderr.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s.\n`);
}

/** With `--ignore-scripts` npm leaves the package `node` empty, and scripts silently fall back to the machine's Node. */
function checkNode() {
  const found = spawnSync(nodeBinary(), ["--version"], { encoding: "utf8" }).stdout?.trim() ?? "";
  if (found.startsWith(wantedMajor)) return;
  process.stderr.write(
    `The Node 24 that comes with the packages is not there (found ${found || "nothing"}). It is put in place by an install script:\n` +
      "remove node_modules, make sure npm does not run with --ignore-scripts, and start again.\n",
  );
  process.exit(1);
}

export const nodeBinary = () =>
  process.platform === "win32" ? "node_modules\\node\\bin\\node.exe" : "node_modules/node/bin/node";
