import { env } from "#app/platform/env.server.ts";
import { strategySession } from "../booking.ts";

/** The scheduler on the contact page: our own, or Calendly at CALENDLY_URL. `foreign`: served by another firm. */
export type SchedulerChoice = { src: string; origin: string; foreign: boolean };

/** Only `origin` may be framed, and only its messages are accepted (spec: scheduler-frame). */
export function schedulerChoice(): SchedulerChoice {
  const { CALENDLY_URL: calendly, SITE_URL: site } = env();
  if (!calendly) return { src: `/schedule/${strategySession}`, origin: new URL(site).origin, foreign: false };
  return { src: calendly, origin: new URL(calendly).origin, foreign: true };
}

/**
 * The other calendar where calls of this type are booked, or null. Unlock calls stay here, because CALENDLY_URL names one calendar.
 */
export function bookedElsewhere(eventType: string): string | null {
  const { src, foreign } = schedulerChoice();
  return foreign && eventType === strategySession ? src : null;
}

/** What an old page reads that still books here. */
export const elsewhereText = (url: string) =>
  `This call is booked in another calendar now, and nothing was booked here. Choose a time at ${url}`;

export function schedulerFrameSource(): { source: string; foreign: boolean } {
  const { origin, foreign } = schedulerChoice();
  return { source: foreign ? origin : "'self'", foreign };
}

/** Calendly without its webhook: calls are booked that publish no event. */
export function callsAreUnreported(): boolean {
  const { CALENDLY_URL, CALENDLY_WEBHOOK_SIGNING_KEY } = env();
  return Boolean(CALENDLY_URL) && !CALENDLY_WEBHOOK_SIGNING_KEY;
}

/** The key of the webhook subscription; without it every delivery is refused. */
export const calendlySigningKey = (): string | undefined => env().CALENDLY_WEBHOOK_SIGNING_KEY;
