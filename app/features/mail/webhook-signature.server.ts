import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Proof that the sender of a returned mail knows MAIL_WEBHOOK_SECRET: the header `t=<unix seconds>,v1=<hex>`, where the hex is
 * HMAC-SHA256 over `<t>.<raw body>`. More than five minutes of difference is refused, which stops replays (docs/operations.md
 * shows a script for a mail server).
 */
export function isSigned(raw: Uint8Array, header: string | undefined, secret: string, now: Date): boolean {
  const [, time, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (!time || !given || Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false;
  return timingSafeEqual(Buffer.from(given, "hex"), signatureOf(raw, time, secret));
}

const toleranceSeconds = 300;

const signatureOf = (raw: Uint8Array, time: string, secret: string) =>
  createHmac("sha256", secret).update(`${time}.`).update(raw).digest();
