import { payMinutes } from "#app/features/booking/booking.ts";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { keyedHash } from "#app/platform/hashes.server.ts";

const hoursToConfirm = 48;

/** What a new call of this event type waits for; empty: it counts at once. */
export function pendingOf(
  { needsConfirmation, priceCents }: { needsConfirmation: boolean; priceCents: number | null },
  start: Date,
  now: Date,
) {
  if (priceCents !== null)
    return {
      ...{ status: "pending" as const, awaits: "payment" as const, priceCents, payBy: "checkout" as const },
      awaitsUntil: new Date(now.getTime() + payMinutes * minuteMs),
    };
  return needsConfirmation
    ? {
        ...{ status: "pending" as const, awaits: "host" as const },
        awaitsUntil: new Date(Math.min(start.getTime(), now.getTime() + hoursToConfirm * hourMs)),
      }
    : {};
}

/** The page where a host confirms or declines a call. The link is derived like the manage link (manage-token.server.ts). */
export const decisionUrl = (bookingId: string): string =>
  `${env().SITE_URL}/call-request/${bookingId}.${decisionHash(bookingId)}`;

const decisionHash = (bookingId: string) => keyedHash("booking-decision", bookingId);

/** The booking of a link; null for an invalid one. */
export function bookingOfDecision(token: string): string | null {
  const [bookingId = "", hash = ""] = token.split(".");
  return isUuid(bookingId) && hash === decisionHash(bookingId) ? bookingId : null;
}
