import type { z } from "zod";
import { optionalLine, text } from "#app/lib/text.ts";

/* Shared by the forms that need no account: source of the visit, consent, and the hidden field. Safe in the browser. */

/** A field that people never see (spec: traps). A client that fills it in is a bot. */
export const trapField = { email_confirm: text({ max: 1000 }).optional() };

export const isTrapped = ({ email_confirm }: { email_confirm?: string | undefined }): boolean => Boolean(email_confirm);

/** The path of the form's page, and the visit's source according to its URL. */
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

/** Stored with the consent text. Changing the text needs a new version. */
export const consentVersion = "2026-11";

export const consentOf = (now: Date, consentText: string, page: string | undefined) => ({
  consentedAt: now,
  consentText,
  consentVersion,
  consentPage: page ?? null,
});
