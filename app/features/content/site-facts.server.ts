import { existsSync } from "node:fs";
import { join } from "node:path";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";
import { firmPrices } from "./prices.server.ts";
import { codeWithin } from "./promises.ts";
import { siteText } from "./texts/site-texts.server.ts";

export const siteFacts = (now: Date) => ({
  year: Number(companyDates().isoDay(now).slice(0, 4)),
  /** Without a trailing slash; for canonical URLs. */
  siteUrl: env().SITE_URL,
  socialUrls: env().SOCIAL_URL,
  contactEmail: env().CONTACT_EMAIL,
  legal: legalIdentity(),
  codeWithin: codeWithin(codeDelay()),
  prices: firmPrices(),
  footer: siteText("footer"),
});

/** Business days until an access request is approved automatically; 0 approves it at once. */
export const codeDelay = (): number => env().ACCESS_CODE_DELAY_BUSINESS_DAYS;

/** The legal entity, as far as the operator has set it. */
export type LegalIdentity = { name: string | null; address: readonly string[]; registration: string | null };

export function legalIdentity(): LegalIdentity | null {
  const { LEGAL_NAME, LEGAL_ADDRESS = [], LEGAL_REGISTRATION } = env();
  if (!LEGAL_NAME && LEGAL_ADDRESS.length === 0 && !LEGAL_REGISTRATION) return null;
  return { name: LEGAL_NAME ?? null, address: LEGAL_ADDRESS, registration: LEGAL_REGISTRATION ?? null };
}

export type Architect = { name: string; role: string; picture: string | null };

/** The people whom the operator has configured. Pictures are served by server/files/people-pictures.ts; missing files are left out. */
export function architects(): readonly Architect[] {
  const { ARCHITECTS, DATA_DIR } = env();
  const hasFile = (picture: string) => existsSync(join(DATA_DIR, "people", picture));
  return ARCHITECTS.map(({ picture, upload, name, role }) => ({
    ...{ name, role },
    picture: picture && (upload || hasFile(picture)) ? `/people/${picture}` : null,
  }));
}
