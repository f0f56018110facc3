import { z } from "zod";
import { activities, areas, outcomes } from "#app/features/content/automations/automation-terms.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { text } from "#app/lib/text.ts";
import { bounds, frequencies, industries, revenueBands } from "./bounds.ts";

/*
 * Schemas of the model's input. An out-of-bounds value is refused with its path and a readable message; nothing is
 * clamped here. `ModelInput` is the complete input of an analysis. `DraftInput` is the same shape while it is being
 * filled in: every field is optional, every value present is validated.
 */

const between = (what: string, low: number, high: number) => {
  const error = `${what}: enter a number from ${formatNumber(low)} to ${formatNumber(high)}.`;
  return z.number({ error }).min(low, { error }).max(high, { error });
};

const wholeBetween = (what: string, low: number, high: number) => {
  const error = `${what}: enter a whole number from ${formatNumber(low)} to ${formatNumber(high)}.`;
  return z.number({ error }).int({ error }).min(low, { error }).max(high, { error });
};

const hourlyCost = between("Hourly cost in USD", bounds.hourlyCostUsd.low, bounds.hourlyCostUsd.high);

const companyFields = {
  employees: wholeBetween("Employees", bounds.employees.low, bounds.employees.high),
  revenueBand: z.enum(revenueBands, { error: `Annual revenue: choose one of ${revenueBands.join(", ")}.` }),
  industry: z.enum(industries, { error: "Industry: choose one from the list." }),
  focus: z.enum(areas, { error: `Focus area: choose one of ${areas.join(", ")}.` }),
  topOutcome: z.enum(outcomes, { error: `Top outcome: choose one of ${outcomes.join(", ")}.` }),
};

export const CompanyInput = z.object(
  { ...companyFields, hourlyCost: hourlyCost.default(bounds.hourlyCostUsd.standard) },
  { error: "Tell us about the company." },
);
export type CompanyInput = z.infer<typeof CompanyInput>;

const toolFields = {
  id: text({
    max: bounds.toolIdLength.max,
    required: "Tool: give it an id.",
    tooLong: `Tool: use at most ${bounds.toolIdLength.max} characters for the id.`,
  }),
  /** A tool without a category is a separate category, named by its id, so that it never overlaps by accident. */
  category: z
    .string({ error: "Tool category: use a word such as crm or email." })
    .regex(/^[a-z0-9-]{1,40}$/, {
      error: "Tool category: use 1 to 40 lower-case letters, digits and dashes, such as crm.",
    })
    .optional(),
  monthlyUsd: between("Monthly cost in USD", bounds.monthlyUsd.low, bounds.monthlyUsd.high),
  /** False: it complements the other tools of its category and does not overlap. Absent: true. */
  overlaps: z.boolean({ error: "Tool: overlaps is true or false." }).optional(),
};

export const Tool = z.object(toolFields, { error: "Tool: give its id and monthly cost." });
export type Tool = z.infer<typeof Tool>;

const nameRules = {
  max: bounds.processNameLength.max,
  tooLong: `Process name: use at most ${bounds.processNameLength.max} characters.`,
};
/** Keeps trailing spaces: a draft is saved between keystrokes, possibly in the middle of a name. */
const draftName = text({ ...nameRules, shape: "verbatim" });

const peopleError = "People: enter a whole number, 1 or more.";

const processFields = {
  name: text({ ...nameRules, required: "Process name: give the process a name." }),
  area: z.enum(areas, { error: `Area: choose one of ${areas.join(", ")}.` }),
  activity: z.enum(activities, { error: `Activity: choose one of ${activities.join(", ")}.` }),
  /** Average hours per person and week. Frequency does not multiply them. */
  hours: between("Hours per person per week", bounds.hours.low, bounds.hours.high),
  people: z.number({ error: peopleError }).int({ error: peopleError }).min(bounds.people.low, { error: peopleError }),
  frequency: z.enum(frequencies, { error: `Frequency: choose one of ${frequencies.join(", ")}.` }),
  pain: between("Pain", bounds.pain.low, bounds.pain.high),
  /** True: the hours are an unconfirmed typical value. Absent: false. */
  assumed: z.boolean({ error: "Process: assumed is true or false." }).optional(),
};

export const Process = z.object(processFields, { error: "Process: fill in its row." });
export type Process = z.infer<typeof Process>;

const isOrdered = ([low, mode, high]: readonly [number, number, number]) => low <= mode && mode <= high;

const threePoint = (what: string, value: z.ZodNumber) => {
  const error = `${what}: give low, most likely and high, in rising order.`;
  return z.tuple([value, value, value], { error }).refine(isOrdered, { error });
};

const weeks = between("Working weeks a year", bounds.weeks.low, bounds.weeks.high);

/** A visitor's own values. Three points are (low, most likely, high). Absent: the model's value. */
export const AssumptionOverrides = z.object(
  {
    weeks: z
      .union([weeks, threePoint("Working weeks a year", weeks)], {
        error: `Working weeks a year: enter a number from ${bounds.weeks.low} to ${bounds.weeks.high}, or three in rising order.`,
      })
      .optional(),
    adoption: threePoint("Adoption", between("Adoption", 0, 1)).optional(),
    capture: threePoint("Value capture", between("Value capture", 0, 1)).optional(),
  },
  { error: "Assumptions: give weeks, adoption or capture." },
);
export type AssumptionOverrides = z.infer<typeof AssumptionOverrides>;

const stackError = `Tools: list them, at most ${bounds.tools.max}.`;
const processesError = `Processes: list them, at most ${bounds.processes.max}.`;

export const ModelInput = z.object(
  {
    company: CompanyInput,
    stack: z.array(Tool, { error: stackError }).max(bounds.tools.max, { error: stackError }),
    processes: z.array(Process, { error: processesError }).max(bounds.processes.max, { error: processesError }),
    assumptions: AssumptionOverrides.optional(),
  },
  { error: "Give company, stack and processes." },
);
export type ModelInput = z.infer<typeof ModelInput>;

/**
 * The input while the wizard is being filled in: any part may be missing and a new row may be empty, but values present
 * obey the bounds of `ModelInput`. No defaults are filled in, so saving one part changes no other.
 */
export const DraftInput = z.object(
  {
    company: z
      .object({ ...companyFields, hourlyCost })
      .partial()
      .optional(),
    stack: z
      .array(z.object(toolFields).partial(), { error: stackError })
      .max(bounds.tools.max, { error: stackError })
      .optional(),
    processes: z
      .array(z.object({ ...processFields, name: draftName }).partial(), { error: processesError })
      .max(bounds.processes.max, { error: processesError })
      .optional(),
    assumptions: AssumptionOverrides.optional(),
  },
  { error: "Give company, stack, processes or assumptions." },
);
export type DraftInput = z.infer<typeof DraftInput>;
