// `npm run check`: every static check, as one readable list.
import { spawnSync } from "node:child_process";
import { nodeBinary } from "./install.js";

const steps = [
  ["Route types", ["node_modules/@react-router/dev/bin.cjs", "typegen"]],
  ["Types", ["node_modules/typescript/bin/tsc", "--noEmit"]],
  ["Format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"]],
  ["Boundaries between features", ["scripts/check-boundaries.js"]],
  ["Dead code", ["node_modules/knip/bin/knip.js", "--no-progress"]],
  ["American spelling", ["node_modules/cspell/bin.mjs", "--no-progress", "--no-summary"]],
  ["File budgets and house rules", ["scripts/house-rules.js"]],
  ["Migrations follow the tables", ["scripts/migrations-current.js"]],
  ["Licenses of production packages", ["scripts/licenses.ts"]],
  ["No secrets in tracked files", ["scripts/secrets.ts"]],
];

const failed = [];
for (const [name, args] of steps) {
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync(nodeBinary(), args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)\n`);
  if (status === 0) continue;
  failed.push(name);
  process.stdout.write(`${stdout}${stderr}\n`);
}
process.stdout.write(failed.length === 0 ? "All checks hold.\n" : `Not in order: ${failed.join(", ")}.\n`);
process.exit(failed.length === 0 ? 0 : 1);
