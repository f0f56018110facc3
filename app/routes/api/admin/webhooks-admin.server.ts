import { z } from "@hono/zod-openapi";
import { replayDelivery, replayRange, sendTest } from "#app/features/webhooks/deliveries/replaying.server.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  readSecret,
  resumeEndpoint,
  rotateSecret,
} from "#app/features/webhooks/endpoints/endpoint-commands.server.ts";
import { EndpointInput, webhookRefusalText } from "#app/features/webhooks/webhooks.ts";
import { text } from "#app/lib/text.ts";
import { seenVersion } from "../endpoint.server.ts";
import { adminArea, endpoints, inField } from "../endpoints.server.ts";

const Seen = z.object({ version: z.int() });
const Changed = z.object({ version: z.int() });
const Secret = z.object({ secret: z.string() });
const Queued = z.object({ deliveryId: z.string() });

const admin = adminArea(
  "webhooks",
  {
    ...webhookRefusalText,
    too_many_events: [422, webhookRefusalText.too_many_events],
    ...inField("events", webhookRefusalText, "unknown_event"),
    ...inField("headers", webhookRefusalText, "bad_header"),
    ...inField("url", webhookRefusalText, "not_https", "has_credentials", "bad_port", "unknown_name", "not_public"),
    ...inField("url", webhookRefusalText, "timed_out"),
  },
  [404, 409, 422],
);

export const webhooksAdminEndpoints = endpoints(
  admin.post("/admin/webhooks", {
    summary: "Add a webhook endpoint; its secret is in this response. Needs a fresh code",
    body: EndpointInput,
    creates: Secret.extend({ id: z.string() }),
    command: (ctx, input) => addEndpoint(ctx, input),
  }),
  admin.put("/admin/webhooks/{endpointId}", {
    summary: "Change a webhook endpoint. Another address or other headers need a fresh code",
    body: EndpointInput.extend({ version: z.int() }),
    returns: Changed,
    command: (ctx, input) => changeEndpoint(ctx, input),
  }),
  admin.delete("/admin/webhooks/{endpointId}", {
    summary: "Delete a webhook endpoint with its deliveries",
    query: seenVersion,
    command: deleteEndpoint,
  }),
  admin.post("/admin/webhooks/{endpointId}/pause", {
    summary: "Stop sending to an endpoint; events wait",
    body: Seen,
    returns: Changed,
    command: pauseEndpoint,
  }),
  admin.post("/admin/webhooks/{endpointId}/resume", {
    summary: "Resume deliveries to a paused or disabled endpoint",
    body: Seen,
    returns: Changed,
    command: resumeEndpoint,
  }),
  admin.post("/admin/webhooks/{endpointId}/secret", {
    summary: "Replace the secret; the old one signs as well for a day. Needs a fresh code",
    body: Seen,
    creates: Secret.extend({ previousUntil: z.iso.datetime(), version: z.int() }),
    command: rotateSecret,
  }),
  admin.post("/admin/webhooks/{endpointId}/secret-view", {
    summary: "Show the secret; recorded in the audit log. Needs a fresh code",
    returns: Secret,
    command: readSecret,
  }),
  admin.post("/admin/webhooks/{endpointId}/test", {
    summary: "Send a sample of an event",
    body: z.object({ event: text({ max: 100, required: "Choose an event." }) }),
    creates: Queued,
    command: sendTest,
  }),
  admin.post("/admin/webhooks/{endpointId}/replay", {
    summary: "Send the events of a period again, as new deliveries: all, or those that failed",
    body: z.object({
      since: z.iso.datetime(),
      until: z.iso.datetime().nullable().default(null),
      only: z.enum(["all", "failed"]).default("failed"),
    }),
    creates: z.object({ queued: z.int() }),
    command: (ctx, { since, until, ...input }) =>
      replayRange(ctx, { ...input, since: new Date(since), until: until ? new Date(until) : null }),
  }),
  admin.post("/admin/webhook-deliveries/{deliveryId}/replay", {
    summary: "Send the event of a delivery again, as a new delivery",
    creates: Queued,
    command: replayDelivery,
  }),
);
