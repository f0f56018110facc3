import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";
import { unlockMethods } from "./full-blueprint.ts";

const blueprint = z.object({ blueprintId: z.uuid(), userId: z.uuid(), email: z.string() });
const subject = ({ userId, email }: z.output<typeof blueprint>) => ({ userId, email });

export const fullBlueprintUnlocked = defineEvent({
  name: "full_blueprint.unlocked",
  version: 1,
  when: "A full blueprint is unlocked by a held call, a payment or an admin.",
  payload: blueprint.extend({ method: z.enum(unlockMethods) }),
  subject,
  sentence: ({ method }) => `Unlocked the full blueprint (${method}).`,
});

export const fullBlueprintPublished = defineEvent({
  name: "full_blueprint.published",
  version: 1,
  when: "An architect publishes a version of a full blueprint to its client.",
  payload: blueprint.extend({ version: z.int() }),
  subject,
  sentence: ({ version }) => `Version ${version} of the full blueprint was published.`,
});

export const fullBlueprintEvents = [fullBlueprintUnlocked, fullBlueprintPublished];
