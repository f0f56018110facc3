import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";
import { stageKeys, stageLabel } from "./stages.ts";

const prospect = z.object({ prospectId: z.uuid(), email: z.string() });
const subject = ({ email }: { email: string }) => ({ email });

export const prospectCreated = defineEvent({
  name: "prospect.created",
  version: 1,
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
  version: 1,
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

export const pipelineEvents = [prospectCreated, prospectStageChanged];
