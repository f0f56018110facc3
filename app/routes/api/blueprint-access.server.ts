import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { accessRequired } from "#app/features/wizard/blueprint.ts";
import type { BlueprintRefusal } from "#app/features/wizard/drafts.server.ts";
import { never } from "#app/lib/result.ts";
import { notFound, recordId, refusal } from "./endpoint.server.ts";

export const ofBlueprint = z.object({ id: recordId().openapi({ description: "Of the blueprint" }) });

export const accessFirst = (c: Context) =>
  refusal(c, 403, "access_required", `${accessRequired.title}: ${accessRequired.text}`);

/** The refusals of every command of the wizard: no wizard access, or another user's blueprint. */
export function turnAway(c: Context, reason: BlueprintRefusal) {
  switch (reason.kind) {
    case "no_access":
      return accessFirst(c);
    case "not_found":
      return notFound(c);
    default:
      return never(reason);
  }
}
