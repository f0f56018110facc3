import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  readSecret,
  resumeEndpoint,
  rotateSecret,
} from "#app/features/webhooks/endpoint-commands.server.ts";
import { replayDelivery, replayRange, sendTest } from "#app/features/webhooks/replaying.server.ts";
import { EndpointInput, webhookRefusalText } from "#app/features/webhooks/webhooks.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Done,
  done,
  freshCodeFirst,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  seenVersion,
} from "./endpoint.server.ts";

const ofEndpoint = z.object({ endpointId: recordId() });
const ofDelivery = z.object({ deliveryId: recordId() });
const Seen = z.object({ version: z.int() });
const Changed = z.object({ version: z.int() });
const Secret = z.object({ secret: z.string() });
const Queued = z.object({ deliveryId: z.string() });
const refused = refusals(401, 403, 404, 409, 422);

export const webhooksAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/webhooks",
      summary: "Add a webhook endpoint; its secret is in this response. Needs a fresh code",
      middleware: adminOnly,
      request: { body: jsonBody(EndpointInput) },
      responses: { ...answers(201, Secret.extend({ id: z.string() })), ...refused },
    }),
    async (c) => answer(c, await addEndpoint(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/webhooks/{endpointId}",
      summary: "Change a webhook endpoint. Another address or other headers need a fresh code",
      middleware: adminOnly,
      request: { params: ofEndpoint, body: jsonBody(EndpointInput.extend({ version: z.int() })) },
      responses: { ...answers(200, Changed), ...refused },
    }),
    async (c) =>
      answer(c, await changeEndpoint(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/webhooks/{endpointId}",
      summary: "Delete a webhook endpoint with its deliveries",
      middleware: adminOnly,
      request: { params: ofEndpoint, query: seenVersion },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(c, await deleteEndpoint(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") }), () =>
        c.json(done, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/webhooks/{endpointId}/pause",
      summary: "Stop sending to an endpoint; events wait",
      middleware: adminOnly,
      request: { params: ofEndpoint, body: jsonBody(Seen) },
      responses: { ...answers(200, Changed), ...refused },
    }),
    async (c) =>
      answer(c, await pauseEndpoint(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/webhooks/{endpointId}/resume",
      summary: "Resume deliveries to a paused or disabled endpoint",
      middleware: adminOnly,
      request: { params: ofEndpoint, body: jsonBody(Seen) },
      responses: { ...answers(200, Changed), ...refused },
    }),
    async (c) =>
      answer(c, await resumeEndpoint(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/webhooks/{endpointId}/secret",
      summary: "Replace the secret; the old one signs as well for a day. Needs a fresh code",
      middleware: adminOnly,
      request: { params: ofEndpoint, body: jsonBody(Seen) },
      responses: { ...answers(201, Secret.extend({ previousUntil: z.iso.datetime(), version: z.int() })), ...refused },
    }),
    async (c) =>
      answer(c, await rotateSecret(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json({ ...value, previousUntil: value.previousUntil.toISOString() }, 201),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/webhooks/{endpointId}/secret-view",
      summary: "Show the secret; recorded in the audit log. Needs a fresh code",
      middleware: adminOnly,
      request: { params: ofEndpoint },
      responses: { ...answers(200, Secret), ...refused },
    }),
    async (c) => answer(c, await readSecret(c.get("ctx"), c.req.valid("param")), (value) => c.json(value, 200)),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/webhooks/{endpointId}/test",
      summary: "Send a sample of an event",
      middleware: adminOnly,
      request: {
        params: ofEndpoint,
        body: jsonBody(z.object({ event: text({ max: 100, required: "Choose an event." }) })),
      },
      responses: { ...answers(201, Queued), ...refused },
    }),
    async (c) =>
      answer(c, await sendTest(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 201),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/webhooks/{endpointId}/replay",
      summary: "Send the events of a period again, as new deliveries: all, or those that failed",
      middleware: adminOnly,
      request: {
        params: ofEndpoint,
        body: jsonBody(
          z.object({
            since: z.iso.datetime(),
            until: z.iso.datetime().nullable().default(null),
            only: z.enum(["all", "failed"]).default("failed"),
          }),
        ),
      },
      responses: { ...answers(201, z.object({ queued: z.int() })), ...refused },
    }),
    async (c) => {
      const { since, until, only } = c.req.valid("json");
      const period = { since: new Date(since), until: until ? new Date(until) : null, only };
      return answer(c, await replayRange(c.get("ctx"), { ...c.req.valid("param"), ...period }), (value) =>
        c.json(value, 201),
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/webhook-deliveries/{deliveryId}/replay",
      summary: "Send the event of a delivery again, as a new delivery",
      middleware: adminOnly,
      request: { params: ofDelivery },
      responses: { ...answers(201, Queued), ...refused },
    }),
    async (c) => answer(c, await replayDelivery(c.get("ctx"), c.req.valid("param")), (value) => c.json(value, 201)),
  );

type WebhookRefusal = Refusal<"not_admin" | "fresh_code_required" | "not_found" | keyof typeof webhookRefusalText>;

function answer<Value, Answer>(c: Context, result: Result<Value, WebhookRefusal>, json: (value: Value) => Answer) {
  if (result.ok) return json(result.value);
  const { kind } = result.reason;
  switch (kind) {
    case "not_admin":
      return adminFirst(c);
    case "fresh_code_required":
      return freshCodeFirst(c);
    case "not_found":
      return notFound(c);
    case "stale":
    case "too_many_endpoints":
    case "not_active":
    case "forgotten":
      return refusal(c, 409, kind, webhookRefusalText[kind]);
    case "too_many_events":
      return refusal(c, 422, kind, webhookRefusalText[kind]);
    case "unknown_event":
      return refusal(c, 422, kind, webhookRefusalText[kind], { fields: { events: webhookRefusalText[kind] } });
    case "bad_header":
      return refusal(c, 422, kind, webhookRefusalText[kind], { fields: { headers: webhookRefusalText[kind] } });
    case "not_https":
    case "has_credentials":
    case "bad_port":
    case "unknown_name":
    case "not_public":
    case "timed_out":
      return refusal(c, 422, kind, webhookRefusalText[kind], { fields: { url: webhookRefusalText[kind] } });
    default:
      return never(kind);
  }
}
