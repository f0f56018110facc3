/* Lengths of time. A day is 24 hours; calendar-dates.ts counts the days of a calendar. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const dayMinutes = 24 * 60;

export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;
