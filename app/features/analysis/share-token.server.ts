import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/hashes.server.ts";

/**
 * The 256-bit right to read what one link shows. Derived from SECRET and the link's id, so that its owner can see the address
 * again while the database and its backups hold only a hash.
 */
export const shareToken = (linkId: string): string => keyedHash("blueprint-share", linkId);

/** The page of that token, absolute. */
export const shareUrl = (token: string): string => `${env().SITE_URL}/share/${token}`;
