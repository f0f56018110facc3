import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";

const prefix = "weekly.";

/** The address of the page that ends the weekly mail of this admin: their id, signed. */
export const weeklyLeaveUrl = (userId: string): string =>
  `${env().SITE_URL}/unsubscribe/${prefix}${userId}.${signatureOf(userId)}`;

export const isWeeklyToken = (token: string): boolean => token.startsWith(prefix);

/** The id of the admin in a valid token, otherwise null. */
export function weeklyReaderOf(token: string): string | null {
  const [userId = "", signature = ""] = isWeeklyToken(token) ? token.slice(prefix.length).split(".") : [];
  if (!isUuid(userId)) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(userId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null;
}

const signatureOf = (userId: string) =>
  createHmac("sha256", env().SECRET).update(`weekly-mail:${userId}`).digest("hex").slice(0, 32);
