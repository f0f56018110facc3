import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { listAdmins } from "#app/features/accounts/profile/people.server.ts";
import { recordComplaint, recordNotification } from "#app/features/mail/receiving/bounces.server.ts";
import { type InboundMail, readInboundMail } from "#app/features/mail/receiving/inbound-mail.server.ts";
import { isPostmark, readPostmark } from "#app/features/mail/receiving/postmark.server.ts";
import { recordReply } from "#app/features/mail/receiving/replies.server.ts";
import { readSesRequest } from "#app/features/mail/receiving/ses.server.ts";
import { recordUnreadable } from "#app/features/mail/receiving/unread-reports.server.ts";
import { unsubscribeNewsletter } from "#app/features/newsletter/subscribers/leaving.server.ts";
import { isSignedBody } from "#app/features/security/requests/signed-body.server.ts";
import { isOutreachToken } from "#app/features/sequences/enrollments/leave-link.server.ts";
import { leaveOutreach } from "#app/features/sequences/enrollments/leaving.server.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { refuse } from "#app/lib/refusal.ts";
import { never, ok } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { badJson, notFound, refusal } from "./endpoint.server.ts";
import { endpoints, publicArea } from "./endpoints.server.ts";

const Recorded = z.object({
  kind: z.enum(["notification", "complaint", "unsubscribe", "reply", "automatic_reply", "calendar_response", "other"]),
  noted: z.number().int(),
});
type Recorded = z.infer<typeof Recorded>;

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
      return ok(await record(ctx, await readInboundMail(raw)));
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
      return mail.ok ? ok(await record(ctx, mail.value)) : mail;
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
      return mails.ok ? ok(await recordAll(ctx, mails.value)) : mails;
    },
  }),
);

function unreachable(code: string) {
  return (_: object, c: Context) =>
    refusal(c, 503, code, "Amazon cannot be reached at the moment.", { retryAfterSeconds: 60 });
}

async function record(ctx: Ctx, mail: InboundMail): Promise<Recorded> {
  switch (mail.kind) {
    case "notification":
      return { kind: mail.kind, ...(await recordNotification(ctx, mail)) };
    case "complaint":
      return { kind: mail.kind, ...(await recordComplaint(ctx, mail)) };
    case "unsubscribe":
      return { kind: mail.kind, noted: await unsubscribeByMail(ctx, mail.token) };
    case "reply": {
      const admins = new Set((await listAdmins(ctx)).map(({ email }) => email.toLowerCase()));
      const { kind, noted } = await recordReply(ctx, mail.reply, admins);
      if (kind === null || kind === "colleague") return { kind: "other", noted };
      if (kind === "reply") return { kind, noted };
      return { kind: kind === "calendar" ? "calendar_response" : "automatic_reply", noted };
    }
    case "unreadable":
      if (mail.original) await recordUnreadable(ctx, mail.original);
      return { kind: "other", noted: 0 };
    case "other":
      return { kind: "other", noted: 0 };
    default:
      return never(mail);
  }
}

async function recordAll(ctx: Ctx, mails: readonly InboundMail[]): Promise<Recorded> {
  const all: Recorded = { kind: "other", noted: 0 };
  for (const mail of mails) {
    const { kind, noted } = await record(ctx, mail);
    all.kind = kind;
    all.noted += noted;
  }
  return all;
}

async function unsubscribeByMail(ctx: Ctx, token: string): Promise<number> {
  if (isOutreachToken(token)) return (await leaveOutreach(ctx, { token, by: "mail" })).ok ? 1 : 0;
  const left = await unsubscribeNewsletter(ctx, { token, by: "mail" });
  return left.ok && !left.value.hadLeft ? 1 : 0;
}
