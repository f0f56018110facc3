import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/hashes.server.ts";

/**
 * What we store instead of a client address with sessions and audit entries. It is keyed with SECRET and does not change,
 * so entries and sessions from the same address have the same hash.
 */
export const addressHash = (address: string, { SECRET }: { SECRET: string } = env()): string =>
  keyedHash("session-address", address, { secret: SECRET }).slice(0, 22);
