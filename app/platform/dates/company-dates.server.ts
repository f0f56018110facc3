import { type FirmDates, firmDates } from "#app/lib/dates/firm-dates.ts";
import { env } from "#app/platform/env.server.ts";

/** Days and times in COMPANY_TIMEZONE, in American format: for mails, documents and texts that the server writes. */
export const companyDates = (): FirmDates => firmDates(env().COMPANY_TIMEZONE);
