import { z } from "zod";
import { activities, areas } from "./automation-terms.ts";

/** One suggestion of the processes step. Values are those of a company of about 45 people (`suggestionCompany`). */
export const ProcessSuggestion = z.object({
  name: z.string().min(5).max(60),
  what: z.string().min(20).max(110),
  area: z.enum(areas),
  activity: z.enum(activities),
  /** Average per person and week. */
  hours: z.number().min(0.5).max(8),
  people: z.number().int().min(1).max(8),
  /** team: more people in a larger company. desk: one or two people in any company. */
  doneBy: z.enum(["team", "desk"]),
  frequency: z.enum(["daily", "weekly", "monthly", "quarterly", "adhoc"]),
  /** From 1, hardly noticed, to 5, the part of the week that people dread. */
  pain: z.number().int().min(1).max(5),
});
export type ProcessSuggestion = z.infer<typeof ProcessSuggestion>;
