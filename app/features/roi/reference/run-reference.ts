import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ModelInput } from "../inputs/model-input.ts";
import type { ModelVersion } from "../inputs/parameters.ts";

/** For tests and the recording script only: the engine itself never starts a process. */
export interface ReferenceCase {
  input: ModelInput;
  draws: number;
  model: ModelVersion;
}

export const hasPython = () => spawnSync("python3", ["-c", "import json, math"]).status === 0;

/** Runs the reference for all cases, each in its version, in one Python process. Throws with Python's error output on failure. */
export function runReference(cases: readonly ReferenceCase[]): unknown[] {
  const driver = fileURLToPath(new URL("./batch.py", import.meta.url));
  const run = spawnSync("python3", ["-B", driver], {
    input: JSON.stringify(cases),
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`The reference failed: ${run.stderr || run.error?.message}`);
  return JSON.parse(run.stdout) as unknown[];
}
