import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";

const subject = ({ email }: { email: string }) => ({ email });

export const trainingRegistered = defineEvent({
  name: "training.registered",
  when: "A visitor registers for a training program.",
  payload: z.object({
    registrationId: z.uuid(),
    email: z.string(),
    companyName: z.string(),
    program: z.string(),
  }),
  subject,
  sentence: ({ program }) => `Registered for ${program}.`,
});

export const trainingEvents = [trainingRegistered];
