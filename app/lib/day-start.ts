import { Temporal } from "temporal-polyfill";

/** The first instant of an ISO date in a zone (IANA name); not always midnight where clocks change. */
export const startOfDay = (isoDate: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(isoDate).toZonedDateTime(zone).epochMilliseconds);

/** `addDays("2026-11-30", 1) === "2026-12-01"` */
export const addDays = (isoDate: string, days: number): string =>
  Temporal.PlainDate.from(isoDate).add({ days }).toString();
