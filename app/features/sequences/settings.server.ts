import type { Rates } from "#app/features/mail/sending/pace.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Limits } from "./steps/rules.ts";

export const outreachLimits = (): Limits => ({
  firmZone: env().COMPANY_TIMEZONE,
  weeklyCap: env().OUTREACH_WEEKLY_CAP,
});

export const outreachRates = (): Rates => ({
  perMinute: env().OUTREACH_PER_MINUTE,
  perDomain: env().OUTREACH_PER_DOMAIN_PER_MINUTE,
});
