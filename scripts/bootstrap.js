// The entry of every npm script, on any installed Node (20.19 or newer): installs the lock file's packages, checks that its
// Node 24 is present, builds if sources changed, and starts that Node 24. Plain JavaScript without dependencies, because
// nothing is installed yet.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { buildWhenChanged, changedSources } from "./build.js";
import { ensureInstalled, nodeBinary, removeBuilder } from "./install.js";
import { runProgram } from "./keep-running.js";
import { runBuilt } from "./run-built.js";
import { loadSettingsFile } from "./settings-file.js";

const [command = "start", ...args] = process.argv.slice(2);
const root = resolve(import.meta.dirname ?? ".", "..");
process.chdir(root);

refuseOldNode();
loadSettingsFile(".env");
const onlyServes = command === "start" || command === "gtmarc";
const changed = onlyServes ? changedSources() : null;
await ensureInstalled({
  development: !onlyServes,
  builder: !onlyServes || changed !== null,
  tools: ["bench", "faults", "cluster"].includes(command) || args[0] === "tools",
  node: command === "release",
});

/** The operator's NODE_ENV decides about production; the programs below need NODE_ENV for themselves. */
const environment = {
  ...process.env,
  GTMARC_MODE: process.env.NODE_ENV === "production" ? "production" : "development",
};

const commands = {
  start: () => built("start", []),
  gtmarc: () => built("cli", args),
  dev: () =>
    // Without the condition, the tool would start itself again with it.
    run(
      [
        "--conditions=development",
        "node_modules/@react-router/dev/bin.cjs",
        "dev",
        "--port",
        process.env.PORT ?? "3000",
      ],
      {
        NODE_ENV: "development",
      },
    ),
  test: () => run(["scripts/test.js", ...args], { NODE_ENV: "test" }),
  faults: () => withBuild(["tools/faults.js", ...args], { NODE_ENV: "production" }),
  bench: () => withBuild(["tools/bench.js", ...args], { NODE_ENV: "production" }),
  cluster: () => withBuild(["tools/cluster/run.ts", ...args], { NODE_ENV: "production" }),
  release: () => withBuild(["scripts/release.ts", ...args], { NODE_ENV: "production" }),
  mutation: () => run(["tools/mutation/run.js", ...args], { NODE_ENV: "test" }),
  check: () => run(["scripts/check.js", ...args], { NODE_ENV: "development" }),
  migration: () => run(["scripts/migration.js", ...args], { NODE_ENV: "development" }),
  script: () => run([scriptFile(), ...args.slice(1)], { NODE_ENV: process.env.NODE_ENV ?? "development" }),
};

const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!chosen) {
  process.stderr.write(`There is no command ${command}. Known: ${Object.keys(commands).join(", ")}.\n`);
  process.exit(2);
}
await chosen();

async function built(mode, rest) {
  await buildWhenChanged(undefined, changed);
  await removeBuilder();
  runBuilt(mode, rest, nodeBinary());
}

async function withBuild(program, extra) {
  await buildWhenChanged();
  run(program, extra);
}

function run(program, extra) {
  runProgram(nodeBinary(), program, { env: { ...environment, ...extra } });
}

/** The file of `npm run script NAME`: one that a document or a failing test names, or one that draws a committed file. */
function scriptFile() {
  const file = [`scripts/${args[0]}.ts`, `scripts/${args[0]}.js`, `tools/bench/${args[0]}.ts`].find((path) =>
    existsSync(path),
  );
  if (file) return file;
  process.stderr.write("npm run script NAME runs scripts/NAME.\n");
  process.exit(2);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`GTMarc needs Node 20.19 or newer to start; this is ${process.version}.\n`);
  process.exit(2);
}
