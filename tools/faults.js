// `npm run faults [name …]`: provokes the faults in tools/bench/faults/ one after another under load, prints the outcomes, and writes
// docs/faults.md from the last result of each fault. Exit status 1 if a requirement was violated.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = "tools/bench/faults";
const resultsFile = "tools/bench/results/faults.json";
const maxMs = 600_000;

const all = readdirSync(folder)
  .filter((file) => file.endsWith(".fault.ts"))
  .map((file) => basename(file, ".fault.ts"))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no fault ${unknown.join(", ")}. Known: ${all.join(", ")}.\n`);
  process.exit(2);
}

/** The reason why a fault cannot be provoked on this machine, or null. */
const missing = {
  nginx: () => (spawnSync("nginx", ["-v"]).error ? "install nginx-light" : null),
  faketime: () => (spawnSync("faketime", ["--version"]).error ? "install faketime" : null),
  "column-store": () =>
    existsSync("node_modules/.cache/column-store/node_modules") ? null : "run npm run column-store -- install",
  root: () => (process.platform === "linux" && process.geteuid?.() === 0 ? null : "run as root on Linux"),
};

// Mails are .tsx.
await import("../tests/fixtures/jsx-modules.ts");
mkdirSync("tools/bench/results", { recursive: true });
const kept = () => (existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : {});
let holds = true;
for (const name of wanted.length > 0 ? wanted : all) {
  const { fault } = await import(pathToFileURL(resolve(folder, `${name}.fault.ts`)).href);
  process.stdout.write(`\n${name}: ${fault.title}\n`);
  const result = await resultOf(fault);
  const results = { ...kept(), [name]: { title: fault.title, measuredAt: new Date().toISOString(), ...result } };
  holds &&= result.problems.length === 0;
  for (const [key, value] of Object.entries(result)) process.stdout.write(`  ${key.padEnd(12)} ${value}\n`);
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
}
const written = readFileSync("docs/faults.md", "utf8");
// The sections that people write follow the first one.
const sections = written.indexOf("\n## ");
writeFileSync("docs/faults.md", page(kept()) + (sections < 0 ? "" : written.slice(sections)));
process.exit(holds ? 0 : 1);

async function resultOf(fault) {
  const skipped = (fault.needs ?? []).map((need) => missing[need]()).filter(Boolean);
  if (skipped.length > 0) return { saw: `skipped: ${skipped.join(", ")}`, lost: "", recoveredMs: null, problems: [] };
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${maxMs / 1000} s`)), maxMs);
  });
  try {
    return await Promise.race([fault.run(), late]);
  } catch (error) {
    return { saw: "", lost: "", recoveredMs: null, problems: [String(error?.message ?? error).split("\n")[0]] };
  } finally {
    clearTimeout(timer);
  }
}

function page(results) {
  const rows = all.flatMap((name) => {
    const result = results[name];
    if (!result) return [`| \`${name}\` | not run yet | | | |`];
    const recovered = result.recoveredMs === null ? "" : `${(result.recoveredMs / 1000).toFixed(1)} s`;
    const verdict = result.saw.startsWith("skipped")
      ? ""
      : result.problems.length === 0
        ? "yes"
        : result.problems.join("; ");
    return [`| \`${name}\`: ${result.title} | ${result.saw} | ${result.lost} | ${recovered} | ${verdict} |`];
  });
  const days = [...new Set(all.flatMap((name) => results[name]?.measuredAt.slice(0, 10) ?? []))].sort();
  return `# Faults

Written by the command below, with the figures of its last run (${days.join(", ")}; ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}).

\`\`\`
npm run faults [name ...]
\`\`\`

Every fault is provoked under load: visitors send access requests, read a frozen page and a page from the database, one
request after another. Each acknowledged request is looked up in the database afterwards. Recovery is the time from the end
of the cause (for kills, from the kill) to the last failed request. A 503 has Retry-After. Times include other load on the
machine. Faults that need a missing program are skipped with an instruction. Sequences use their due steps as load; recovery
is the longest time from a kill to the next mail.

| fault | effect on visitors | acknowledged writes lost | recovered after | holds |
|---|---|---|---|---|
${rows.join("\n")}
`;
}
