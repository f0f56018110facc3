import { readFile } from "node:fs/promises";
import { utf16Of } from "#app/lib/formats/csv.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { type BusyQuestion, type CalendarReading, type CalendarRefusal, readCalendar } from "./busy-calendar.ts";

/** Ten years of a busy calendar with descriptions. */
export const maxCalendarBytes = 20_000_000;

/** Ten times those of a busy person; more would take the serving process too long to store. */
const maxBusyTimes = 20_000;

/** `skipped` has the first parts of `skippedCount`. */
export type FileReading = CalendarReading & { skippedCount: number };

/** The busy times as start, end, start, end …: 20,000 objects in a message would block its receiver. */
type Flat = Omit<FileReading, "busy"> & { busy: Float64Array };

/** The content of a file, or the path of one. */
type CalendarFile = Uint8Array | string;

type Order = { file: CalendarFile; question: BusyQuestion; maxSkipped: number };

/** Reading a calendar in a process of its own: a calendar that takes too long or too much memory ends that process only. */
export const readCalendarTask = defineThreadTask({
  name: "booking.read-calendar",
  lane: "calendars",
  run: async ({ file, question, maxSkipped }: Order): Promise<Result<Flat, CalendarRefusal>> => {
    // Without the byte order mark, which some programs write. Others write UTF-16.
    const bytes = typeof file === "string" ? await readFile(file) : file;
    const read = readCalendar(new TextDecoder(utf16Of(bytes) ?? "utf-8").decode(bytes), question);
    if (!read.ok) return read;
    const { busy, skipped } = read.value;
    if (busy.length > maxBusyTimes) return refuse("too_many_events");
    const flat = new Float64Array(busy.flatMap(({ start, end }) => [start, end]));
    return ok({ ...read.value, busy: flat, skipped: skipped.slice(0, maxSkipped), skippedCount: skipped.length });
  },
});

/**
 * Reads an .ics file outside the serving process. `maxSkipped`: how many skipped parts to return. The refusals of `readCalendar`;
 * too_many_events also for more than 20,000 busy times. Throws ThreadEnded if the reader reached its limit of time or memory,
 * GateCrowded and ThreadsClosed.
 */
export async function readCalendarFile(
  file: CalendarFile,
  question: BusyQuestion,
  maxSkipped = Number.POSITIVE_INFINITY,
): Promise<Result<FileReading, CalendarRefusal>> {
  const read = await runInThread(readCalendarTask, { file, question, maxSkipped });
  if (!read.ok) return read;
  const { busy: flat } = read.value;
  const busy = Array.from({ length: flat.length / 2 }, (_, at) => ({ start: flat[2 * at]!, end: flat[2 * at + 1]! }));
  return ok({ ...read.value, busy });
}

export const calendarProblemText = {
  not_a_calendar: "This is not a calendar: its content is not in the iCalendar format.",
  incomplete: "The calendar ends in the middle.",
  too_many_events: "The calendar has too many events.",
} as const satisfies Record<CalendarRefusal["kind"], string>;
