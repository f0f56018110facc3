import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";

const subject = ({ email }: { email: string }) => ({ email });

export const newsletterSubscribed = defineEvent({
  name: "newsletter.subscribed",
  when: "An address subscribes to the newsletter, for the first time or again.",
  payload: z.object({ subscriberId: z.uuid(), email: z.string(), source: z.string() }),
  subject,
  sentence: () => "Subscribed to the newsletter.",
});

export const newsletterUnsubscribed = defineEvent({
  name: "newsletter.unsubscribed",
  when: "An address unsubscribes from the newsletter: on its page, with one click, by email or through a complaint.",
  payload: z.object({
    subscriberId: z.uuid(),
    email: z.string(),
    by: z.enum(["page", "one-click", "mail", "complaint"]),
  }),
  subject,
  sentence: ({ by }) =>
    by === "complaint" ? "Unsubscribed from the newsletter after a complaint." : "Unsubscribed from the newsletter.",
});

export const newsletterEvents = [newsletterSubscribed, newsletterUnsubscribed];
