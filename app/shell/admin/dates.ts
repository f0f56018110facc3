const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** 21 Nov 2026. In UTC, so that server and browser write the same. */
export const dayOf = (date: Date): string => day.format(date);

/** 21 Nov, 14:30 UTC. */
export const momentOf = (date: Date): string => `${moment.format(date)} UTC`;
