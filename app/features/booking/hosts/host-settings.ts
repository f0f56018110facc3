import { z } from "zod";
import { dayMs } from "#app/lib/durations.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import { calendarDate } from "#app/lib/instant.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { NotAdmin, NotFound, Refusal, Stale } from "#app/lib/refusal.ts";
import { text } from "#app/lib/text.ts";
import { Timezone } from "../booking.ts";
import { isMeetingSetting } from "../bookings/meeting-link.ts";
import { Questions } from "./questions.ts";

/* The firm's settings of hosts and event types. Safe in the browser: the forms use the same schemas. */

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

const minute = z.number().int().min(0).max(1440);
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

const minutes = (low: number, high: number) => {
  const error = `Enter whole minutes from ${low} to ${formatNumber(high)}.`;
  return z.number({ error }).int({ error }).min(low, { error }).max(high, { error });
};
const count = (low: number, high: number) => {
  const error = `Enter a whole number from ${low} to ${high}.`;
  return z.number({ error }).int({ error }).min(low, { error }).max(high, { error });
};

export const EventTypeSettings = z.object({
  title: text({ max: 100, required: "Please enter a title." }),
  description: text({ max: 500, required: "Please say what happens on the call.", shape: "lines" }),
  durationMinutes: minutes(5, 720),
  bufferBeforeMinutes: minutes(0, 720),
  bufferAfterMinutes: minutes(0, 720),
  minimumNoticeMinutes: minutes(0, 43_200),
  horizonDays: count(1, 730),
  dailyCap: count(1, 100).nullable(),
  slotStepMinutes: minutes(5, 720),
  active: z.boolean(),
  hostIds: z.array(z.uuid()).min(1, "Choose at least one host.").max(50),
  questions: Questions,
});
export type EventTypeSettings = z.output<typeof EventTypeSettings>;

/** The URL of an .ics file; `webcal:` is an alias of https. */
export const FeedAddress = z.object({
  url: text({ max: 2000, required: "Please enter an address." })
    .transform((url) => url.replace(/^webcals?:\/\//i, "https://"))
    .refine((url) => URL.canParse(url) && new URL(url).protocol === "https:", {
      error: "Enter the whole address, which begins with https:// or webcal://.",
    }),
});

/** The version of the host or event type that the admin saw, to detect a colleague's change. */
export const SeenVersion = z.object({ version: z.int() });
export type SeenVersion = z.output<typeof SeenVersion>;

const changedMeanwhile = (what: string) =>
  `Another admin changed this ${what} while you were editing. Your changes are still in the form: compare them, then save again.`;

export type HostRefusal = NotAdmin | NotFound | Refusal<"email_taken"> | Stale<SeenVersion>;
export const hostRefusalText = {
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such host.",
  email_taken: "Another host has this address.",
  stale: changedMeanwhile("host"),
} as const satisfies Record<HostRefusal["kind"], string>;

export type EventTypeRefusal = NotAdmin | NotFound | Refusal<"unknown_host"> | Stale<SeenVersion>;
export const eventTypeRefusalText = {
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such event type.",
  unknown_host: "One of the hosts no longer exists. Load the page again.",
  stale: changedMeanwhile("event type"),
} as const satisfies Record<EventTypeRefusal["kind"], string>;
