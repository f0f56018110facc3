import { createHmac, randomBytes } from "node:crypto";

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
  "webhook-timestamp": secondsOf(at),
  "webhook-signature": secrets.map((secret) => signature(secret, `${messageId}.${secondsOf(at)}.${body}`)).join(" "),
});

const secondsOf = (at: Date) => String(Math.floor(at.getTime() / 1000));

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

export const bodyOf = ({ type, occurredAt, data }: { type: string; occurredAt: Date; data: unknown }): string =>
  JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
