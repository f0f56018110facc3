import { z } from "zod";
import { automationNumber } from "#app/features/content/automations/automation-terms.ts";
import { blueprintBusinessDays } from "#app/features/content/promises.ts";
import { formatUsd } from "#app/lib/money.ts";
import { text } from "#app/lib/text.ts";

/* Schema, stages and labels of the full blueprint. Browser-safe. */

export const unlockMethods = ["call", "payment", "admin"] as const;
export type UnlockMethod = (typeof unlockMethods)[number];

/** Requested → architect assigned → in review → published (spec: unlock). A further version remains published. */
export const fullBlueprintStages = ["requested", "assigned", "in-review", "published"] as const;
export type FullBlueprintStage = (typeof fullBlueprintStages)[number];

export const stageLabels: Record<FullBlueprintStage, string> = {
  requested: "Requested",
  assigned: "Architect assigned",
  "in-review": "In review",
  published: "Published",
};

/** Which price applies beside an open invoice. */
export const invoicedAmount = (amountCents: number): string =>
  `Its amount of ${formatUsd(amountCents / 100)} applies until it is paid or canceled, also if our price changes.`;

export const targetBusinessDays = blueprintBusinessDays;

const line = (what: string, max: number) => text({ max, tooLong: `${what}: use at most ${max} characters.` });
const lines = (what: string, max: number) =>
  text({ max, tooLong: `${what}: use at most ${max} characters.`, shape: "lines" });
/** Created by the editor and never changed, so that versions can be compared and ticks are kept in new versions. */
const partId = z
  .string()
  .regex(/^[a-z0-9-]{4,40}$/, { error: "An id holds 4 to 40 lower-case letters, digits and dashes." });

export const Section = z.object({
  id: partId,
  title: line("Section title", 160),
  /** Markdown. */
  body: lines("Section text", 20_000),
  /** The drawing below the text, one step per line; see diagram.ts. Can be empty. */
  diagram: lines("Diagram", 4000),
  /** The number of the automation of the grid that the drawing is based on; the firm may have deleted one of its own since. */
  automation: z.string().regex(automationNumber, { error: "This automation does not exist." }).nullable(),
});
export type Section = z.infer<typeof Section>;

export const Task = z.object({
  id: partId,
  title: line("Task", 240),
  owner: line("Who", 80),
  /** Week of the plan, 1 to 52; null: any time. */
  week: z
    .number({ error: "Week: give a number from 1 to 52." })
    .int({ error: "Week: give a whole number." })
    .min(1, { error: "Week: give a number from 1 to 52." })
    .max(52, { error: "Week: give a number from 1 to 52." })
    .nullable(),
});
export type Task = z.infer<typeof Task>;

const distinct = (parts: readonly { id: string }[]) => new Set(parts.map(({ id }) => id)).size === parts.length;

export const FullBlueprintContent = z.object({
  /** Markdown; introduction before the first section. */
  summary: lines("Summary", 4000),
  sections: z
    .array(Section)
    .max(40, { error: "Use at most 40 sections." })
    .refine(distinct, { error: "Every section needs its own id." }),
  tasks: z
    .array(Task)
    .max(100, { error: "Use at most 100 tasks." })
    .refine(distinct, { error: "Every task needs its own id." }),
});
export type FullBlueprintContent = z.infer<typeof FullBlueprintContent>;

const version = (error: string) => z.number({ error }).int({ error }).min(1, { error });

/** The complete working copy, and the version that it is based on. */
export const ArchitectSaving = z.object({
  version: version("Version: name the version that you started from."),
  content: FullBlueprintContent,
});
export type ArchitectSaving = z.infer<typeof ArchitectSaving>;

export const Publication = z.object({
  /** The saved version to publish, so that another admin's later save is not published by accident. */
  version: version("Version: name the version that you publish."),
  note: lines("What changed", 600),
});
export type Publication = z.infer<typeof Publication>;

export function missingBeforePublication({ summary, sections }: FullBlueprintContent): string | null {
  if (sections.length === 0) return "Add at least one section before you publish.";
  const unnamed = sections.findIndex(({ title }) => title === "");
  if (unnamed >= 0) return `Give section ${unnamed + 1} a title before you publish.`;
  const empty = sections.find(({ body, diagram }) => body === "" && diagram === "");
  if (empty) return `“${empty.title}” is empty. Write its text, add a diagram, or remove it.`;
  return summary === "" ? "Write the summary: it is the first thing the client reads." : null;
}
