import { Temporal } from "temporal-polyfill";

/** The first instant of an ISO date in a zone (IANA name); not always midnight where clocks change. */
export const startOfDay = (isoDate: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(isoDate).toZonedDateTime(zone).epochMilliseconds);
