import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";

/**
 * The 256-bit token of a link. Derived from SECRET and the link's id, so that its owner can see the URL again although
 * the database and its backups contain only a hash.
 */
export const shareToken = (linkId: string): string => keyedHash("blueprint-share", linkId);

export const shareUrl = (token: string): string => `${env().SITE_URL}/share/${token}`;
