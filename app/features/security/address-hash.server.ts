import { createHmac } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/**
 * What we store instead of a client address with sessions and audit entries. It is keyed with SECRET and does not change,
 * so entries and sessions from the same address have the same hash.
 */
export const addressHash = (address: string, { SECRET }: { SECRET: string } = env()): string =>
  createHmac("sha256", SECRET).update(`session-address:${address}`).digest("base64url").slice(0, 22);
