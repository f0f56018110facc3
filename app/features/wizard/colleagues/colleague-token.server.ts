import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/hashes.server.ts";

/** Derives the 256-bit token for one part of one draft from SECRET and the link's id, so that its owner can copy it again. */
export const colleagueToken = (linkId: string): string => keyedHash("colleague-link", linkId);

export const colleagueUrl = (token: string): string => `${env().SITE_URL}/blueprint/help/${token}`;
