import { type DraftInput, Process } from "../roi/model-input.ts";
import type { WizardStep } from "./blueprint.ts";

export const stepWords: Readonly<Record<WizardStep, string>> = {
  profile: "Profile",
  "tech-stack": "Tech stack",
  processes: "Processes",
};

/** What each step is said to take. */
export const stepMinutes = 5;

/** Where a step of a blueprint is. A blueprint that is not started yet has no id. */
export const stepAddress = (step: WizardStep, id: string | null): string =>
  `/blueprint/wizard/${step}?blueprint=${id ?? "new"}`;

/** How complete each step is, 0 to 1, for the strip of steps. Six tools or four processes count as a whole step. */
export function stepShares(inputs: DraftInput): Record<WizardStep, number> {
  const complete = (inputs.processes ?? []).filter((process) => Process.safeParse(process).success);
  return {
    profile: Object.keys(inputs.company ?? {}).length / 6,
    "tech-stack": Math.min(1, (inputs.stack?.length ?? 0) / 6),
    processes: Math.min(1, complete.length / 4),
  };
}
