import { z } from "zod";
import type { IconName } from "#app/ui/buttons/icon.tsx";
import { automationIds, impactOrigins } from "./automation-terms.ts";

const sentence = z.string().regex(/^[A-Z0-9].*\.$/, "begins with a capital and ends with a full stop");

export const WorkflowStep = z.strictObject({
  /** Name of a tool of the catalogue, or any other text in words_with_underscores. */
  tool: z.string().min(2),
  action: z.string().min(6).max(36),
  /** Makes the step a decision: what happens if the answer is no. */
  otherwise: z.string().max(40).optional(),
  /** Number, from 1, of the step at which the no-branch rejoins the sequence; absent if it ends with `otherwise`. */
  rejoins: z.int().min(1).max(7).optional(),
  briefSummary: z.string().max(80).optional(),
  detailedSummary: z.string().max(260).optional(),
});
export type WorkflowStep = z.infer<typeof WorkflowStep>;

/** The story of an automation in the grid. Joined by id to its record in `automations.ts`. */
export const AutomationStory = z.strictObject({
  id: z.enum(automationIds),
  icon: z.custom<IconName>((value) => typeof value === "string"),
  fullDescription: sentence.min(220).max(520),
  /** Catalogue products that the example connects; others of the same kind work as well. */
  tools: z.array(z.string()).min(3).max(6).readonly(),
  /** A figure with its unit and meaning. Expected or possible, never promised. */
  businessImpact: z
    .array(
      z.strictObject({
        measure: z.string().max(12),
        meaning: z.string().min(20).max(110),
        origin: z.enum(impactOrigins),
      }),
    )
    .min(3)
    .max(4)
    .readonly(),
  trigger: sentence.max(200),
  keyActions: z.array(sentence.max(170)).min(3).max(5).readonly(),
  outcome: sentence.max(200),
  /** What happens if a part does not respond or is uncertain. */
  failure: sentence.max(240),
  workflow: z.array(WorkflowStep).min(4).max(7).readonly(),
});
export type AutomationStory = z.infer<typeof AutomationStory>;
