import type { z } from "zod";
import { optionalLine, text } from "./text.ts";

/* What the forms without an account share: where the visit came from, consent, and the hidden field. Safe in the browser. */

/** A field that people never see (public-site §9). A form that fills it in comes from a program. */
export const trapField = { email_confirm: text({ max: 1000 }).optional() };

export const isTrapped = ({ email_confirm }: { email_confirm?: string | undefined }): boolean => Boolean(email_confirm);

/** The path of the page with the form; where the visit came from, as the page's own address says. */
export const visitFields = {
  page: optionalLine(200),
  sessionId: optionalLine(200),
  utm_source: optionalLine(100),
  utm_medium: optionalLine(100),
  utm_campaign: optionalLine(100),
};
export type VisitFields = z.infer<z.ZodObject<typeof visitFields>>;

export const visitOf = (visit: VisitFields) => ({
  sessionId: visit.sessionId ?? null,
  utmSource: visit.utm_source ?? null,
  utmMedium: visit.utm_medium ?? null,
  utmCampaign: visit.utm_campaign ?? null,
});

/** Stored beside the words that people agreed to. New words get a new version. */
export const consentVersion = "2026-11";

export const consentOf = (now: Date, consentText: string, page: string | undefined) => ({
  consentedAt: now,
  consentText,
  consentVersion,
  consentPage: page ?? null,
});
