import { companyDates } from "#app/platform/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";

/** What every page of the site prints about the firm itself. */
export const siteFacts = (now: Date) => ({
  year: Number(companyDates().isoDay(now).slice(0, 4)),
  /** Without a trailing slash; for canonical addresses. */
  siteUrl: env().SITE_URL,
  socialUrl: env().SOCIAL_URL,
  contactEmail: env().CONTACT_EMAIL,
});
