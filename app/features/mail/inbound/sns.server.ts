import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { fetchOutside } from "#app/platform/outside/outside-fetch.server.ts";

/*
 * Messages of Amazon SNS, which contain those of SES. Anyone can post one here, so it counts only if the operator configured
 * its topic and Amazon signed it. Amazon's certificate and the confirmation of a subscription must be fetched: their URLs are
 * built here from the region of that topic and from checked parts of the message, never taken from it.
 */

export type SnsRefusal = Refusal<
  "malformed" | "wrong_topic" | "old_signature" | "bad_signature" | "certificate_unreachable" | "not_confirmed"
>;

/** Fetches a text from an https URL; tests use a fake Amazon. */
export type Fetch = (url: string) => Promise<Result<string, Refusal<string>>>;

const limits = { maxBytes: 64 * 1024, timeoutMs: 8000, accept: "*/*", userAgent: "GTMarc mail reports" };
const fetchFromAmazon: Fetch = (url) => fetchOutside(url, limits);

const line = (max: number) => z.string().max(max);
const SnsMessage = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: line(200),
  TopicArn: line(400),
  Subject: line(1000).nullish(),
  Message: z.string(),
  Timestamp: line(100),
  Token: line(2000).nullish(),
  SubscribeURL: line(4000).nullish(),
  SignatureVersion: line(10),
  Signature: line(2000),
  SigningCertURL: line(500),
});
type SnsMessage = z.infer<typeof SnsMessage>;

/** Returns the text of a notification after checking its topic and signature; null for messages about the subscription. */
export async function readSns(
  body: unknown,
  topics: readonly string[],
  fetch: Fetch = fetchFromAmazon,
): Promise<Result<{ text: string | null }, SnsRefusal>> {
  const parsed = SnsMessage.safeParse(body);
  if (!parsed.success) return refuse("malformed");
  const message = parsed.data;
  const host = topics.includes(message.TopicArn) && hostOf(message.TopicArn);
  if (!host) return refuse("wrong_topic");
  if (message.SignatureVersion !== "2") return refuse("old_signature");
  const key = await signingKey(message.SigningCertURL, host, fetch);
  if (!key.ok) return key;
  const isSigned = verify(
    "sha256",
    Buffer.from(signedText(message)),
    key.value,
    Buffer.from(message.Signature, "base64"),
  );
  if (!isSigned) return refuse("bad_signature");
  if (message.Type === "Notification") return ok({ text: message.Message });
  if (message.Type === "SubscriptionConfirmation") {
    const confirmation = new URLSearchParams({
      Action: "ConfirmSubscription",
      TopicArn: message.TopicArn,
      Token: message.Token ?? "",
    });
    const confirmed = await fetch(`https://${host}/?${confirmation}`);
    if (!confirmed.ok) return refuse("not_confirmed");
  }
  return ok({ text: null });
}

function hostOf(topic: string): string | undefined {
  const [, partition, region] = /^arn:([a-z-]+):sns:([a-z]{2}(?:-[a-z]+)+-\d):/.exec(topic) ?? [];
  return region && `sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
}

/** Certificates by URL; Amazon changes them about once a year. */
const known = new Map<string, KeyObject>();
const maxKnown = 8;

async function signingKey(given: string, host: string, fetch: Fetch): Promise<Result<KeyObject, SnsRefusal>> {
  const file = /\/(SimpleNotificationService-[0-9a-f]{16,64}\.pem)$/.exec(given)?.[1];
  if (!file || given !== `https://${host}/${file}`) return refuse("bad_signature");
  const found = known.get(given);
  if (found) return ok(found);
  const pem = await fetch(given);
  if (!pem.ok) return refuse("certificate_unreachable");
  try {
    const key = createPublicKey(pem.value);
    if (known.size >= maxKnown) known.delete(known.keys().next().value!);
    known.set(given, key);
    return ok(key);
  } catch {
    return refuse("bad_signature");
  }
}

/** The fields that Amazon signs, in this order, with name and value on a line each. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : (["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const);
  return names.flatMap((name) => (message[name] == null ? [] : [`${name}\n${message[name]}\n`])).join("");
}
