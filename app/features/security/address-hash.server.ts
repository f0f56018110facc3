import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/hashes.server.ts";

/**
 * Hashes a client address for sessions and audit entries. Keyed with SECRET and stable, so that entries and sessions
 * from the same address share a hash.
 */
export const addressHash = (address: string, { SECRET }: { SECRET: string } = env()): string =>
  keyedHash("session-address", address, { secret: SECRET }).slice(0, 22);
