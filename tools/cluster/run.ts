// `npm run cluster [-- NAME]`: a replicated PostgreSQL with two processes of the product on this machine, from the configurations in
// deploy/. Names: up (the default, until Ctrl-C), kills, rolling, standbys, journeys, durability. Exit status 1 if a requirement was violated.
import { missingPackages } from "./program.ts";

// Every program of a run is ended on exit.
process.setMaxListeners(100);

type Run = (report: (line: string) => void, rest: readonly string[]) => Promise<boolean>;

const runs: Readonly<Record<string, () => Promise<Run>>> = {
  up: async () => (await import("./up.ts")).up,
  kills: async () => (await import("./kills.ts")).kills,
  rolling: async () => (await import("./rolling.ts")).rolling,
  journeys: async () => (await import("./journeys.ts")).journeys,
  standbys: async () => (await import("./standbys.ts")).standbys,
  durability: async () => (await import("./durability.ts")).durability,
};

const [name = "up", ...rest] = process.argv.slice(2);
const chosen = Object.hasOwn(runs, name) ? runs[name] : undefined;
const problem = chosen ? missingPackages() : `There is no run ${name}. Known: ${Object.keys(runs).join(", ")}.`;
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
// Ends every program of the run. `up` stops them in order instead.
if (name !== "up") for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
const started = performance.now();
const work = await chosen!();
try {
  const holds = await work((line) => {
    process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
  }, rest);
  process.exit(holds ? 0 : 1);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
