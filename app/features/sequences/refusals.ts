import { type EndReason, endReasons } from "./definitions/definition.ts";

export const sequenceRefusalText = {
  not_admin: "Only an admin with a verified second factor can do this.",
  not_found: "This sequence, step or person no longer exists.",
  stale: "Another admin changed this sequence. Compare the changes, then save again.",
  no_steps: "Add at least one step before you publish.",
  unchanged: "The published version already has the same content.",
  no_version: "Publish a version first.",
  not_active: "Start the sequence first.",
  has_ended: "This person has already left the sequence.",
  no_such_step: "Save the draft first: this email is not part of it.",
  off_the_list: "This address gets no outreach emails. Use another one.",
} as const;

export const blockedText = (why: EndReason): string => `Not enrolled: ${endReasons[why].toLowerCase()}.`;
