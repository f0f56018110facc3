// `npm run mutation [AREA ...]`: changes the rules of areas.js one expression at a time and reports the changes that no test notices.
// Installs Stryker in this folder first. One process, low priority; minutes per area.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { areas } from "./areas.js";

const folder = "tools/mutation";
const program = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const wanted = process.argv.slice(2);
const unknown = wanted.filter((area) => !Object.hasOwn(areas, area));
if (unknown.length > 0) {
  process.stderr.write(`There is no area ${unknown.join(", ")}. Known: ${Object.keys(areas).join(", ")}.\n`);
  process.exit(2);
}

if (installedVersion() !== wantedVersion())
  run("npm", ["ci", "--legacy-peer-deps", "--prefix", folder], { shell: process.platform === "win32" });
for (const area of wanted.length > 0 ? wanted : Object.keys(areas))
  run(process.execPath, [program, "run", `${folder}/stryker.config.mjs`], {
    env: { ...process.env, NODE_ENV: "test", MUTATION_AREA: area },
  });

function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (status !== 0) process.exit(status ?? 1);
}

function wantedVersion() {
  return JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).devDependencies["@stryker-mutator/core"];
}

function installedVersion() {
  const file = `${folder}/node_modules/@stryker-mutator/core/package.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : null;
}
