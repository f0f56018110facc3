import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/hashes.server.ts";

/** The 256-bit right to fill in one part of one draft, made from SECRET and the link's id, so its owner can copy it again. */
export const colleagueToken = (linkId: string): string => keyedHash("colleague-link", linkId);

export const colleagueUrl = (token: string): string => `${env().SITE_URL}/blueprint/help/${token}`;
