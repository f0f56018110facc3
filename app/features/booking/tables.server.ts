import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#app/features/accounts/tables.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { id, instant, partOf } from "#app/platform/database/columns.server.ts";
import type { Validators } from "#app/platform/outside/outside-fetch.server.ts";
import { timeRange } from "./availability/time-range.server.ts";
import type { Awaited, BookingStatus, PendingEnd } from "./booking.ts";
import type { SkippedPart } from "./busy-calendars/busy-calendar.ts";
import type { PushProblem } from "./calendars/push/push.ts";
import type { AgendaPart, Audience, CallPlace, HostChoice, PayBy, ReminderTexts } from "./hosts/event-type.ts";
import type { Answer, Question } from "./hosts/questions.ts";

export type CalendarKind = "caldav" | "google" | "microsoft";
export type CalendarDown = "busy" | "hours";
export type CalendarDeletion = "ask" | "cancel";
/** `readFor`: the settings of the host that the busy times depend on. `until`: when the whole calendar is read again (ISO 8601). */
export type SeenVersionOfCalendar = {
  token: string;
  readFor: string;
  until: string;
  /** The version in which changes of our own events were looked for; absent: none yet. */
  followed?: string | undefined;
};

/** A person who takes calls. Weekly hours and dates are in their time zone. */
export const host = pgTable(
  "host",
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull().unique(),
    /** IANA name. */
    timezone: text().notNull(),
    /**
     * The video link of this host's new calls: a fixed address, or a pattern in which {room} becomes a random room for each
     * call. Null: the host sends a link before the call.
     */
    meetingUrl: text("meeting_url"),
    /** Holidays of the firm are days off, unless an override opens them. */
    observesHolidays: boolean("observes_holidays").notNull().default(true),
    /** A connected calendar that was never read counts as busy at all times; otherwise it is ignored until then. */
    busyUntilRead: boolean("busy_until_read").notNull().default(true),
    /** Created at the first start and not edited since: address and time zone still follow CONTACT_EMAIL and COMPANY_TIMEZONE. */
    followsSettings: boolean("follows_settings").notNull().default(false),
    active: boolean().notNull().default(true),
    /** Grants access to the calendar feed of this host's calls; only the hash is stored. Null: no feed. */
    feedTokenHash: text("feed_token_hash").unique(),
    userId: uuid("user_id").references(() => user.id, { onDelete: "set null" }),
    /** When a connected calendar cannot be read: busy at all times, or the last known busy times count. */
    calendarDown: text("calendar_down").$type<CalendarDown>().notNull().default("busy"),
    /** When the host deletes the event of a call in a connected calendar: an admin confirms, or the call is canceled. */
    calendarDeletion: text("calendar_deletion").$type<CalendarDeletion>().notNull().default("ask"),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("host_user").on(table.userId),
    check("host_calendar_down", sql`${table.calendarDown} in ('busy', 'hours')`),
    check("host_calendar_deletion", sql`${table.calendarDeletion} in ('ask', 'cancel')`),
    check("host_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

export const eventType = pgTable(
  "event_type",
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    description: text().notNull(),
    durationMinutes: integer("duration_minutes").notNull(),
    /** Kept free before and after a call; buffers of neighboring calls add up. */
    bufferBeforeMinutes: integer("buffer_before_minutes").notNull().default(0),
    bufferAfterMinutes: integer("buffer_after_minutes").notNull().default(0),
    minimumNoticeMinutes: integer("minimum_notice_minutes").notNull().default(0),
    /** Bookable today and for this many days after, in the host's time zone. */
    horizonDays: integer("horizon_days").notNull(),
    /** Maximum calls of this event type per host and day; null: no cap. */
    dailyCap: integer("daily_cap"),
    /** Maximum calls of this event type per host and week, Monday to Sunday; null: no cap. */
    weeklyCap: integer("weekly_cap"),
    /** Slots start this far apart, from the start of each opening. */
    slotStepMinutes: integer("slot_step_minutes").notNull(),
    questions: jsonb().$type<Question[]>().notNull().default([]),
    /** Parts that add up to the duration; none: no agenda, or the default one of the strategy session. */
    agenda: jsonb().$type<AgendaPart[]>().notNull().default([]),
    place: text().$type<CallPlace>().notNull().default("video"),
    /** The address of a place in person; empty for others. */
    location: text().notNull().default(""),
    /** https; where the visitor's browser goes after booking. Null: the page of the call. */
    redirectUrl: text("redirect_url"),
    hostChoice: text("host_choice").$type<HostChoice>().notNull().default("round-robin"),
    audience: text().$type<Audience>().notNull().default("anyone"),
    /** A call counts only when a host has confirmed it; until then it is pending. */
    needsConfirmation: boolean("needs_confirmation").notNull().default(false),
    /** In US dollars; null: free of charge. */
    priceCents: integer("price_cents"),
    payBy: text("pay_by").$type<PayBy>().notNull().default("checkout"),
    /** A visitor who cancels at least this long before the start gets the price back; null: never. */
    refundHours: integer("refund_hours").default(0),
    /** Visitors cannot move or cancel a call later than this before its start. */
    changeLimitHours: integer("change_limit_hours").notNull().default(0),
    reminders: jsonb().$type<ReminderTexts>().notNull().default({ day: "", hour: "" }),
    /** Ascending in lists; equal ones by creation. */
    position: integer().notNull().default(0),
    /** Not listed and not bookable; its calls stay. */
    archivedAt: instant("archived_at"),
    active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    check("event_type_duration", sql`${table.durationMinutes} between 5 and 720`),
    check(
      "event_type_buffers",
      sql`${table.bufferBeforeMinutes} between 0 and 720 and ${table.bufferAfterMinutes} between 0 and 720`,
    ),
    check("event_type_notice", sql`${table.minimumNoticeMinutes} between 0 and 43200`),
    check("event_type_horizon", sql`${table.horizonDays} between 1 and 730`),
    check("event_type_cap", sql`${table.dailyCap} > 0`),
    check("event_type_weekly_cap", sql`${table.weeklyCap} > 0`),
    check("event_type_archived", sql`${table.archivedAt} is null or not ${table.active}`),
    check("event_type_host_choice", sql`${table.hostChoice} in ('round-robin', 'collective', 'invitee')`),
    check("event_type_audience", sql`${table.audience} in ('anyone', 'clients', 'link')`),
    check("event_type_price", sql`${table.priceCents} > 0`),
    check("event_type_pay_by", sql`${table.payBy} in ('checkout', 'invoice')`),
    check("event_type_refund_hours", sql`${table.refundHours} between 0 and 720`),
    check("event_type_change_limit", sql`${table.changeLimitHours} between 0 and 720`),
    check("event_type_step", sql`${table.slotStepMinutes} between 5 and 720`),
  ],
);

export const hosting = pgTable(
  "hosting",
  {
    eventTypeId: partOf("event_type_id", () => eventType.id),
    hostId: partOf("host_id", () => host.id),
    /** With round robin: a host of weight two gets twice as many calls as one of weight one. */
    weight: smallint().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.eventTypeId, table.hostId] }),
    index("hosting_host").on(table.hostId),
    check("hosting_weight", sql`${table.weight} between 1 and 10`),
  ],
);

/** One weekly opening of a host, on the wall clock of the host's time zone. 1440 is midnight at the end of the day. */
export const availability = pgTable(
  "availability",
  {
    id: id(),
    hostId: partOf("host_id", () => host.id),
    /** ISO 8601: 1 Monday … 7 Sunday. */
    weekday: smallint().notNull(),
    startMinute: smallint("start_minute").notNull(),
    endMinute: smallint("end_minute").notNull(),
  },
  (table) => [
    unique("availability_opening").on(table.hostId, table.weekday, table.startMinute),
    check("availability_weekday", sql`${table.weekday} between 1 and 7`),
    check(
      "availability_minutes",
      sql`${table.startMinute} >= 0 and ${table.startMinute} < ${table.endMinute} and ${table.endMinute} <= 1440`,
    ),
  ],
);

/** Replaces weekly hours and holidays on one date; no openings: closed. */
export const dateOverride = pgTable(
  "date_override",
  {
    id: id(),
    hostId: partOf("host_id", () => host.id),
    date: date({ mode: "string" }).notNull(),
    openings: jsonb().$type<{ startMinute: number; endMinute: number }[]>().notNull().default([]),
  },
  (table) => [unique("date_override_date").on(table.hostId, table.date)],
);

/**
 * A slot reserved while a visitor fills in the form, one row per host of the call; expired after `expires_at`, even if the row still
 * exists.
 */
export const slotHold = pgTable(
  "slot_hold",
  {
    id: id(),
    tokenHash: text("token_hash").notNull(),
    eventTypeId: partOf("event_type_id", () => eventType.id),
    hostId: partOf("host_id", () => host.id),
    startsAt: instant("starts_at").notNull(),
    blocked: timeRange().notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    unique("slot_hold_once").on(table.tokenHash, table.hostId),
    index("slot_hold_host").on(table.hostId),
    index("slot_hold_event_type").on(table.eventTypeId),
    index("slot_hold_expires").on(table.expiresAt),
  ],
);

/** `readFor`: the settings of the host that the busy times depend on. `until`: when the whole calendar is read again (ISO 8601). */
export type SeenCalendar = Validators & { readFor: string; until: string };

export const busyFeed = pgTable(
  "busy_feed",
  {
    id: id(),
    hostId: partOf("host_id", () => host.id),
    /** https. Secret, because it grants access to the calendar. */
    url: text().notNull(),
    /** The last attempt; null before the first. */
    attemptedAt: instant("attempted_at"),
    /** The last successful read, which determines the busy times. */
    readAt: instant("read_at"),
    /** Why the last attempt failed, one sentence for the host; null if it succeeded. */
    problem: text(),
    /** The first events that the last successful read skipped, and how many it skipped in all. */
    skipped: jsonb().$type<SkippedPart[]>().notNull().default([]),
    skippedCount: integer("skipped_count").notNull().default(0),
    /** Attempts in a row that ended the reader at a limit of time or memory; counted before each attempt. */
    readerEnds: integer("reader_ends").notNull().default(0),
    /** Not read before this time. */
    heldUntil: instant("held_until"),
    /** What the server said about the version that the busy times come from, to ask for a newer one only. */
    seen: jsonb().$type<SeenCalendar>(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [unique("busy_feed_url").on(table.hostId, table.url)],
);

/** Busy times from a host's other calendars. Only the time is stored, no titles or guests. */
export const busyTime = pgTable(
  "busy_time",
  {
    id: id(),
    feedId: partOf("feed_id", () => busyFeed.id),
    hostId: partOf("host_id", () => host.id),
    during: timeRange().notNull(),
  },
  (table) => [index("busy_time_feed").on(table.feedId), index("busy_time_host").on(table.hostId)],
);

/** A time that the team blocked in the firm's calendar: the host takes no calls then. */
export const blockedTime = pgTable(
  "blocked_time",
  {
    id: id(),
    hostId: partOf("host_id", () => host.id),
    during: timeRange().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("blocked_time_host").using("gist", table.hostId, table.during)],
);

/** How calendars of a host are reached. `secret`: a password, or the tokens of the provider. */
export const calendarAccount = pgTable(
  "calendar_account",
  {
    id: id(),
    hostId: partOf("host_id", () => host.id),
    kind: text().$type<CalendarKind>().notNull(),
    /** The address of a CalDAV server; empty for Google and Microsoft. */
    server: text().notNull().default(""),
    username: text().notNull(),
    /** Sealed with SECRET. */
    secret: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    unique("calendar_account_once").on(table.hostId, table.kind, table.server, table.username),
    check("calendar_account_kind", sql`${table.kind} in ('caldav', 'google', 'microsoft')`),
  ],
);

/** A calendar of an account: its busy times count, or calls are written to it, or both. */
export const connectedCalendar = pgTable(
  "connected_calendar",
  {
    id: id(),
    accountId: partOf("account_id", () => calendarAccount.id),
    hostId: partOf("host_id", () => host.id),
    /** The URL of the collection, or the id that the provider gave it. */
    ref: text().notNull(),
    name: text().notNull(),
    canWrite: boolean("can_write").notNull(),
    isChecked: boolean("is_checked").notNull().default(false),
    /** Calls of the host are written to it. One per host. */
    isTarget: boolean("is_target").notNull().default(false),
    /** What the server said about the version that the busy times come from, and what they depend on; null: read all. */
    seen: jsonb().$type<SeenVersionOfCalendar>(),
    attemptedAt: instant("attempted_at"),
    /** The last complete read, which determines the busy times. */
    readAt: instant("read_at"),
    /** Why the last attempt failed, one sentence for the host; null if it succeeded. */
    problem: text(),
    failingSince: instant("failing_since"),
    /** When the host was notified that it cannot be read. */
    warnedAt: instant("warned_at"),
    /** Not asked before this time: the server said so. */
    heldUntil: instant("held_until"),
    skippedCount: integer("skipped_count").notNull().default(0),
    /** When a notification said that it changed; null once a read has begun since. */
    changedAt: instant("changed_at"),
    /** When its channel is renewed or asked for again; null: now. */
    channelAt: instant("channel_at"),
    /** Why there is no channel. */
    channelProblem: text("channel_problem").$type<PushProblem>(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("connected_calendar_changed").on(table.changedAt).where(sql`${table.changedAt} is not null`),
    unique("connected_calendar_once").on(table.accountId, table.ref),
    uniqueIndex("connected_calendar_target").on(table.hostId).where(sql`${table.isTarget}`),
    index("connected_calendar_host").on(table.hostId),
  ],
);

/** A channel through which a service reports that a calendar changed. Two of one calendar overlap when it is renewed. */
export const calendarChannel = pgTable(
  "calendar_channel",
  {
    id: id(),
    calendarId: partOf("calendar_id", () => connectedCalendar.id),
    /** Of the secret that each notification contains. */
    tokenHash: text("token_hash").notNull(),
    /** The origin of this site, to which notifications are sent. */
    site: text().notNull(),
    /** The service's name for it; null until the service has responded. */
    ref: text(),
    /** Later notifications do not count. */
    expiresAt: instant("expires_at").notNull(),
    renewAt: instant("renew_at").notNull(),
    /** When the service was first seen to reach this site. */
    heardAt: instant("heard_at"),
  },
  (table) => [index("calendar_channel_calendar").on(table.calendarId)],
);

/** Busy times of a connected calendar without our own calls. Only the time is stored. */
export const calendarBusy = pgTable(
  "calendar_busy",
  {
    id: id(),
    calendarId: partOf("calendar_id", () => connectedCalendar.id),
    hostId: partOf("host_id", () => host.id),
    during: timeRange().notNull(),
  },
  (table) => [
    index("calendar_busy_calendar").on(table.calendarId),
    index("calendar_busy_host").using("gist", table.hostId, table.during),
  ],
);

/** The event of a call in a connected calendar of one of its hosts, and whether it still has to be written. */
export const calendarEvent = pgTable(
  "calendar_event",
  {
    bookingId: partOf("booking_id", () => booking.id),
    calendarId: partOf("calendar_id", () => connectedCalendar.id),
    /** Where the server keeps it; null: not written yet. */
    ref: text(),
    etag: text(),
    /** The version of the call that the event shows. */
    writtenSequence: integer("written_sequence"),
    /** When to write; null: up to date. */
    dueAt: instant("due_at"),
    attempts: integer().notNull().default(0),
    /** Why it could not be written, or why a change there was not applied. */
    problem: text(),
    /** When it was found deleted or declined there; an admin decides. */
    goneAt: instant("gone_at"),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.calendarId] }),
    index("calendar_event_calendar").on(table.calendarId),
    index("calendar_event_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index("calendar_event_gone").on(table.goneAt).where(sql`${table.goneAt} is not null`),
  ],
);

/** own: booked here. calendly: booked there and received by webhook; Calendly moves, cancels and reminds. */
export type BookingSource = "own" | "calendly";
export type BookingOutcome = "held" | "no-show";
export type Tracking = Record<string, string>;

/** One call with one visitor. An exclusion constraint of a migration prevents overlapping blocked times of a host's pending and confirmed calls. */
export const booking = pgTable(
  "booking",
  {
    id: id(),
    /** Public id of the call, in calendar files and in events of the embedded page. Grants no access. */
    uid: text().notNull().unique(),
    eventTypeId: uuid("event_type_id")
      .notNull()
      .references(() => eventType.id),
    hostId: uuid("host_id")
      .notNull()
      .references(() => host.id),
    during: timeRange().notNull(),
    /** The call with the buffers it was booked with. */
    blocked: timeRange().notNull(),
    status: text().$type<BookingStatus>().notNull().default("confirmed"),
    name: text().notNull(),
    email: text().notNull(),
    /** The time zone that the visitor chose, for their mails and pages. */
    timezone: text().notNull(),
    notes: text().notNull().default(""),
    answers: jsonb().$type<Answer[]>().notNull().default([]),
    tracking: jsonb().$type<Tracking>().notNull().default({}),
    meetingUrl: text("meeting_url"),
    /** Where a call without video takes place, as it was booked; null: a video call. */
    place: text(),
    source: text().$type<BookingSource>().notNull().default("own"),
    externalUrl: text("external_url"),
    /** What a pending call waits for, and until when. */
    awaits: text().$type<Awaited>(),
    awaitsUntil: instant("awaits_until"),
    pendingEnd: text("pending_end").$type<PendingEnd>(),
    /** In US dollars, as it was booked; null: free of charge. */
    priceCents: integer("price_cents"),
    payBy: text("pay_by").$type<PayBy>(),
    /** Canceled by the firm, or early enough: the price is returned, or not due. */
    isRefundDue: boolean("is_refund_due").notNull().default(false),
    /** The earliest start that the visitor moved it away from when its price was no longer refundable; the firm's moves clear it. */
    lapsedStart: instant("lapsed_start"),
    /** held: marked by an admin, or its end passed without a cancellation. */
    outcome: text().$type<BookingOutcome>(),
    /** When other features were notified that it took place. */
    tookPlaceAt: instant("took_place_at"),
    /** The signed-in user who booked; the address above may be another's. */
    userId: uuid("user_id").references(() => user.id, { onDelete: "set null" }),
    blueprintId: uuid("blueprint_id").references(() => blueprint.id, { onDelete: "set null" }),
    manageTokenHash: text("manage_token_hash").notNull().unique(),
    /** RFC 5546 SEQUENCE of the calendar file: increases with every move and with the cancellation. */
    sequence: integer().notNull().default(0),
    idempotencyKeyHash: text("idempotency_key_hash").unique(),
    /** Hash of the input sent with that key; other input is refused. */
    requestHash: text("request_hash"),
    createdAt: instant("created_at").notNull(),
    canceledAt: instant("canceled_at"),
    cancellationReason: text("cancellation_reason"),
  },
  (table) => [
    index("booking_event_type").on(table.eventTypeId),
    index("booking_open").on(table.hostId).where(sql`${table.status} = 'confirmed' and ${table.outcome} is null`),
    index("booking_start").on(sql`lower(${table.during})`, table.id),
    index("booking_email").on(table.email),
    index("booking_user").on(table.userId),
    index("booking_blueprint").on(table.blueprintId),
    index("booking_created").on(table.createdAt),
    index("booking_folded").using("gin", sql`search_fold(${table.name} || ' ' || ${table.email}) gin_trgm_ops`),
    // For processes of the release before; the next one can drop it.
    index("booking_search").using("gin", sql`(${table.name} || ' ' || ${table.email}) gin_trgm_ops`),
    index("booking_pending").on(table.awaitsUntil).where(sql`${table.status} = 'pending'`),
    check("booking_status", sql`${table.status} in ('pending', 'confirmed', 'cancelled')`),
    check("booking_awaits", sql`(${table.status} = 'pending') = (${table.awaits} is not null)`),
    check(
      "booking_awaited",
      sql`${table.awaits} is null or (${table.awaits} in ('payment', 'host') and ${table.awaitsUntil} is not null)`,
    ),
    check(
      "booking_pending_end",
      sql`${table.pendingEnd} is null or (${table.pendingEnd} in ('declined', 'expired', 'unpaid') and ${table.status} = 'cancelled')`,
    ),
    check(
      "booking_price",
      sql`(${table.priceCents} is null and ${table.payBy} is null) or (${table.priceCents} > 0 and ${table.payBy} in ('checkout', 'invoice'))`,
    ),
    check("booking_source", sql`${table.source} in ('own', 'calendly')`),
    check(
      "booking_outcome",
      sql`${table.outcome} is null or (${table.outcome} in ('held', 'no-show') and ${table.status} = 'confirmed')`,
    ),
    check("booking_canceled_at", sql`(${table.status} = 'cancelled') = (${table.canceledAt} is not null)`),
    check("booking_email_lower_case", sql`${table.email} = lower(${table.email})`),
    check("booking_idempotency", sql`(${table.idempotencyKeyHash} is null) = (${table.requestHash} is null)`),
  ],
);

/** A further host of a call that needs several. `blocked` is null once the call is canceled; an exclusion constraint keeps the rest apart. */
export const bookingCohost = pgTable(
  "booking_cohost",
  {
    bookingId: partOf("booking_id", () => booking.id),
    hostId: uuid("host_id")
      .notNull()
      .references(() => host.id),
    blocked: timeRange(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.hostId] }), index("booking_cohost_host").on(table.hostId)],
);

/** A link with which one call of an event type can be booked, once. */
export const bookingLink = pgTable(
  "booking_link",
  {
    id: id(),
    eventTypeId: partOf("event_type_id", () => eventType.id),
    tokenHash: text("token_hash").notNull().unique(),
    /** For whom, in the admin's words. */
    label: text().notNull().default(""),
    createdAt: instant("created_at").notNull(),
    revokedAt: instant("revoked_at"),
    usedAt: instant("used_at"),
    bookingId: uuid("booking_id").references(() => booking.id, { onDelete: "set null" }),
  },
  (table) => [
    index("booking_link_event_type").on(table.eventTypeId, table.createdAt),
    index("booking_link_booking").on(table.bookingId),
  ],
);

/** A guest of a call, invited by the visitor: gets the calendar mails and cannot change the call. */
export const bookingGuest = pgTable(
  "booking_guest",
  {
    id: id(),
    bookingId: partOf("booking_id", () => booking.id),
    email: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    unique("booking_guest_once").on(table.bookingId, table.email),
    index("booking_guest_email").on(table.email),
    check("booking_guest_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

export type BookingAction = "requested" | "made" | "moved" | "cancelled" | "held" | "no-show" | "unmarked";

/** The history of a call, one row per action; append-only. */
export const bookingChange = pgTable(
  "booking_change",
  {
    id: id(),
    bookingId: partOf("booking_id", () => booking.id),
    action: text().$type<BookingAction>().notNull(),
    at: instant("at").notNull(),
    during: timeRange().notNull(),
    sequence: integer().notNull(),
    reason: text(),
    /** Null for the holder of the manage link and for the command line. */
    actorUserId: uuid("actor_user_id").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    index("booking_change_booking").on(table.bookingId, table.at),
    index("booking_change_actor").on(table.actorUserId),
    check(
      "booking_change_action",
      sql`${table.action} in ('requested', 'made', 'moved', 'cancelled', 'held', 'no-show', 'unmarked')`,
    ),
  ],
);

export type ReminderKind = keyof ReminderTexts;

/** A reminder that was sent, with the call's start at that time: a moved call gets new reminders. */
export const bookingReminder = pgTable(
  "booking_reminder",
  {
    bookingId: partOf("booking_id", () => booking.id),
    kind: text().$type<ReminderKind>().notNull(),
    startsAt: instant("starts_at").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.kind, table.startsAt] }),
    check("booking_reminder_kind", sql`${table.kind} in ('day', 'hour')`),
  ],
);

/**
 * Every id that Calendly ever gave an invitee, hashed: a rescheduled call gets a new id but is the same booking. Rows outlive the
 * visitor in their booking, so that a late repeat does not restore it.
 */
export const calendlyInvitee = pgTable(
  "calendly_invitee",
  {
    uriHash: text("uri_hash").primaryKey(),
    bookingId: partOf("booking_id", () => booking.id),
  },
  (table) => [index("calendly_invitee_booking").on(table.bookingId)],
);
