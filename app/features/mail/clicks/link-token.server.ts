import { timingSafeEqual } from "node:crypto";
import { stringify } from "uuid";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";

/* The token of a wrapped link: mail id, link position, and a keyed MAC of both, so that it cannot be guessed. */

const hiddenPlace = 255;
const macBytes = 8;
const tokenBytes = 16 + 1 + macBytes;

/** The URL of a wrapped link; `place` is null for the hidden one. */
export const linkAddress = (messageId: string, place: number | null): string =>
  `${env().SITE_URL}/l/${tokenOf(messageId, place ?? hiddenPlace)}`;

export function readLinkToken(token: string): { messageId: string; place: number | null } | null {
  if (!/^[\w-]{34}$/.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== tokenBytes) return null;
  const body = bytes.subarray(0, 17);
  if (!timingSafeEqual(bytes.subarray(17), macOf(body))) return null;
  const messageId = stringify(body.subarray(0, 16));
  const place = body[16]!;
  return isUuid(messageId) ? { messageId, place: place === hiddenPlace ? null : place } : null;
}

function tokenOf(messageId: string, place: number): string {
  const body = Buffer.concat([Buffer.from(messageId.replaceAll("-", ""), "hex"), Buffer.from([place])]);
  return Buffer.concat([body, macOf(body)]).toString("base64url");
}

const macOf = (body: Uint8Array) => Buffer.from(keyedHash("mail-link", body), "base64url").subarray(0, macBytes);
