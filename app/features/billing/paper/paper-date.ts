/** 21 Nov 2026: the day in the firm's zone is settled when the paper is issued. */
export const paperDate = (date: Date, timeZone = "UTC"): string =>
  date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone });
