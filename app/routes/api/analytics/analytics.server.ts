import { z } from "@hono/zod-openapi";
import { companyIdOf } from "#app/features/accounts/profile/profile.server.ts";
import { AnalyticsPayload, maxPayloads } from "#app/features/analytics/collecting/payload.ts";
import { asksForPrivacy, type OwnedIds, reportFunnelEvent } from "#app/features/analytics/steps/funnel.server.ts";
import { FunnelEvent } from "#app/features/analytics/steps/funnel.ts";
import { callsAreUnreported } from "#app/features/booking/calendly/calendly.server.ts";
import { ownsBlueprint } from "#app/features/wizard/drafts.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { answers, Done, done, newEndpoints, refusal } from "../endpoint.server.ts";
import { endpoints, mounted, publicArea } from "../endpoints.server.ts";
import { answerCollected, collectPath, isCollectable } from "./collected-answer.server.ts";

const described = newEndpoints();
// The OpenAPI generator does not support `catch`; zod's own does.
const { $schema: _, ...payloadSchema } = z.toJSONSchema(AnalyticsPayload, { io: "input" });
described.openAPIRegistry.registerComponent("schemas", "AnalyticsPayload", payloadSchema as object);
const payloadReference = { $ref: "#/components/schemas/AnalyticsPayload" };
/** Declared by hand: `answerCollected` parses the body, because beacons send it as text. */
const collectedBody = {
  schema: {
    oneOf: [payloadReference, { type: "array" as const, items: payloadReference, minItems: 1, maxItems: maxPayloads }],
  },
};

const open = publicArea({});

export const analyticsEndpoints = mounted(
  described,
  endpoints(
    open.post(collectPath, {
      summary: "Report events of a page: one payload or an array; with Sec-GPC or DNT it is counted without any id",
      request: { body: { content: { "application/json": collectedBody, "text/plain": collectedBody } } },
      responses: answers(202, Done, "Accepted"),
      statuses: [400, 415, 422, 429, 503],
      command: async (ctx, _, c) => {
        if (!isCollectable(c.req.header("content-type")))
          return refusal(c, 415, "unsupported_type", "Send JSON, as application/json or text/plain.");
        const { headers } = c.req.raw;
        const answer = await answerCollected(ctx, { body: await c.req.text(), headers, address: c.get("address") });
        if (answer.status === 202) return c.json(answer.body, 202);
        if (answer.retryAfterSeconds !== undefined) c.header("retry-after", String(answer.retryAfterSeconds));
        c.set("refusalCode", answer.body.error.code);
        return c.json(answer.body, answer.status);
      },
    }),
    open.post("/functions/track-funnel-event", {
      summary: "Report a step of the funnel; with Sec-GPC or DNT it is counted without any id",
      body: FunnelEvent,
      responses: answers(202, Done, "Accepted"),
      statuses: [422, 429],
      command: async (ctx, input, c) => {
        const result = await reportFunnelEvent(ctx, input, {
          isPrivate: asksForPrivacy(c.req.raw.headers),
          address: c.get("address"),
          acceptsCalls: callsAreUnreported(),
          owned: await ownedIds(ctx, input.blueprint_id),
        });
        return result.ok ? c.json(done, 202) : result;
      },
    }),
  ),
);

async function ownedIds(ctx: Ctx, blueprintId: string | null | undefined): Promise<OwnedIds> {
  const { actor } = ctx;
  if (actor.kind !== "user") return { companyId: null, blueprintId: null };
  const isOwn = blueprintId ? await ownsBlueprint({ ...ctx, actor }, blueprintId) : false;
  return { companyId: await companyIdOf(ctx, actor.userId), blueprintId: isOwn ? blueprintId! : null };
}
