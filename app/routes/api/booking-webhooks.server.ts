import { createRoute, z } from "@hono/zod-openapi";
import { calendlySigningKey, takeDelivery } from "#app/features/booking/calendly/calendly.server.ts";
import { CalendlyDelivery } from "#app/features/booking/calendly/calendly-delivery.ts";
import { isSignedBody } from "#app/features/security/requests/signed-body.server.ts";
import { answers, invalidInput, newEndpoints, refusal, refusals } from "./endpoint.server.ts";

/** Webhooks of Calendly. The signature is verified over the raw bytes, before anything is parsed. */
export const bookingWebhooksEndpoints = newEndpoints().openapi(
  createRoute({
    method: "post",
    path: "/webhooks/calendly",
    security: [{ calendlySignature: [] }],
    summary: "Calendly's webhook; signed and idempotent",
    responses: { ...answers(200, z.object({ received: z.literal(true) })), ...refusals(400, 401) },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const body = await c.req.text();
    const signed = { header: c.req.header("calendly-webhook-signature"), body };
    const secret = calendlySigningKey();
    if (!secret || !isSignedBody(signed, { secret, toleranceSeconds: 180, now: ctx.now }))
      return refusal(c, 401, "bad_signature", "The signature is missing, wrong or too old.");
    const json = parsed(body);
    if (json === undefined) return refusal(c, 400, "bad_json", "The body is not readable JSON.");
    const delivery = CalendlyDelivery.safeParse(json);
    if (!delivery.success)
      return refusal(c, 400, "malformed", "The message is signed, but it is not one of Calendly's.", {
        fields: invalidInput(delivery.error).error.fields ?? {},
      });
    await takeDelivery(ctx, delivery.data);
    return c.json({ received: true as const }, 200);
  },
);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
