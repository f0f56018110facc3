import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";

export const outreachUnsubscribed = defineEvent({
  name: "outreach.unsubscribed",
  when: "A person unsubscribes from follow-up emails: on the page of an email's link, with one click or by email.",
  payload: z.object({
    email: z.string(),
    sequence: z.string(),
    by: z.enum(["page", "one-click", "mail"]),
  }),
  subject: ({ email }) => ({ email }),
  sentence: () => "Unsubscribed from follow-up emails.",
});

export const sequenceEvents = [outreachUnsubscribed];
