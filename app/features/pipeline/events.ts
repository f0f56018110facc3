import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";
import { type StatedField, statedFields } from "./prospect-fields.ts";
import { stageKeys, stageLabel } from "./prospects/stages.ts";

const prospect = z.object({ prospectId: z.uuid(), email: z.string() });
const subject = ({ email }: { email: string }) => ({ email });

export const prospectCreated = defineEvent({
  name: "prospect.created",
  when: "A person appears in the pipeline for the first time: by what they did, by hand or by an import.",
  payload: prospect.extend({
    source: z.enum(["event", "manual", "import"]),
    name: z.string().nullable(),
    // Absent in events that an older release logged.
    firstName: z.string().nullish(),
    lastName: z.string().nullish(),
    company: z.string().nullable(),
    role: z.string().nullable(),
    website: z.string().nullable(),
  }),
  subject,
  sentence: ({ source }) =>
    source === "event" ? "Appeared in the pipeline." : source === "manual" ? "Added by hand." : "Added by an import.",
});

export const prospectStageChanged = defineEvent({
  name: "prospect.stage_changed",
  when: "A prospect moves to another stage, by an admin or because of what the person did.",
  payload: prospect.extend({
    from: z.enum(stageKeys),
    to: z.enum(stageKeys),
    /** `event` if another event caused it. */
    by: z.enum(["admin", "event"]),
    reason: z.string().nullable(),
    note: z.string().nullable().optional(),
  }),
  subject,
  sentence: ({ from, to }) => `Moved from ${stageLabel(from)} to ${stageLabel(to)}.`,
});

type CreatedField = Extract<StatedField, keyof z.infer<typeof prospectCreated.payload>>;

/** The stated fields that the event of a new prospect contains. */
export const createdFields = statedFields.filter(
  (field): field is CreatedField => field in prospectCreated.payload.shape,
);

/** The fields with a value of which no event tells: the firm's own data, which survives a replay as edited fields do. */
export const ownFields = (contact: { readonly [Field in StatedField]?: unknown }): StatedField[] =>
  statedFields.filter((field) => !(field in prospectCreated.payload.shape) && (contact[field] ?? null) !== null);

export const pipelineEvents = [prospectCreated, prospectStageChanged];
