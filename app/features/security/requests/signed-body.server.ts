import { createHmac } from "node:crypto";
import { isSameText } from "#app/platform/secrets/hashes.server.ts";

/**
 * Whether the header `t=<unix seconds>,v1=<hex>` signs `body`: HMAC-SHA256 over `<t>.<body>`, at most
 * `toleranceSeconds` old or early, to prevent replays. One of several `v1` is enough (key rotation).
 *
 * Own code because `standardwebhooks` and Stripe's library decode a body as UTF-8 before hashing and read the system
 * time, while mail arrives in any encoding.
 */
export function isSignedBody(
  { header, body }: { header: string | undefined; body: string | Uint8Array },
  { secret, toleranceSeconds, now }: { secret: string; toleranceSeconds: number; now: Date },
): boolean {
  if (!header || header.length > 1000) return false;
  const parts = header.split(",").map((part) => part.trim().split("=", 2) as [string, string?]);
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
  return parts.some(([name, hex = ""]) => name === "v1" && isSameText(hex.toLowerCase(), expected));
}
