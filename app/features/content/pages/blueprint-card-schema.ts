import { z } from "zod";
import { automationIds } from "../automations/automation-terms.ts";

const sentences = z.string().regex(/^[A-Z0-9].*\.$/, "begins with a capital and ends with a full stop");

/** One step of a card's workflow: a step of one of its automations, verbatim. */
export const BlueprintStep = z.strictObject({
  from: z.enum(automationIds),
  /** Name of a tool of the catalogue, or any other text in words_with_underscores. */
  tool: z.string().min(2),
  action: z.string().min(6).max(36),
});

export const BlueprintCard = z.strictObject({
  /** Identifies its dialog and drawing. */
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  title: z.string().min(1).max(40),
  description: sentences.min(60).max(170),
  /** In the dialog, under How It Works. */
  detailedDescription: sentences.min(260).max(620),
  /** Its automations, in the order in which a record passes through them. */
  automations: z.array(z.enum(automationIds)).min(1).max(4).readonly(),
  workflow: z.array(BlueprintStep).min(4).max(7).readonly(),
  /** Figures with unit and meaning, from its automations. Expected or possible, never promised. */
  outcomes: z
    .array(z.strictObject({ measure: z.string().max(12), meaning: z.string().min(20).max(110) }))
    .min(3)
    .max(4)
    .readonly(),
});
export type BlueprintCard = z.infer<typeof BlueprintCard>;
