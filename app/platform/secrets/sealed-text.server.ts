import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { bytesToHex, hexToBytes, managedNonce } from "@noble/ciphers/utils.js";
import { env } from "#app/platform/env.server.ts";

/*
 * Secrets at rest, so that a copied database reveals none. Two formats, both with a key derived from SECRET:
 *
 * - values of settings: `v1.` and AES-256-GCM. The setting's name is authenticated with the value, so that a copied database cannot be
 *   made to send one secret to the service of another;
 * - second factors and secrets of webhooks: hex of XChaCha20-Poly1305, as the accounts library of earlier releases wrote them.
 *
 * After a change of SECRET `gtmarc secret reseal` encrypts them again (server/process/resealing.ts).
 */

/** Encrypts with SECRET. The same text gives another result each time. */
export const sealText = (text: string, secret: string = env().SECRET): string =>
  bytesToHex(cipherOf(secret).encrypt(new TextEncoder().encode(text)));

/** Thrown by `openSealed`; its message is for the user who needs the secret. */
export class UnreadableSecret extends Error {
  constructor() {
    super(
      "This secret was encrypted with another SECRET. Set it up again, or ask the operator to run `secret reseal` with the former one.",
    );
  }
}

/** Throws UnreadableSecret if it was sealed with another SECRET or changed since. */
export function openSealed(sealed: string, secret?: string): string {
  const text = findSealed(sealed, secret);
  if (text === null) throw new UnreadableSecret();
  return text;
}

/** Like `openSealed`; null instead of an error. */
export function findSealed(sealed: string, secret: string = env().SECRET): string | null {
  try {
    return new TextDecoder().decode(cipherOf(secret).decrypt(hexToBytes(sealed)));
  } catch {
    return null;
  }
}

const cipherOf = (secret: string) => managedNonce(xchacha20poly1305)(createHash("sha256").update(secret).digest());

const ivLength = 12;
const tagLength = 16;
const format = "v1.";

let derived: { secret: string; key: Buffer } | undefined;

function keyOf(secret: string): Buffer {
  if (derived?.secret !== secret)
    derived = { secret, key: Buffer.from(hkdfSync("sha256", secret, "", "gtmarc settings", 32)) };
  return derived.key;
}

/** Encrypts the value of a setting. */
export function encryptValue(name: string, value: string, secret: string = env().SECRET): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv).setAAD(Buffer.from(name));
  const content = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
  return format + Buffer.concat([iv, cipher.getAuthTag(), content]).toString("base64url");
}

/** Null if it was encrypted with another SECRET or for another setting. */
export function decryptValue(name: string, encrypted: string, secret: string = env().SECRET): string | null {
  if (!encrypted.startsWith(format)) return null;
  const bytes = Buffer.from(encrypted.slice(format.length), "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, ivLength))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
