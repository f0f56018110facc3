import { payMinutes } from "#app/features/booking/booking.ts";
import type { PayBy } from "#app/features/booking/hosts/event-type.ts";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { isSameText, keyedHash } from "#app/platform/secrets/hashes.server.ts";

const hoursToConfirm = 48;
const hoursToPay = 24;

type Terms = { needsConfirmation: boolean; priceCents: number | null; payBy: PayBy };

/** What a new call of this event type waits for; without `awaits` it counts at once. */
export function pendingOf({ needsConfirmation, priceCents, payBy }: Terms, start: Date, now: Date) {
  const price = priceCents === null ? {} : { priceCents, payBy };
  if (needsConfirmation)
    return {
      ...{ ...price, status: "pending" as const, awaits: "host" as const },
      awaitsUntil: noLaterThan(start, now.getTime() + hoursToConfirm * hourMs),
    };
  return priceCents !== null && payBy === "checkout"
    ? {
        ...{ ...price, status: "pending" as const, awaits: "payment" as const },
        awaitsUntil: new Date(now.getTime() + payMinutes * minuteMs),
      }
    : price;
}

/** A priced call that a host has confirmed waits for its payment: longer, because the visitor reads about it in a mail. */
export const payableAfter = (start: Date, now: Date) => ({
  ...{ status: "pending" as const, awaits: "payment" as const },
  awaitsUntil: noLaterThan(start, now.getTime() + hoursToPay * hourMs),
});

const noLaterThan = (start: Date, time: number) => new Date(Math.min(start.getTime(), time));

/** The page where a host confirms or declines a call. The link is derived like the manage link (manage-token.server.ts). */
export const decisionUrl = (bookingId: string): string =>
  `${env().SITE_URL}/call-request/${bookingId}.${decisionHash(bookingId)}`;

const decisionHash = (bookingId: string) => keyedHash("booking-decision", bookingId);

/** The booking of a link; null for an invalid one. */
export function bookingOfDecision(token: string): string | null {
  const [bookingId = "", hash = ""] = token.split(".");
  return isUuid(bookingId) && isSameText(hash, decisionHash(bookingId)) ? bookingId : null;
}
