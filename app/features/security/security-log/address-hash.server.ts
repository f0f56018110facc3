import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";

/** Hashes a client address, keyed with SECRET: the same address always has the same hash. */
export const addressHash = (address: string, { SECRET }: { SECRET: string } = env()): string =>
  keyedHash("session-address", address, { secret: SECRET }).slice(0, 22);
