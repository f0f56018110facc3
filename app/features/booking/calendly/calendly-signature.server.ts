import { createHmac, timingSafeEqual } from "node:crypto";

/** A signature older (or newer) than this is a replay, or a clock that cannot be trusted. */
const toleranceSeconds = 180;

/**
 * Whether Calendly signed this body within the last three minutes: `Calendly-Webhook-Signature: t=<unix>,v1=<hex>`, the hex being
 * HMAC-SHA256 over `<t>.<body>` with the subscription's key. Of several v1 (a key that is being changed) one is enough.
 */
export function isSignedByCalendly(
  { header, body }: { header: string | undefined; body: string },
  key: string | undefined,
  now: Date,
): boolean {
  if (!key || !header || header.length > 1000) return false;
  const parts = header.split(",").map((part) => part.trim().split("=", 2) as [string, string?]);
  const stamp = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(stamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(stamp)) > toleranceSeconds) return false;
  const expected = createHmac("sha256", key).update(`${stamp}.${body}`).digest();
  return parts.some(([name, hex = ""]) => {
    const given = name === "v1" && /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, "hex") : null;
    return given !== null && timingSafeEqual(given, expected);
  });
}
