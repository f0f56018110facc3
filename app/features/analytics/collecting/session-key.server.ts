import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";

/**
 * The stored form of a session id: a keyed hash, as UUID text. Only the visitor's browser has the id itself, so a copied database
 * cannot be used to read or delete a visitor's data.
 */
export const sessionKey = (sessionId: string, { SECRET }: { SECRET: string } = env()): string =>
  uuidText(keyedHash("analytics-session", sessionId, { encoding: "hex", secret: SECRET }));

/** 32 hexadecimal digits as a UUID. */
export const uuidText = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;

/** The key of the row for one rule's hits by visitors who sent no session id or asked not to be tracked. */
export const ruleKey = (rule: number): string => `00000000-0000-0000-0000-${String(rule).padStart(12, "0")}`;
