import { Secret } from "otpauth";
import { encode } from "uqr";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { totpUri } from "../second-factor/totp.server.ts";

/** `qr`: the rows of the QR code, `1` for dark. */
export type Enrollment = { secret: string; uri: string; qr: string[] };

/**
 * The authenticator that a link sets up. It follows from the link and SECRET, so that a reload shows the same QR code and
 * nothing is stored before the first code. `account` is the name that the app shows.
 */
export function enrollmentOf(token: string, account: string): Enrollment {
  const bytes = Buffer.from(keyedHash("authenticator of a link", token, { encoding: "hex" }), "hex").subarray(0, 20);
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
  const uri = totpUri(secret, account);
  return { secret, uri, qr: qrRows(uri) };
}

export const qrRows = (text: string): string[] =>
  encode(text, { ecc: "M", border: 0 }).data.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
