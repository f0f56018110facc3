import { createRoute, z } from "@hono/zod-openapi";
import { endShare, type Share, shareAnalysis } from "#app/features/analysis/sharing.server.ts";
import { ShareOptions } from "#app/features/analysis/sharing.ts";
import {
  endFullBlueprintShare,
  type FullBlueprintShare,
  shareFullBlueprint,
} from "#app/features/full-blueprint/sharing.server.ts";
import { never } from "#app/lib/result.ts";
import { ofBlueprint } from "./blueprint-access.server.ts";
import { answers, instantText, newEndpoints, notFound, refusal, refusals, sessionFirst } from "./endpoint.server.ts";

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
export const sharingEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints/{id}/share",
      summary: "Open a link to the newest analysis, or point the open one at another revision",
      middleware: sessionFirst,
      request: { params: ofBlueprint, body: { content: { "application/json": { schema: ShareOptions } } } },
      responses: { ...answers(200, ShareBody, "The open link"), ...refusals(401, 404, 409, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const shared = await shareAnalysis(ctx, { id: c.req.valid("param").id, ...c.req.valid("json") });
      if (shared.ok) return c.json(shareBody(shared.value), 200);
      switch (shared.reason.kind) {
        case "not_found":
          return notFound(c);
        case "no_analysis":
          return refusal(c, 409, "no_analysis", "There is no finished analysis of that number to share.");
        default:
          return never(shared.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/blueprints/{id}/share",
      summary: "End the link permanently",
      middleware: sessionFirst,
      request: { params: ofBlueprint },
      responses: { 204: { description: "Ended" }, ...refusals(401, 404) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const ended = await endShare(ctx, c.req.valid("param").id);
      return ended.ok ? c.body(null, 204) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints/{id}/full/share",
      summary: "Open a link to the newest version of the full blueprint, or change how long the open one works",
      middleware: sessionFirst,
      request: {
        params: ofBlueprint,
        body: { content: { "application/json": { schema: ShareOptions.pick({ days: true }) } } },
      },
      responses: { ...answers(200, FullBlueprintShareBody, "The open link"), ...refusals(401, 404, 409, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const shared = await shareFullBlueprint(ctx, { id: c.req.valid("param").id, ...c.req.valid("json") });
      if (shared.ok) return c.json(shareBody(shared.value), 200);
      switch (shared.reason.kind) {
        case "not_found":
          return notFound(c);
        case "locked":
          return refusal(c, 409, "locked", "There is no published full blueprint to share yet.");
        default:
          return never(shared.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/blueprints/{id}/full/share",
      summary: "End the link to the full blueprint permanently",
      middleware: sessionFirst,
      request: { params: ofBlueprint },
      responses: { 204: { description: "Ended" }, ...refusals(401, 404) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const ended = await endFullBlueprintShare(ctx, c.req.valid("param").id);
      return ended.ok ? c.body(null, 204) : notFound(c);
    },
  );

const shareBody = <Opened extends Share | FullBlueprintShare>({ createdAt, expiresAt, ...rest }: Opened) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
