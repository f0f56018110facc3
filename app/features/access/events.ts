import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";

export const accessRequested = defineEvent({
  name: "access.requested",
  when: "A visitor requests an access code.",
  payload: z.object({
    requestId: z.uuid(),
    email: z.string(),
    companyName: z.string(),
    companyWebsite: z.string().nullable(),
    role: z.string().nullable(),
    industry: z.string().nullable(),
  }),
  subject: ({ email }) => ({ email }),
  sentence: ({ companyName }) => `Requested access for ${companyName}.`,
});

export const accessDecided = defineEvent({
  name: "access.decided",
  when: "An access request is approved or declined, by an admin or automatically.",
  payload: z.object({
    requestId: z.uuid(),
    email: z.string(),
    decision: z.enum(["approved", "declined"]),
    /** `null` when the request was approved automatically. */
    decidedBy: z.uuid().nullable(),
  }),
  subject: ({ email }) => ({ email }),
  sentence: ({ decision, decidedBy }) =>
    decision === "declined" ? "Access declined." : decidedBy ? "Access approved." : "Access approved automatically.",
});

export const accessGranted = defineEvent({
  name: "access.granted",
  when: "A person redeems an access code and can use the wizard.",
  payload: z.object({ userId: z.uuid(), email: z.string() }),
  subject: ({ userId, email }) => ({ userId, email }),
  sentence: () => "Redeemed an access code.",
});

export const accessEvents = [accessRequested, accessDecided, accessGranted];
