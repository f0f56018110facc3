import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";

export const kitDownloaded = defineEvent({
  name: "kit.downloaded",
  when: "The starter kit arrives in a browser. Without a person when the visitor is not signed in or asks not to be tracked.",
  payload: z.object({
    userId: z.uuid().nullable(),
    email: z.string().nullable(),
    kitVersion: z.string(),
  }),
  subject: ({ userId, email }) => ({ userId, email }),
  sentence: () => "Downloaded the starter kit.",
});

export const kitEvents = [kitDownloaded];
