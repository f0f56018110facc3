import { createHash, createHmac } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/** The 256-bit right to fill in one part of one draft, made from SECRET and the link's id, so its owner can copy it again. */
export const colleagueToken = (linkId: string): string =>
  createHmac("sha256", env().SECRET).update(`colleague-link:${linkId}`).digest("base64url");

/** What is stored and looked up. Unkeyed: links that were sent keep working when SECRET is replaced. */
export const hashColleagueToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

export const colleagueUrl = (token: string): string => `${env().SITE_URL}/blueprint/help/${token}`;
