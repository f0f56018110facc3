import { z } from "@hono/zod-openapi";
import { calendlySigningKey, takeDelivery } from "#app/features/booking/calendly/calendly.server.ts";
import { CalendlyDelivery } from "#app/features/booking/calendly/calendly-delivery.ts";
import { isSignedBody } from "#app/features/security/requests/signed-body.server.ts";
import { jsonIn } from "#app/lib/json-in.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { badJson, invalidInput, refusal } from "../endpoint.server.ts";
import { endpoints, publicArea } from "../endpoints.server.ts";

const open = publicArea({
  bad_signature: [401, "The signature is missing, wrong or too old."],
  bad_json: badJson,
});

/** Webhooks of Calendly. The signature is verified over the raw bytes, before anything is parsed. */
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
);
