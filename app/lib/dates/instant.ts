import { z } from "zod";
import "#app/lib/forms/validation-messages.ts";

/** Dates outside these years are typing mistakes, and PostgreSQL cannot store every JavaScript date. */
const years = { first: 1970, last: 2199 } as const;
const outOfRange = `Please use a date between ${years.first} and ${years.last}.`;
const isInRange = (at: number) => at >= Date.UTC(years.first, 0, 1) && at < Date.UTC(years.last + 1, 0, 1);

/** Schema of an instant with its offset, such as `2026-11-24T09:00:00Z`, as a Date from 1970 to 2199. */
export const instant = (message?: string) =>
  z.iso
    .datetime({ offset: true, ...(message !== undefined && { error: message }) })
    .refine((text) => isInRange(Date.parse(text)), { error: outOfRange })
    .transform((text) => new Date(text));

export const instantText = () =>
  z.iso.datetime({ offset: true }).refine((text) => isInRange(Date.parse(text)), { error: outOfRange });

export const calendarDate = (message?: string) =>
  z.iso
    .date(message === undefined ? {} : { error: message })
    .refine((text) => isInRange(Date.parse(text)), { error: outOfRange });
