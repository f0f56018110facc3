import { createHash, createHmac, randomBytes } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/**
 * The 256-bit right to see, move and cancel one call. Derived from SECRET and the booking's id, so that a repeated request and a
 * later mail can name it again, while the database and its backups hold only its hash.
 */
export const manageToken = (bookingId: string): string =>
  createHmac("sha256", env().SECRET).update(`booking-manage:${bookingId}`).digest("base64url");

/** What is stored and looked up, of every token. Unkeyed: links that were sent stay good when SECRET is replaced. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** The right to a held slot. */
export const newHoldToken = (): string => randomBytes(32).toString("base64url");

/** The right to read a host's calendar file. */
export const newFeedToken = (): string => randomBytes(32).toString("base64url");

export const manageUrl = (token: string): string => `${env().SITE_URL}/booking/${token}`;

/** Includes address and event type, so that a key cannot replay another visitor's booking. */
export const hashIdempotencyKey = (key: string, eventType: string, email: string): string =>
  createHmac("sha256", env().SECRET)
    .update(`booking-key:${JSON.stringify([key, eventType, email])}`)
    .digest("base64url");

/** Identifies repeats of a request. Keyed, because the request holds a name and an address. */
export const hashRequest = (request: object): string =>
  createHmac("sha256", env().SECRET)
    .update(`booking-request:${JSON.stringify(request)}`)
    .digest("base64url");
