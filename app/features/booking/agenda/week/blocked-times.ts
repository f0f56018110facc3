import { z } from "zod";
import { Timezone } from "#app/features/booking/booking.ts";
import { calendarDate } from "#app/lib/dates/instant.ts";

/* Times that the team blocks in the firm's calendar. Safe in the browser. */

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "Enter a time." });

/** On the wall clock of `timezone`; `to` 00:00 is the end of the day. */
export const TimeToBlock = z
  .object({ date: calendarDate(), from: clock, to: clock, timezone: Timezone })
  .refine(({ from, to }) => to === "00:00" || to > from, { error: "The end must be after the start.", path: ["to"] });
export type TimeToBlock = z.output<typeof TimeToBlock>;

export const blockRefusalText = {
  not_found: "This time is not blocked any more, or the host no longer exists. Load the page again.",
  already_over: "This time is over. Choose a later one.",
};
