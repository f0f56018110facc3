import { createRoute, z } from "@hono/zod-openapi";
import { asksForPrivacy, reportFunnelEvent } from "#app/features/analytics/funnel.server.ts";
import { FunnelEvent } from "#app/features/analytics/funnel.ts";
import { answers, jsonBody, newEndpoints, refusals, tooMany } from "./endpoint.server.ts";

/** What pages report about their use. */
export const analyticsEndpoints = newEndpoints().openapi(
  createRoute({
    method: "post",
    path: "/functions/track-funnel-event",
    summary: "Report a step of the funnel; with Sec-GPC or DNT it is counted without any id",
    request: { body: jsonBody(FunnelEvent) },
    responses: { ...answers(202, z.object({ ok: z.literal(true) }), "Taken"), ...refusals(422, 429) },
  }),
  async (c) => {
    const result = await reportFunnelEvent(c.get("ctx"), c.req.valid("json"), {
      isPrivate: asksForPrivacy(c.req.raw.headers),
      address: c.get("address"),
    });
    return result.ok ? c.json({ ok: true as const }, 202) : tooMany(c, result.reason.retryAfterSeconds);
  },
);
