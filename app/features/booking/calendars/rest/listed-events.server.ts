import { Temporal } from "temporal-polyfill";
import type { z } from "zod";
import { joinSpans, type Span } from "#app/features/booking/availability/open-hours.ts";
import type { BusyQuestion } from "#app/features/booking/busy-calendars/busy-calendar.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import type { CalendarReading, OwnEvent, Trouble } from "../provider.ts";

/*
 * Busy times and own calls from a list in which the service has expanded every series, as Google and Microsoft return it.
 */

/** An event of such a list. `start` and `end`: milliseconds, or a whole day; null: cannot be read. */
export type ListedEvent = {
  ref: string;
  etag: string;
  /** The UID of our call that the event was written for. */
  call: string | null;
  /** The UID of the iCalendar event; that of a call if the host accepted its invitation there. */
  uid: string | null;
  /** Canceled, or declined by the owner of the calendar. */
  isOff: boolean;
  isFree: boolean;
  start: number | Temporal.PlainDate | null;
  end: number | Temporal.PlainDate | null;
};

/** An event as the service lists it; one that is not in its documented form is skipped and counted, not the whole calendar. */
export function listedOr<Item extends { id: string }>(
  event: unknown,
  schema: z.ZodType<Item>,
  listed: (item: Item) => ListedEvent,
): ListedEvent {
  const item = schema.safeParse(event);
  if (item.success) return listed(item.data);
  const unread = { etag: JSON.stringify(event).slice(0, 200), call: null, uid: null, isOff: false, isFree: false };
  return { ...unread, ref: "", start: null, end: null };
}

const maxEvents = 20_000;

/** Null: the events are those of the version `token`. Refusal: too_many_events. */
export function readingOf(
  events: readonly ListedEvent[],
  question: BusyQuestion,
  token: string | null,
): Result<CalendarReading | null, Trouble> {
  if (events.length > maxEvents) return refuse("too_many_events");
  const version = versionOf(events);
  if (version === token) return ok(null);
  const busy: Span[] = [];
  const own: OwnEvent[] = [];
  let skippedCount = 0;
  for (const { ref, etag, call, uid, isOff, isFree, ...times } of events) {
    const [start, end] = [times.start, times.end].map((moment) => instantOf(moment, question.timezone));
    if (start === undefined || end === undefined) {
      skippedCount += 1;
      continue;
    }
    if (call !== null && question.ownUids.has(call)) own.push({ uid: call, ref, etag, start, end, isOff });
    else if (!isOff && !isFree && end > start && !(uid !== null && question.ownUids.has(uid)))
      busy.push({ start, end });
  }
  return ok({ busy: joinSpans(busy), own, skipped: [], skippedCount, events: events.length, token: version });
}

const instantOf = (moment: ListedEvent["start"], timezone: string): number | undefined =>
  moment instanceof Temporal.PlainDate ? moment.toZonedDateTime(timezone).epochMilliseconds : (moment ?? undefined);

/** An event's version changes with everything in it. */
const versionOf = (events: readonly ListedEvent[]): string =>
  hashToken(
    events
      .map(({ ref, etag }) => `${ref} ${etag}`)
      .toSorted()
      .join("\n"),
  );
