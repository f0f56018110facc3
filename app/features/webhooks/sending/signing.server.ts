import { createHmac, randomBytes } from "node:crypto";

/* Secrets and signatures of Standard Webhooks 1.0.0. Secrets are encrypted, so a copied database cannot sign. */

/** Creates a secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * The headers that identify and sign a message. `body` is sent as it is signed, byte for byte; `at` is the time of the attempt. Several
 * secrets, as after a rotation, give several signatures, separated by spaces.
 */
export const signedHeaders = ({
  secrets,
  messageId,
  at,
  body,
}: {
  secrets: readonly string[];
  messageId: string;
  at: Date;
  body: string;
}): Record<string, string> => ({
  "webhook-id": messageId,
  "webhook-timestamp": secondsOf(at),
  "webhook-signature": secrets.map((secret) => signature(secret, `${messageId}.${secondsOf(at)}.${body}`)).join(" "),
});

const secondsOf = (at: Date) => String(Math.floor(at.getTime() / 1000));

/** `v1,` and the HMAC in base64; the key is what the secret has after its prefix. */
function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

/** The JSON body of a message; `occurredAt` is when the event happened, not when it is sent. */
export const bodyOf = ({ type, occurredAt, data }: { type: string; occurredAt: Date; data: unknown }): string =>
  JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
