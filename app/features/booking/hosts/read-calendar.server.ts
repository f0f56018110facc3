import type { Result } from "#app/lib/result.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { type BusyQuestion, type CalendarReading, type CalendarRefusal, readCalendar } from "./busy-calendar.ts";

/** Ten years of a busy calendar with descriptions. */
export const maxCalendarBytes = 20_000_000;

/** Reading a calendar in a process of its own: a calendar that takes too long or too much memory ends that process only. */
export const readCalendarTask = defineThreadTask({
  name: "booking.read-calendar",
  lane: "calendars",
  // Without the byte order mark, which some programs write.
  run: async ({ file, question }: { file: Uint8Array; question: BusyQuestion }) =>
    readCalendar(new TextDecoder().decode(file), question),
});

/**
 * Reads an .ics file outside the serving process. The refusals of `readCalendar`; throws ThreadEnded if the reader reached its limit of
 * time or memory, and GateCrowded.
 */
export const readCalendarFile = (
  file: Uint8Array,
  question: BusyQuestion,
): Promise<Result<CalendarReading, CalendarRefusal>> => runInThread(readCalendarTask, { file, question });

export const calendarProblemText = {
  not_a_calendar: "This is not a calendar: its content is not in the iCalendar format.",
  too_many_events: "The calendar has too many recurring events.",
} as const satisfies Record<CalendarRefusal["kind"], string>;
