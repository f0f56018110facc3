import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { readInboundMail } from "#app/features/mail/receiving/inbound-mail.server.ts";
import { isPostmark, readPostmark } from "#app/features/mail/receiving/postmark.server.ts";
import { readSesRequest } from "#app/features/mail/receiving/ses.server.ts";
import { isSignedBody } from "#app/features/security/requests/signed-body.server.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { recordMails } from "#app/shell/incoming-mail.server.ts";
import { badJson, notFound, refusal } from "./endpoint.server.ts";
import { endpoints, publicArea } from "./endpoints.server.ts";

const Recorded = z.object({
  kind: z.enum(["notification", "complaint", "unsubscribe", "reply", "automatic_reply", "calendar_response", "other"]),
  noted: z.number().int(),
});

const open = publicArea({
  off: (_: object, c: Context) => notFound(c),
  bad_json: badJson,
  malformed: [400, "This is not a message that is understood here."],
  bad_password: [401, "The password is missing or wrong."],
  wrong_topic: [401, "This topic is not one of MAIL_SES_TOPICS."],
  old_signature: [401, "Set the attribute SignatureVersion of the topic to 2."],
  bad_signature: [401, "Amazon did not sign this message."],
  certificate_unreachable: unreachable("certificate_unreachable"),
  not_confirmed: unreachable("not_confirmed"),
});
const recorded = {
  returns: Recorded,
  described: "Read; `noted` counts what was new. A repeated delivery changes nothing",
};

export const mailWebhookEndpoints = endpoints(
  open.post("/webhooks/mail", {
    security: [{ mailSignature: [] }],
    summary:
      "An unchanged incoming mail (RFC 5322): delivery status notification, abuse report, unsubscribe or reply. " +
      "GTMarc-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 over t.body>",
    request: { body: { content: { "message/rfc822": { schema: z.string() } } } },
    ...recorded,
    statuses: [401, 404, 413, 503],
    refusals: { bad_signature: [401, "The signature is missing, wrong or older than five minutes."] },
    command: async (ctx, _, c) => {
      const { MAIL_WEBHOOK_SECRET } = env();
      if (!MAIL_WEBHOOK_SECRET) return refuse("off");
      const raw = new Uint8Array(await c.req.arrayBuffer());
      const signed = { header: c.req.header("gtmarc-signature"), body: raw };
      if (!isSignedBody(signed, { secret: MAIL_WEBHOOK_SECRET, toleranceSeconds: 300, now: ctx.now }))
        return refuse("bad_signature");
      return ok(await recordMails(ctx, [await readInboundMail(raw)]));
    },
  }),
  open.post("/webhooks/mail/postmark", {
    security: [{ mailPassword: [] }],
    summary: "Postmark's webhooks for bounces, spam complaints, deliveries and inbound mail",
    ...recorded,
    statuses: [400, 401, 404, 413, 503],
    command: async (ctx, _, c) => {
      const { MAIL_WEBHOOK_SECRET } = env();
      if (!MAIL_WEBHOOK_SECRET) return refuse("off");
      // Before the body is read, which can be large.
      if (!isPostmark(c.req.header("authorization"), MAIL_WEBHOOK_SECRET)) return refuse("bad_password");
      const mail = await readPostmark(new Uint8Array(await c.req.arrayBuffer()));
      return mail.ok ? ok(await recordMails(ctx, [mail.value])) : mail;
    },
  }),
  open.post("/webhooks/mail/ses", {
    security: [{ snsSignature: [] }],
    summary: "Amazon SES through SNS: bounces, complaints, deliveries and received mail. Confirms its subscription",
    ...recorded,
    statuses: [400, 401, 404, 413, 503],
    command: async (ctx, _, c) => {
      // Before the body is read, which can be large.
      if (env().MAIL_SES_TOPICS.length === 0) return refuse("off");
      const body = jsonIn(await c.req.text());
      if (body === undefined) return refuse("bad_json");
      const mails = await readSesRequest(body, env().MAIL_SES_TOPICS);
      return mails.ok ? ok(await recordMails(ctx, mails.value)) : mails;
    },
  }),
);

function unreachable(code: string) {
  return (_: object, c: Context) => refusal(c, 503, code, "Amazon cannot be reached at the moment.");
}
