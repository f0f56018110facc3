import type { Context } from "hono";
import { type DenialReason, denialMessages } from "#app/features/access/access.ts";
import { ownAccessTitles } from "#app/features/access/requests/own-access.ts";
import { accessRequired } from "#app/features/wizard/blueprint.ts";
import { recordId, refusal } from "../endpoint.server.ts";

/** The ids in paths of a blueprint. */
export const ofBlueprint = { id: recordId().openapi({ description: "Of the blueprint" }) };

/** Every command of the wizard needs access to it. */
export const wizardRefusals = {
  no_access: ({ reason }: { reason: DenialReason }, c: Context) =>
    reason === "no_grant"
      ? refusal(c, 403, "access_required", `${accessRequired.title}: ${accessRequired.text}`)
      : refusal(c, 403, reason, `${ownAccessTitles.suspended}: ${denialMessages[reason]}`),
};
