// `npm run check`: every static check, as one readable list. Two run at a time, like the tests. `npm run check NAME`: only those with NAME in
// their title. `npm run check tools`: types and tests of the workspace `tools`, which the product's checks and tests leave out.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { nodeBinary } from "./install.js";

const ofTools = [
  ["Types of the tools", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "tools"]],
  ["Tests of the tools", ["node_modules/vitest/vitest.mjs", "run", "--root", "tools"]],
];
const ofProduct = [
  ["Types", ["node_modules/typescript/bin/tsc", "--checkers", "1"]],
  ["Format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"]],
  ["Boundaries between features", ["scripts/check-boundaries.js"]],
  ["Dead code", ["node_modules/knip/bin/knip.js", "--no-progress"]],
  ["American spelling", ["node_modules/cspell/bin.mjs", "--no-progress", "--no-summary"]],
  ["File budgets and house rules", ["scripts/house-rules.js"]],
  ["Migrations follow the tables", ["scripts/migrations-current.js"]],
  ["Licenses of production packages", ["scripts/licenses.ts"]],
  ["No secrets in tracked files", ["scripts/secrets.ts"]],
];

/** Types and knip read what this writes. */
const routeTypes = ["Route types", ["node_modules/@react-router/dev/bin.cjs", "typegen"]];
const name = process.argv[2] ?? "";
const named = ofProduct.filter(([title]) => title.toLowerCase().includes(name.toLowerCase()));
const others = name === "tools" ? ofTools : named;
if (others.length === 0) {
  process.stderr.write(`No check has "${name}" in its title: ${ofProduct.map(([title]) => title).join(", ")}.\n`);
  process.exit(2);
}

const failed = [];
async function check([name, args]) {
  const started = Date.now();
  const child = spawn(nodeBinary(), args, { stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => said.push(piece));
  const [status] = await once(child, "close");
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)\n`);
  if (status === 0) return;
  failed.push(name);
  process.stdout.write(`${Buffer.concat(said)}\n`);
}

await check(routeTypes);
const checkRest = async () => {
  for (let next = others.shift(); next; next = others.shift()) await check(next);
};
await Promise.all([checkRest(), checkRest()]);
process.stdout.write(failed.length === 0 ? "All checks hold.\n" : `Not in order: ${failed.join(", ")}.\n`);
process.exit(failed.length === 0 ? 0 : 1);
