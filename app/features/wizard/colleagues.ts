import { z } from "zod";
import { text } from "#app/lib/text.ts";

/* Links by which colleagues of the owner fill in a part of a draft, for browser and server: the parts, expiry, and states. */

export const colleagueParts = ["process", "stack"] as const;
export type ColleaguePart = (typeof colleagueParts)[number];

export const colleagueDays = { min: 1, standard: 7, max: 30 } as const;

export const maxColleagues = 10;

const daysError = `Days: enter a whole number from ${colleagueDays.min} to ${colleagueDays.max}.`;
const placeError = "Process: choose one from the list.";

/** A process by its position among the saved ones, and its name there. */
const ChosenProcess = z.object(
  {
    place: z.number({ error: placeError }).int({ error: placeError }).min(0, { error: placeError }),
    name: text({ max: 200, shape: "verbatim" }),
  },
  { error: placeError },
);

export const ColleagueWish = z
  .object({
    name: text({ max: 80, required: "Name: enter your colleague's name." }),
    part: z.enum(colleagueParts, { error: "Choose a process or the tech stack." }),
    process: ChosenProcess.optional(),
    days: z
      .number({ error: daysError })
      .int({ error: daysError })
      .min(colleagueDays.min, { error: daysError })
      .max(colleagueDays.max, { error: daysError })
      .default(colleagueDays.standard),
  })
  .refine(({ part, process }) => part !== "process" || process !== undefined, { path: ["process"], error: placeError });
export type ColleagueWish = z.infer<typeof ColleagueWish>;

/** Texts not in the draft, by field of the process or by tool; null: the tool should be removed. */
export type HeldAnswers = Record<string, string | null>;

/** `removed`: the owner removed the process. `finished`: the draft was analyzed. */
export type ColleagueState = "unused" | "saved" | "expired" | "ended" | "removed" | "finished";

export interface Colleague {
  id: string;
  name: string;
  part: ColleaguePart;
  processName: string;
  state: ColleagueState;
  /** Null if the link no longer works, or was created with another SECRET. */
  url: string | null;
  createdAt: Date;
  expiresAt: Date;
  savedAt: Date | null;
}

export type ListedColleague = Omit<Colleague, "createdAt" | "expiresAt" | "savedAt"> & {
  createdAt: string;
  expiresAt: string;
  savedAt: string | null;
};

export const colleagueSource = (name: string): string => `${name} (colleague)`;
export const isColleagueSource = (source: string): boolean => source.endsWith(" (colleague)");
