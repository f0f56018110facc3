import { env } from "#app/platform/env.server.ts";
import { strategySession } from "../booking.ts";

/** Which scheduler the contact page shows: our own, or Calendly at the address of CALENDLY_URL, which another firm serves. */
export type SchedulerChoice = { src: string; origin: string; foreign: boolean };

/** Only `origin` may be framed, and only its messages are accepted (spec: scheduler-frame). */
export function schedulerChoice(): SchedulerChoice {
  const { CALENDLY_URL: calendly, SITE_URL: site } = env();
  if (!calendly) return { src: `/schedule/${strategySession}`, origin: new URL(site).origin, foreign: false };
  return { src: calendly, origin: new URL(calendly).origin, foreign: true };
}

export function schedulerFrameSource(): { source: string; foreign: boolean } {
  const { origin, foreign } = schedulerChoice();
  return { source: foreign ? origin : "'self'", foreign };
}

/** The key of the webhook subscription; without one every delivery is refused. */
export const calendlySigningKey = (): string | undefined => env().CALENDLY_WEBHOOK_SIGNING_KEY;
