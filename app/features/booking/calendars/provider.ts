import type { CalendarCall } from "#app/features/booking/agenda/calendar-file.server.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { cut, oneLine } from "#app/lib/text.ts";
import type { RequestRefusal } from "#app/platform/outside/outside-request.server.ts";
import { type BusyQuestion, type CalendarRefusal, readingProblemText } from "../busy-calendars/busy-calendar.ts";
import type { FileReading } from "../busy-calendars/read-calendar.server.ts";

/*
 * What the scheduler asks of a calendar service: CalDAV, Google Calendar or Microsoft 365. Each answer is complete or a trouble: what
 * could not be read is never "nothing there".
 */

export type TroubleKind =
  | RequestRefusal["kind"]
  | CalendarRefusal["kind"]
  | "wrong_password"
  | "access_revoked"
  | "not_allowed"
  | "no_such_calendar"
  | "asked_to_wait"
  | "server_failed"
  | "not_a_calendar_server"
  | "reader_ended"
  | "not_stored"
  | "unreadable_secret";

/** `waitSeconds`: the server asks not to be asked before. */
export type Trouble = Refusal<TroubleKind> & { waitSeconds?: number };

/** The event was changed or deleted there since it was last seen. */
export type Changed = Refusal<"changed_there" | "gone_there">;

export const troubleText = {
  ...readingProblemText,
  has_credentials: "Remove the user name and password from the address; there are fields for them.",
  not_a_calendar: "An event is not in the iCalendar format.",
  incomplete: "An event ends in the middle.",
  wrong_password: "The server refused the user name or the password.",
  access_revoked: "The access expired or was withdrawn. Connect the account again.",
  not_allowed: "The server does not allow this account to do that.",
  no_such_calendar: "The calendar was not found at its address.",
  asked_to_wait: "The server asks to wait before the next request.",
  server_failed: "The server failed.",
  not_a_calendar_server: "The address did not respond as a calendar server does.",
  not_stored: "The server did not store the event as it was sent.",
  unreadable_secret:
    "The password was encrypted with another SECRET. Connect the account again, or ask the operator to run `secret reseal` with the former one.",
} as const satisfies Record<TroubleKind, string>;

/** `isOther`: of another person or a subscription, so that its events do not make the host busy unless the admin says so. */
export type FoundCalendar = { ref: string; name: string; canWrite: boolean; isOther?: boolean };

const maxName = 200;

/** The name of a calendar as the service gave it, on one line of whole characters; `fallback` if nothing is left. */
export const calendarName = (given: string, fallback: string): string =>
  cut(oneLine(given.toWellFormed()), maxName) || fallback;

/** An event of one of our calls as the server has it. `isOff`: canceled or declined by the host there. In milliseconds. */
export type OwnEvent = { uid: string; ref: string; etag: string; start: number; end: number; isOff: boolean };

/** `token`: asks for a newer version only; empty if the server has none. */
export type CalendarReading = FileReading & { own: OwnEvent[]; token: string };

export type StoredEvent = { ref: string; etag: string };

/** What a service is asked to notify: `token` comes back with each notification. */
export type WantedChannel = { id: string; token: string; address: string; expiresAt: Date };
export type OpenChannel = { id: string; ref: string };
export type ChannelRefusal = Trouble | Refusal<"address_refused" | "not_supported">;

export type CalendarChannels = {
  lifeMs: number;
  /** Whether a channel is only opened if the service reached the address. */
  provesAddress: boolean;
  open(calendar: string, channel: WantedChannel): Promise<Result<{ ref: string; expiresAt: Date }, ChannelRefusal>>;
  /** The new expiry; null: a new channel has to replace it. */
  renew(channel: OpenChannel, expiresAt: Date): Promise<Result<Date | null, Trouble>>;
  /** Ends a channel; one that is gone is fine. */
  close(channel: OpenChannel): Promise<Result<undefined, Trouble>>;
};

export type CalendarProvider = {
  listCalendars(): Promise<Result<FoundCalendar[], Trouble>>;
  /** Null: nothing changed since `token`. `question` is asked after the events are fetched, so that it knows every call that was written. */
  read(
    calendar: string,
    question: () => Promise<BusyQuestion>,
    token: string | null,
  ): Promise<Result<CalendarReading | null, Trouble>>;
  /** The event at a place as it is now; null: there is none. */
  find(calendar: string, ref: string, question: BusyQuestion): Promise<Result<OwnEvent | null, Trouble>>;
  /**
   * Creates the event of a call, or changes the stored one. Creating it again finds the first one. Refusals besides troubles:
   * changed_there, gone_there.
   */
  write(
    calendar: string,
    call: CalendarCall,
    stored: StoredEvent | null,
  ): Promise<Result<StoredEvent, Trouble | Changed>>;
  /** Deletes the event of a call, also if it was changed there; one that is gone is fine. */
  remove(calendar: string, stored: StoredEvent): Promise<Result<undefined, Trouble>>;
  /** Absent: the service does not report changes. */
  channels?: CalendarChannels;
};
