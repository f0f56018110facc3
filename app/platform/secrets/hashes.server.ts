import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/** A random token of 256 bits, safe in URLs. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** The stored form of a token. Unkeyed, so that links keep working after SECRET is replaced. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/**
 * HMAC-SHA256 with SECRET, which no one else can create or verify. `purpose` separates the hashes of different uses.
 * Use `hex` for a MAC in an address, because mail servers may change it to lower case.
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
