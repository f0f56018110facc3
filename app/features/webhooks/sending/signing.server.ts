import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/* Secrets and signatures of Standard Webhooks 1.0.0. Secrets are encrypted, so a copied database cannot sign. */

/** Creates a secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** The headers that identify and sign a message. Several secrets give several signatures, separated by spaces. */
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
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(" "),
});

export const bodyOf = ({ type, occurredAt, data }: { type: string; occurredAt: Date; data: unknown }): string =>
  JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
