import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";

const mail = z.object({ messageId: z.uuid(), email: z.string() });
const subject = ({ email }: { email: string }) => ({ email });

export const mailBounced = defineEvent({
  name: "mail.bounced",
  version: 1,
  when: "A mail server reports that a mail could not be delivered.",
  payload: mail.extend({
    /** The address was removed from every list. */
    isFinal: z.boolean(),
  }),
  subject,
  sentence: ({ isFinal }) => (isFinal ? "A mail bounced; the address was suppressed." : "A mail bounced."),
});

export const mailComplained = defineEvent({
  name: "mail.complained",
  version: 1,
  when: "A recipient reports a mail as unwanted.",
  payload: mail,
  subject,
  sentence: () => "Reported a mail as unwanted.",
});

export const mailEvents = [mailBounced, mailComplained];
