import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { isSameText, keyedHash } from "#app/platform/hashes.server.ts";

const prefix = "weekly.";

/** Returns the unsubscribe URL of this admin's weekly mail: their id, signed. */
export const weeklyUnsubscribeUrl = (userId: string): string =>
  `${env().SITE_URL}/unsubscribe/${prefix}${userId}.${signatureOf(userId)}`;

export const isWeeklyToken = (token: string): boolean => token.startsWith(prefix);

export function weeklyReaderOf(token: string): string | null {
  const [userId = "", signature = ""] = isWeeklyToken(token) ? token.slice(prefix.length).split(".") : [];
  if (!isUuid(userId)) return null;
  return isSameText(signature, signatureOf(userId)) ? userId : null;
}

const signatureOf = (userId: string) => keyedHash("weekly-mail", userId, { encoding: "hex" }).slice(0, 32);
