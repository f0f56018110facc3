import { createHash } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { bytesToHex, hexToBytes, managedNonce } from "@noble/ciphers/utils.js";
import { env } from "./env.server.ts";

/*
 * Secrets at rest: XChaCha20-Poly1305 with the SHA-256 of SECRET as the key, stored as hex of nonce and ciphertext, so a
 * copied database reveals none.
 */

/** Encrypts with SECRET. The same text gives another result each time. */
export const sealText = (text: string): string => bytesToHex(cipher().encrypt(new TextEncoder().encode(text)));

/** Throws if it was sealed with another SECRET or changed since. */
export const openSealed = (sealed: string): string => new TextDecoder().decode(cipher().decrypt(hexToBytes(sealed)));

const cipher = () => managedNonce(xchacha20poly1305)(createHash("sha256").update(env().SECRET).digest());
