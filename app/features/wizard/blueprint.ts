import { z } from "zod";
import { AssumptionOverrides, DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { firmName } from "#app/lib/firm.ts";
import { text } from "#app/lib/text.ts";
import { normalizeWebsite } from "./answers/website.ts";

/* Blueprints for browser and server: steps, schemas of a save, and messages of refusals. */

export const blueprintModes = ["guided", "quick"] as const;
export type BlueprintMode = (typeof blueprintModes)[number];

export type BlueprintStatus = "draft" | "completed";

export const wizardSteps = ["profile", "tech-stack", "processes"] as const;
export type WizardStep = (typeof wizardSteps)[number];

export type StepTexts = Partial<Record<WizardStep, unknown>>;

/** The specified message for a signed-in user without wizard access. */
export const accessRequired = {
  title: "Access Required",
  get text() {
    return `You need a valid access code to use the ${firmName()} Blueprint Wizard.`;
  },
} as const;

export const BlueprintStart = z.object({
  mode: z.enum(blueprintModes, { error: "Mode: choose guided or quick." }),
});
export type BlueprintStart = z.infer<typeof BlueprintStart>;

const line = (what: string, max: number) => text({ max, tooLong: `${what}: use at most ${max} characters.` });

export const BlueprintName = z.object({ name: line("Name", 80) });

/** The company the blueprint is about. None of it enters the model. */
export const BlueprintAbout = z.object({
  companyName: line("Company name", 200),
  companyWebsite: line("Company website", 500).transform((typed, check) => {
    const website = normalizeWebsite(typed);
    if (website !== null) return website;
    check.addIssue({ code: "custom", message: "Please enter a valid website" });
    return z.NEVER;
  }),
  role: line("Role", 100),
});
export type BlueprintAbout = z.infer<typeof BlueprintAbout>;

/** The same parts; null clears one. */
const clearable = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, z.nullable(part)])) as {
      [Name in keyof Shape]: z.ZodNullable<Shape[Name]>;
    },
  );

/** A part of the input to save: absent values stay, null clears. Stack and processes are replaced as a whole. */
export const DraftPart = z.object(
  {
    company: clearable(DraftInput.shape.company.unwrap().shape).optional(),
    stack: DraftInput.shape.stack,
    processes: DraftInput.shape.processes,
    assumptions: clearable(AssumptionOverrides.shape).optional(),
  },
  { error: "Give company, stack, processes or assumptions." },
);
export type DraftPart = z.infer<typeof DraftPart>;

/** Parts of the input that the quick start fills in itself, in the order in which its results name them. */
export const assumedParts = [
  "revenueBand",
  "industry",
  "topOutcome",
  "hourlyCost",
  "processes",
  "processTimes",
  "toolCosts",
] as const;
export type AssumedPart = (typeof assumedParts)[number];

export const stillAssumed = (
  assumed: readonly AssumedPart[],
  { company, stack, processes }: DraftPart,
): AssumedPart[] =>
  assumed.filter((part) => {
    if (part === "toolCosts") return !stack;
    if (part === "processTimes") return !processes || processes.some((process) => process.assumed);
    if (part === "processes") return !processes;
    return !(company && part in company);
  });

const versionError = "Version: name the version that you started from.";

export const DraftSaving = z.object({
  version: z.number({ error: versionError }).int({ error: versionError }).min(1, { error: versionError }),
  inputs: DraftPart,
  about: BlueprintAbout.partial().optional(),
  assumed: z
    .array(z.enum(assumedParts), { error: `Assumed: name parts of ${assumedParts.join(", ")}.` })
    .max(assumedParts.length)
    .optional(),
  step: z.enum(wizardSteps, { error: `Step: choose one of ${wizardSteps.join(", ")}.` }).optional(),
});
export type DraftSaving = z.infer<typeof DraftSaving>;
