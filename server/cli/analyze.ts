import { readFile } from "node:fs/promises";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { modelVersions } from "#app/features/roi/inputs/parameters.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { failure, Misuse, type Outcome } from "./terminal/output.ts";

/** Computes the analysis of a model input with a version of the model; needs no database. */
export async function analyzeFile(file: string, { model }: { model: string }): Promise<Outcome> {
  const version = modelVersions.find((known) => known === model);
  if (!version) throw new Misuse(`--model: use one of ${modelVersions.join(", ")}.`);
  const input = ModelInput.safeParse(parseJson(await readInput(file), file));
  if (!input.success)
    return failure(
      "invalid_input",
      "The input does not fit the model:",
      ...input.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`),
    );
  const analysis = analyze(input.data, { model: version });
  return { data: analysis, lines: [JSON.stringify(analysis, null, 2)] };
}

async function readInput(file: string): Promise<string> {
  if (file !== "-")
    return readFile(file, "utf8").catch(() => {
      throw new Misuse(`${file} cannot be read.`);
    });
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse(`${file} is not JSON.`);
  }
}
