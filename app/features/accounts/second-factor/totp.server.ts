import { HOTP, Secret } from "otpauth";
import { firmName } from "#app/lib/firm.ts";
import { isSameText } from "#app/platform/secrets/hashes.server.ts";

/** Time-based one-time codes (RFC 6238: SHA-1, six digits, 30 s). Secrets are Base32 text, as apps display them. */
const stepSeconds = 30;

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** 32 Base32 characters: 160 bits, the length that RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Capitals without spaces, dashes and padding; null if it is not Base32 or has fewer than 80 bits. */
export function normalizeTotpSecret(text: string): string | null {
  const tidy = text.replace(/[\s=-]/g, "").toUpperCase();
  return /^[A-Z2-7]{16,128}$/.test(tidy) ? tidy : null;
}

/**
 * The content of the QR code: `otpauth://totp/GTMarc:dana%40acme.example?secret=…&issuer=GTMarc&digits=6&period=30`.
 */
export function totpUri(secret: string, email: string): string {
  const issuer = encodeURIComponent(firmName());
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=6&period=${stepSeconds}`;
}

export const codeOf = (secret: string, step: number): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: step });

/**
 * Returns the step among `step - 1`, `step` and `step + 1` with this code, or null. One step of drift is allowed (spec:
 * one-time-codes); all three are computed and compared in constant time.
 */
export const matchingStep = (secret: string, code: string, step: number): number | null =>
  [step - 1, step, step + 1].filter((candidate) => isSameText(codeOf(secret, candidate), code)).at(-1) ?? null;
