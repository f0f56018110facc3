import { eq } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken, keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { booking } from "../tables.server.ts";

/**
 * Returns the 256-bit token that grants the right to see, move and cancel one call. Derived from SECRET and the booking's id, so that
 * repeated requests and later mails can include it although the database and its backups contain only its hash.
 */
export const manageToken = (bookingId: string): string => keyedHash("booking-manage", bookingId);

/**
 * Returns the token for the link of a mail. If SECRET was replaced since the booking, the call gets its new token, and the link of
 * earlier mails ends: the newest mail always has a link that works.
 */
export async function currentToken(
  tx: Pick<Ctx, "db">,
  { id, manageTokenHash }: Pick<typeof booking.$inferSelect, "id" | "manageTokenHash">,
): Promise<string> {
  const token = manageToken(id);
  const hash = hashToken(token);
  if (hash !== manageTokenHash) await tx.db.update(booking).set({ manageTokenHash: hash }).where(eq(booking.id, id));
  return token;
}

/** Returns the personal link with which the visitor of a canceled or missed call books it again (hosts/audience.server.ts). */
export const againLink = (bookingId: string): string => keyedHash("booking-again", bookingId);

export const manageUrl = (token: string): string => `${env().SITE_URL}/booking/${token}`;

/** Includes address and event type, so that a key cannot replay another visitor's booking. */
export const hashIdempotencyKey = (key: string, eventType: string, email: string): string =>
  keyedHash("booking-key", JSON.stringify([key, eventType, email]));

/** Identifies repeats of a request. Keyed, because the request holds a name and an address. */
export const hashRequest = (request: object): string => keyedHash("booking-request", JSON.stringify(request));
