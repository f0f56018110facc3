import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";
import { commentSides } from "./comments/comments.ts";
import { unlockMethods } from "./full-blueprint.ts";

const blueprint = z.object({ blueprintId: z.uuid(), userId: z.uuid(), email: z.string() });
const subject = ({ userId, email }: z.output<typeof blueprint>) => ({ userId, email });

export const fullBlueprintUnlocked = defineEvent({
  name: "full_blueprint.unlocked",
  when: "A full blueprint is unlocked by a held call, a payment or an admin.",
  payload: blueprint.extend({ method: z.enum(unlockMethods) }),
  subject,
  sentence: ({ method }) => `Unlocked the full blueprint (${method}).`,
});

export const fullBlueprintPublished = defineEvent({
  name: "full_blueprint.published",
  when: "An architect publishes a version of a full blueprint to its client.",
  payload: blueprint.extend({ version: z.int() }),
  subject,
  sentence: ({ version }) => `Version ${version} of the full blueprint was published.`,
});

export const fullBlueprintShared = defineEvent({
  name: "full_blueprint.shared",
  when: "The owner of a full blueprint creates a share link.",
  payload: blueprint,
  subject,
  sentence: () => "Shared the full blueprint.",
});

export const fullBlueprintCommented = defineEvent({
  name: "full_blueprint.commented",
  when: "A client comments on a section of a full blueprint, or an architect replies. The text is not part of it.",
  payload: z.object({ blueprintId: z.uuid(), userId: z.uuid(), by: z.enum(commentSides) }),
  subject: ({ userId }) => ({ userId }),
  sentence: ({ by }) =>
    by === "client" ? "Commented on the full blueprint." : "An architect replied to a comment on the full blueprint.",
});

export const fullBlueprintEvents = [
  fullBlueprintUnlocked,
  fullBlueprintPublished,
  fullBlueprintShared,
  fullBlueprintCommented,
];
