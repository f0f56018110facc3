import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/*
 * Secrets at rest: AES-256-GCM with a key derived from SECRET. The setting's name is authenticated with the value, so that a copied
 * database cannot be made to send one secret to the service of another.
 */

const ivLength = 12;
const tagLength = 16;
const format = "v1.";

let derived: { secret: string; key: Buffer } | undefined;

function keyOf(secret: string): Buffer {
  if (derived?.secret !== secret)
    derived = { secret, key: Buffer.from(hkdfSync("sha256", secret, "", "gtmarc settings", 32)) };
  return derived.key;
}

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
