import { z } from "zod";
import { calendarDate } from "#app/lib/dates/instant.ts";
import { dayMs } from "#app/lib/durations.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import type { NotAdmin, NotFound, Refusal, Stale } from "#app/lib/refusal.ts";
import { text } from "#app/lib/text.ts";
import { Timezone } from "../booking.ts";
import { isMeetingSetting } from "../bookings/meeting-link.ts";
import type { SeenVersion } from "./event-type.ts";

/* The firm's settings of hosts. Safe in the browser: the forms use the same schemas. */

export const HostSettings = z.object({
  name: text({ max: 100, required: "Please enter a name." }),
  email: emailAddress("Please enter a valid email address."),
  timezone: Timezone,
  meetingUrl: text({ max: 500 })
    .refine((url) => url === "" || isMeetingSetting(url), {
      error: "The address must begin with https://. {room} can be anywhere after the host name.",
    })
    .transform((url) => url || null),
  observesHolidays: z.boolean(),
  active: z.boolean(),
  busyUntilRead: z.boolean().optional(),
});
export type HostSettings = z.output<typeof HostSettings>;

const minute = z.number().int().min(0, "Enter both times.").max(1440);
const Opening = z
  .object({ startMinute: minute, endMinute: minute })
  .refine(({ startMinute, endMinute }) => startMinute < endMinute, { error: "An opening must end after it begins." });

const apart = (openings: readonly { startMinute: number; endMinute: number }[]) => {
  const sorted = openings.toSorted((a, b) => a.startMinute - b.startMinute);
  return sorted.every(({ startMinute }, index) => index === 0 || sorted[index - 1]!.endMinute <= startMinute);
};
const overlapping = { error: "Openings of one day must not overlap." };

/** Openings by weekday, 1 Monday … 7 Sunday; a missing day is closed. */
export const WeeklyHours = z.object({
  openings: z
    .array(Opening.and(z.object({ weekday: z.number().int().min(1).max(7) })))
    .max(70)
    .refine(
      (all) => [1, 2, 3, 4, 5, 6, 7].every((day) => apart(all.filter(({ weekday }) => weekday === day))),
      overlapping,
    ),
});
export type WeeklyHours = z.output<typeof WeeklyHours>;

export const maxOverrideDays = 60;

/** Replaces weekly hours and holidays from one date to another; no openings: closed. */
export const OverrideRange = z
  .object({
    from: calendarDate("Please choose a date."),
    to: calendarDate("Please choose a date."),
    openings: z.array(Opening).max(10).refine(apart, overlapping),
  })
  .refine(({ from, to }) => from <= to, { error: "The last day must not be before the first.", path: ["to"] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxOverrideDays * dayMs, {
    error: `At most ${maxOverrideDays} days at once.`,
    path: ["to"],
  });
export type OverrideRange = z.output<typeof OverrideRange>;

/** The URL of an .ics file; `webcal:` is an alias of https. */
export const FeedAddress = z.object({
  url: text({ max: 2000, required: "Please enter an address." })
    .transform((url) => url.replace(/^webcals?:\/\//i, "https://"))
    .refine((url) => URL.canParse(url) && new URL(url).protocol === "https:", {
      error: "Enter the whole address, which begins with https:// or webcal://.",
    }),
});

export type HostRefusal = NotAdmin | NotFound | Refusal<"email_taken"> | Stale<SeenVersion>;
export const hostRefusalText = {
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such host.",
  email_taken: "Another host has this address.",
  stale:
    "Another admin changed this host while you were editing. Your changes are still in the form: compare them, then save again.",
} as const satisfies Record<HostRefusal["kind"], string>;
