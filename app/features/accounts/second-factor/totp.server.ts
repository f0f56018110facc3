import { randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createHMAC } from "@better-auth/utils/hmac";
import { createOTP } from "@better-auth/utils/otp";

/** Time-based one-time codes (RFC 6238: SHA-1, six digits, 30 s). Secrets are Base32 text, as apps display them. */
const stepSeconds = 30;
const issuer = "GTMarc";

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** 32 Base32 characters: 160 bits, the length that RFC 4226 recommends. */
export const newTotpSecret = (): string => base32.encode(new Uint8Array(randomBytes(20)), { padding: false });

/** Capitals without spaces, dashes and padding; null if it is not Base32 or has fewer than 80 bits. */
export function normalizeTotpSecret(text: string): string | null {
  const tidy = text.replace(/[\s=-]/g, "").toUpperCase();
  return /^[A-Z2-7]{16,128}$/.test(tidy) ? tidy : null;
}

/**
 * The content of the QR code: `otpauth://totp/GTMarc:dana%40acme.example?secret=…&issuer=GTMarc&digits=6&period=30`.
 */
export const totpUri = (secret: string, email: string): string =>
  `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=6&period=${stepSeconds}`;

export async function codeOf(secret: string, step: number): Promise<string> {
  const key = await createHMAC("SHA-1").importKey(base32.decode(secret), "sign");
  // The library passes the secret to HMAC, which also accepts a key. Its type allows only text, which cannot represent
  // every secret's bytes. The RFC 6238 vectors in the test cover this.
  return createOTP(key as unknown as string, { digits: 6, period: stepSeconds }).hotp(step);
}

/**
 * Returns the step among `step - 1`, `step` and `step + 1` with this code, or null. One step of drift is allowed (spec:
 * one-time-codes); all three are computed and compared in constant time.
 */
export async function matchingStep(secret: string, code: string, step: number): Promise<number | null> {
  let found: number | null = null;
  for (const candidate of [step - 1, step, step + 1]) {
    if (equalDigits(await codeOf(secret, candidate), code)) found = candidate;
  }
  return found;
}

function equalDigits(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let at = 0; at < expected.length; at++) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
