import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "./env.server.ts";

/** A random token of 256 bits, safe in URLs. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** The stored form of a token. Unkeyed: links that were sent keep working when SECRET is replaced. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/**
 * HMAC-SHA256 with SECRET: no one else can make or check it. `purpose` keeps the hash of one use from counting for another. A
 * MAC that goes into an address that mail servers may change to lower case is `hex`.
 */
export const keyedHash = (
  purpose: string,
  content: string | Uint8Array,
  { encoding = "base64url", secret = env().SECRET }: { encoding?: "base64url" | "hex"; secret?: string } = {},
): string => createHmac("sha256", secret).update(`${purpose}:`).update(content).digest(encoding);

/** Whether two texts are equal, in a time that depends only on their lengths. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Whether the header `t=<unix seconds>,v1=<hex>` signs `body`: HMAC-SHA256 over `<t>.<body>`, at most `toleranceSeconds` old or
 * early, so that a recorded request cannot be repeated later. One of several `v1` is enough (a key that is being changed).
 *
 * `standardwebhooks` and Stripe's library decode a body as UTF-8 before they hash it and take the time from the system; mail arrives
 * in any encoding.
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
