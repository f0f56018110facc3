import { CompanyInput, type DraftInput, Process } from "#app/features/roi/inputs/model-input.ts";
import type { WizardStep } from "./blueprint.ts";

export const stepLabels: Readonly<Record<WizardStep, string>> = {
  profile: "Profile",
  "tech-stack": "Tech stack",
  processes: "Processes",
};

export const stepMinutes = 5;

export const stepAddress = (step: WizardStep, id: string | null): string =>
  `/blueprint/wizard/${step}?blueprint=${id ?? "new"}`;

/** Whether each step is complete. An empty stack is an answer once the user continued with it. */
export const stepsDone = (inputs: DraftInput): Record<WizardStep, boolean> => ({
  profile: CompanyInput.safeParse(inputs.company).success,
  "tech-stack": inputs.stack?.every((tool) => tool.monthlyUsd !== undefined) ?? false,
  processes: countComplete(inputs) > 0 && countComplete(inputs) === inputs.processes?.length,
});

/** Returns the whole minutes that a step still takes; six tools or four processes count as a complete step. 0: complete. */
export function minutesLeft(inputs: DraftInput, step: WizardStep): number {
  const shares: Record<WizardStep, number> = {
    profile: stepsDone(inputs).profile ? 1 : Object.keys(inputs.company ?? {}).length / 6,
    "tech-stack": (inputs.stack?.length ?? 0) / 6,
    processes: countComplete(inputs) / 4,
  };
  const left = Math.ceil(stepMinutes * (1 - Math.min(1, shares[step])));
  return left === 0 && !stepsDone(inputs)[step] ? 1 : left;
}

const countComplete = ({ processes = [] }: DraftInput) =>
  processes.filter((process) => Process.safeParse(process).success).length;
