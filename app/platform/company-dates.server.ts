import { type FirmDates, firmDates } from "#app/lib/firm-dates.ts";
import { env } from "./env.server.ts";

/** Days and moments in COMPANY_TIMEZONE, American: for mails, documents and texts that the server writes. */
export const companyDates = (): FirmDates => firmDates(env().COMPANY_TIMEZONE);
