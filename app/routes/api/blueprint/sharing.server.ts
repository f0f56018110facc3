import { z } from "@hono/zod-openapi";
import { endShare, shareAnalysis } from "#app/features/analysis/sharing/sharing.server.ts";
import { ShareOptions } from "#app/features/analysis/sharing/sharing.ts";
import { endFullBlueprintShare, shareFullBlueprint } from "#app/features/full-blueprint/comments/sharing.server.ts";
import { instantText } from "../endpoint.server.ts";
import { endpoints, sessionArea } from "../endpoints.server.ts";
import { ofBlueprint } from "./blueprint-access.server.ts";

const ShareBody = z
  .object({
    url: z.string().openapi({ description: "Anyone with this address can read what is shared, without an account" }),
    revision: z.number().int(),
    createdAt: instantText(),
    expiresAt: instantText(),
  })
  .openapi("Share");
const FullBlueprintShareBody = ShareBody.omit({ revision: true }).openapi("FullBlueprintShare");

/** Share links of an analysis and a full blueprint. The owner needs no wizard access; other users' blueprints return 404. */
const ShareDays = ShareOptions.pick({ days: true });
const signedIn = sessionArea(
  {
    no_analysis: "There is no finished analysis of that number to share.",
    locked: "There is no published full blueprint to share yet.",
  },
  [],
  ofBlueprint,
);

export const sharingEndpoints = endpoints(
  signedIn.post("/blueprints/{id}/share", {
    summary: "Open a link to the newest analysis, or point the open one at another revision",
    body: ShareOptions,
    request: { body: { content: { "application/json": { schema: ShareOptions } } } },
    returns: ShareBody,
    described: "The open link",
    statuses: [404, 409, 422],
    command: shareAnalysis,
  }),
  signedIn.delete("/blueprints/{id}/share", {
    summary: "End the link permanently",
    empties: "Ended",
    command: (ctx, { id }) => endShare(ctx, id),
  }),
  signedIn.post("/blueprints/{id}/full/share", {
    summary: "Open a link to the newest version of the full blueprint, or change how long the open one works",
    body: ShareDays,
    request: { body: { content: { "application/json": { schema: ShareDays } } } },
    returns: FullBlueprintShareBody,
    described: "The open link",
    statuses: [404, 409, 422],
    command: shareFullBlueprint,
  }),
  signedIn.delete("/blueprints/{id}/full/share", {
    summary: "End the link to the full blueprint permanently",
    empties: "Ended",
    command: (ctx, { id }) => endFullBlueprintShare(ctx, id),
  }),
);
