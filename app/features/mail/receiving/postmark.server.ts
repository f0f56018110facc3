import type { Refusal } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { hashToken, isSameText } from "#app/platform/secrets/hashes.server.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { readPostmarkBody } from "../inbound/read-postmark.ts";
import { type InboundMail, orEnded, proven, unread } from "./inbound-mail.server.ts";

/*
 * Webhook requests of Postmark: bounces, spam complaints and deliveries of mails that it sent, and mails that it
 * received. Postmark does not sign its requests; it sends the user and password of the webhook's URL. Mails are found
 * by the metadata that the mailer adds for Postmark (platform/mail/provider-headers.ts).
 */

/** Whether an Authorization header has MAIL_WEBHOOK_SECRET as its password; ignores the user name. */
export function isPostmark(header: string | undefined, secret: string): boolean {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(header ?? "")?.[1];
  const given = encoded && /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8"))?.[1];
  return given !== undefined && given !== "" && isSameText(hashToken(given), hashToken(secret));
}

export const readPostmarkTask = defineThreadTask({
  name: "mail.read-postmark",
  lane: "mail",
  run: async ({ file }: { file: Uint8Array }) => readPostmarkBody(new TextDecoder().decode(file)),
});

/** Reads the body of a request. Refusals: bad_json, malformed. Throws GateCrowded and ThreadsClosed. */
export async function readPostmark(body: Uint8Array): Promise<Result<InboundMail, Refusal<"bad_json" | "malformed">>> {
  const read = await orEnded(runInThread(readPostmarkTask, { file: body }));
  if (!read) return ok(unread(body));
  if (!read.ok) return read;
  return ok("report" in read.value ? read.value.report : proven(read.value.mail, read.value.original));
}
