import type { Context } from "hono";
import { accessRequired } from "#app/features/wizard/blueprint.ts";
import { recordId, refusal } from "../endpoint.server.ts";

/** The ids in paths of a blueprint. */
export const ofBlueprint = { id: recordId().openapi({ description: "Of the blueprint" }) };

/** Every command of the wizard needs access to it. */
export const wizardRefusals = {
  no_access: (_: object, c: Context) =>
    refusal(c, 403, "access_required", `${accessRequired.title}: ${accessRequired.text}`),
};
