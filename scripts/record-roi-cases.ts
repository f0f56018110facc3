/**
 * Records the reference implementation's outputs for a fixed set of inputs, for machines without Python:
 *
 *   npm run script record-roi-cases
 *
 * The result is a fixture of the return model's tests. Run it again only after the reference has changed. The cases
 * of model 1.0 (recorded-1.0.json) are final.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { modelVersion } from "#app/features/roi/inputs/parameters.ts";
import { runReference } from "#app/features/roi/reference/run-reference.ts";
import { randomInputs } from "#app/features/roi/vectors/random-inputs.ts";

const cases = randomInputs(60, 0x5245434f).map((input, index) => ({
  input,
  draws: index % 20 === 0 ? 10_000 : 1000,
  model: modelVersion,
}));
const outputs = runReference(cases);
const lines = cases.map(({ input, draws }, index) => JSON.stringify({ draws, input, output: outputs[index] }));
const target = fileURLToPath(new URL("../app/features/roi/vectors/recorded.json", import.meta.url));
writeFileSync(target, `[\n${lines.join(",\n")}\n]\n`);
console.log(`${cases.length} cases recorded in ${target}`);
