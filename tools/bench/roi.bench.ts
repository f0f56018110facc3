/**
 * Duration of one analysis: the 45-person firm of the public vector, the largest input that the model accepts, and the base
 * case alone, which is computed per keystroke. Peer: the Python reference with the same draws, if Python is installed.
 *
 *   npm run bench roi
 */
import { readFileSync } from "node:fs";
import { ModelInput } from "../../app/features/roi/inputs/model-input.ts";
import { modelVersion } from "../../app/features/roi/inputs/parameters.ts";
import { hasPython, runReference } from "../../app/features/roi/reference/run-reference.ts";
import { analyze, analyzeBase } from "../../app/features/roi/roi.ts";
import { randomInputs } from "../../app/features/roi/vectors/random-inputs.ts";

interface Row {
  what: string;
  runs: number;
  p50Ms: number;
  p95Ms: number;
  targetP95Ms: number | null;
}

export interface RoiBench {
  name: "roi";
  rows: Row[];
  /** Whether every row with a target meets it. */
  passed: boolean;
}

export function run(): RoiBench {
  const vectors = new URL("../../app/features/roi/vectors/public.json", import.meta.url);
  const [firm] = Object.values(JSON.parse(readFileSync(vectors, "utf8")) as Record<string, { input: unknown }>);
  const usual = ModelInput.parse(firm!.input);
  const largest = randomInputs(200, 1).find((input) => input.processes.length === 20 && input.stack.length === 70)!;
  const rows = [
    measure("analysis, 45-person firm, 10,000 draws of both ways", 100, 25, () => analyze(usual)),
    measure("analysis, 70 tools, 20 processes, 10,000 draws of both ways", 100, 25, () => analyze(largest)),
    measure("base case alone, 45-person firm", 100, null, () => analyzeBase(usual)),
  ];
  if (hasPython()) {
    rows.push(
      measure("Python reference, 45-person firm, 10,000 draws", 5, null, () => runReference([reference(usual)])),
    );
  }
  const passed = rows.every((row) => row.targetP95Ms === null || row.p95Ms <= row.targetP95Ms);
  return { name: "roi", rows, passed };
}

const reference = (input: ModelInput) => ({ input, draws: 10_000, model: modelVersion });

function measure(what: string, runs: number, targetP95Ms: number | null, work: () => unknown): Row {
  for (let warmUp = 0; warmUp < Math.min(10, runs); warmUp += 1) work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((one, other) => one - other);
  const at = (share: number) => Number(times[Math.ceil(share * runs) - 1]!.toFixed(2));
  return { what, runs, p50Ms: at(0.5), p95Ms: at(0.95), targetP95Ms };
}

if (import.meta.main) {
  const result = run();
  console.table(result.rows);
  if (!result.passed) process.exitCode = 1;
}
