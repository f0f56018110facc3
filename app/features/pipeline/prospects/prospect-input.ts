import { z } from "zod";
import { calendarDate } from "#app/lib/dates/instant.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { text } from "#app/lib/text.ts";
import { clearable, creationShape, editShape } from "../prospect-fields.ts";
import { type LostReason, lostReasons, stageKeys } from "./stages.ts";

/* Input of admins about prospects. Safe in the browser. */

const lostReason = z.enum(Object.keys(lostReasons) as [LostReason, ...LostReason[]], {
  error: "Choose why the prospect was lost.",
});

export const maxTags = 10;

const day = calendarDate("Enter a date such as 2026-12-01.");

export const NewProspect = z.object({
  email: emailAddress("Enter a valid email address."),
  ...creationShape,
});
export type NewProspect = z.infer<typeof NewProspect>;

/** `from`: the stage that the admin saw, to detect a colleague's change. `note`: required for the reason "other". */
export const StageMove = z.object({
  from: z.enum(stageKeys),
  to: z.enum(stageKeys, { error: "Choose a stage." }),
  reason: lostReason.nullable().default(null),
  note: clearable(200).optional(),
});
export type StageMove = z.infer<typeof StageMove>;

/** The whole form of a prospect: null or empty text clears a field. `version`: the version that was read. */
export const ProspectEdit = z.object({
  version: z.int(),
  ...editShape,
  ownerId: z.uuid().nullable(),
  expectedClose: day.nullable(),
  tags: z
    .array(text({ max: 40, required: "Enter a tag." }))
    .max(maxTags, `Use at most ${maxTags} tags.`)
    .transform((tags) => [...new Set(tags.map((tag) => tag.toLowerCase()))]),
});
export type ProspectEdit = z.infer<typeof ProspectEdit>;

export const NoteText = z.object({
  body: text({ max: 10_000, required: "Write a note.", shape: "lines" }),
});
export type NoteText = z.infer<typeof NoteText>;

export const NoteEdit = NoteText.extend({ version: z.int() });
export type NoteEdit = z.infer<typeof NoteEdit>;

export const TaskText = z.object({
  title: text({ max: 200, required: "Enter what needs to be done." }),
  dueOn: day.nullable().default(null),
  assigneeId: z.uuid().nullable().default(null),
});
export type TaskText = z.infer<typeof TaskText>;

export const TaskEdit = TaskText.extend({ version: z.int() });
export type TaskEdit = z.infer<typeof TaskEdit>;
