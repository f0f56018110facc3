// `npm run bench [name …]`: runs the benchmarks in tools/bench/, prints tables and writes JSON to tools/bench/results/. Exits with 1 if a
// target is missed.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { missedTargets } from "./bench/missed-targets.ts";

const wanted = process.argv.slice(2);
const all = readdirSync("tools/bench")
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => basename(file, ".bench.ts"));
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no measurement ${unknown.join(", ")}. Known: ${all.join(", ")}.\n`);
  process.exit(2);
}

// Mails are .tsx.
await import("../tests/fixtures/jsx-modules.ts");
mkdirSync("tools/bench/results", { recursive: true });
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
for (const name of wanted.length > 0 ? wanted : all) {
  process.stdout.write(`\n${name}\n`);
  const { run } = await import(pathToFileURL(resolve(`tools/bench/${name}.bench.ts`)).href);
  const result = await run();
  if (Array.isArray(result.rows)) console.table(result.rows);
  const missed = missedTargets(result);
  if (missed.length > 0) {
    process.stdout.write(`Missed: ${missed.join("; ")}\n`);
    process.exitCode = 1;
  }
  writeFileSync(
    `tools/bench/results/${name}.json`,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, result }, null, 2)}\n`,
  );
}
