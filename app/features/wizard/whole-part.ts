import type { ModelInput } from "#app/features/roi/model-input.ts";
import type { DraftPart } from "./blueprint.ts";

/** A complete input as a part that replaces everything a draft holds: what the input leaves to the model is emptied. */
export const wholePart = ({ company, stack, processes, assumptions }: ModelInput): DraftPart => ({
  company,
  stack,
  processes,
  assumptions: {
    weeks: assumptions?.weeks ?? null,
    adoption: assumptions?.adoption ?? null,
    capture: assumptions?.capture ?? null,
  },
});
