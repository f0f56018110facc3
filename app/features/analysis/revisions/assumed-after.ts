import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";

export const assumedAfter = (
  assumed: readonly AssumedPart[],
  before: ModelInput,
  after: ModelInput,
): readonly AssumedPart[] => {
  const rest = assumed.filter((part) =>
    part === "processTimes" && before.processes.some((process) => process.assumed)
      ? after.processes.some((process) => process.assumed)
      : sameValue(answerOf(part, before), answerOf(part, after)),
  );
  return rest.length === assumed.length ? assumed : rest;
};

function answerOf(part: AssumedPart, { company, stack, processes }: ModelInput): unknown {
  switch (part) {
    case "toolCosts":
      return stack;
    case "processTimes":
      return processes;
    case "processes":
      return processes.map(({ name }) => name);
    default:
      return company[part];
  }
}
