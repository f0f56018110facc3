import { z } from "@hono/zod-openapi";
import {
  takeGoogleNotification,
  takeGraphNotifications,
} from "#app/features/booking/calendars/push/notifications.server.ts";
import { calendlySigningKey, takeDelivery } from "#app/features/booking/calendly/calendly.server.ts";
import { CalendlyDelivery } from "#app/features/booking/calendly/calendly-delivery.ts";
import { isSignedBody } from "#app/features/security/requests/signed-body.server.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { badJson, invalidInput, refusal } from "../endpoint.server.ts";
import { endpoints, publicArea } from "../endpoints.server.ts";

const open = publicArea({
  bad_signature: [401, "The signature is missing, wrong or too old."],
  bad_json: badJson,
});

/** Webhooks of Calendly: the signature is verified over the raw bytes, before anything is parsed. And of connected calendars. */
export const bookingWebhooksEndpoints = endpoints(
  open.post("/webhooks/calendly", {
    security: [{ calendlySignature: [] }],
    summary: "Calendly's webhook; signed and idempotent",
    returns: z.object({ received: z.literal(true) }),
    statuses: [400, 401],
    command: async (ctx, _, c) => {
      const body = await c.req.text();
      const signed = { header: c.req.header("calendly-webhook-signature"), body };
      const secret = calendlySigningKey();
      if (!secret || !isSignedBody(signed, { secret, toleranceSeconds: 180, now: ctx.now }))
        return refuse("bad_signature");
      const json = jsonIn(body);
      if (json === undefined) return refuse("bad_json");
      const delivery = CalendlyDelivery.safeParse(json);
      if (!delivery.success)
        return refusal(c, 400, "malformed", "The message is signed, but it is not one of Calendly's.", {
          fields: invalidInput(delivery.error).error.fields ?? {},
        });
      await takeDelivery(ctx, delivery.data);
      return ok({ received: true as const });
    },
  }),
  open.post("/webhooks/calendars/google", {
    security: [{ googleChannelToken: [] }],
    summary: "Google's notification that a connected calendar changed, which is then read",
    empties: "Noted",
    statuses: [404],
    command: (ctx, _, c) => takeGoogleNotification(ctx, (name) => c.req.header(name)),
  }),
  open.post("/webhooks/calendars/microsoft", {
    security: [{ graphClientState: [] }],
    summary: "Microsoft Graph's notifications that connected calendars changed, which are then read",
    query: z.object({ validationToken: z.string().max(1000).optional() }),
    responses: {
      200: { description: "The validation token", content: { "text/plain": { schema: z.string() } } },
      202: { description: "Taken; notifications without the secret of a channel are ignored" },
    },
    statuses: [422],
    command: async (ctx, { validationToken }, c) => {
      if (validationToken !== undefined) return c.text(validationToken);
      await takeGraphNotifications(ctx, jsonIn(await c.req.text()));
      return c.body(null, 202);
    },
  }),
);
