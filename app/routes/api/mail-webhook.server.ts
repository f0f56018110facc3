import { createRoute, z } from "@hono/zod-openapi";
import { recordComplaint, recordNotification } from "#app/features/mail/bounces.server.ts";
import { readInboundMail } from "#app/features/mail/inbound-mail.server.ts";
import { isSigned } from "#app/features/mail/webhook-signature.server.ts";
import { leaveNewsletter } from "#app/features/newsletter/leaving.server.ts";
import { never } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { answers, newEndpoints, notFound, refusal, refusals } from "./endpoint.server.ts";

/** Mail that came back: bounces, complaints, and mail programs that unsubscribe by mail. */
export const mailWebhookEndpoints = newEndpoints().openapi(
  createRoute({
    method: "post",
    path: "/webhooks/mail",
    security: [{ mailSignature: [] }],
    summary:
      "A returned mail as it arrived (RFC 5322): delivery status notification, abuse report, or unsubscribe. " +
      "GTMarc-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 over t.body>",
    request: { body: { content: { "message/rfc822": { schema: z.string() } } } },
    responses: {
      ...answers(
        200,
        z.object({ kind: z.enum(["notification", "complaint", "unsubscribe", "other"]), noted: z.number().int() }),
        "Read; `noted` says how many things were new. A repeat notes nothing",
      ),
      ...refusals(401, 404, 413),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const { MAIL_WEBHOOK_SECRET } = env();
    if (!MAIL_WEBHOOK_SECRET) return notFound(c);
    const raw = new Uint8Array(await c.req.arrayBuffer());
    if (!isSigned(raw, c.req.header("gtmarc-signature"), MAIL_WEBHOOK_SECRET, ctx.now))
      return refusal(c, 401, "bad_signature", "The signature is missing, wrong or older than five minutes.");
    const mail = await readInboundMail(raw);
    switch (mail.kind) {
      case "notification":
        return c.json({ kind: mail.kind, ...(await recordNotification(ctx, mail)) }, 200);
      case "complaint":
        return c.json({ kind: mail.kind, ...(await recordComplaint(ctx, mail.messageIds)) }, 200);
      case "unsubscribe": {
        const left = await leaveNewsletter(ctx, { token: mail.token, by: "mail" });
        return c.json({ kind: mail.kind, noted: left.ok && !left.value.hadLeft ? 1 : 0 }, 200);
      }
      case "other":
        return c.json({ kind: mail.kind, noted: 0 }, 200);
      default:
        return never(mail);
    }
  },
);
