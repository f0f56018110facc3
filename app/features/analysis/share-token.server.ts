import { createHash, createHmac } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/**
 * The 256-bit right to read what one link shows. Derived from SECRET and the link's id, so that its owner can see the address
 * again while the database and its backups hold only a hash.
 */
export const shareToken = (linkId: string): string =>
  createHmac("sha256", env().SECRET).update(`blueprint-share:${linkId}`).digest("base64url");

/** What is stored and looked up. Unkeyed: links that were sent stay good when SECRET is replaced. */
export const hashShareToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** The page of that token, absolute. */
export const shareUrl = (token: string): string => `${env().SITE_URL}/share/${token}`;
