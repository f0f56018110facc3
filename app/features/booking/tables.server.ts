import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { newId } from "../../lib/uuid.ts";
import { user } from "../accounts/tables.server.ts";
import { timeRange } from "./time-range.server.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });
const id = () => uuid().primaryKey().$defaultFn(newId);

/** Who takes calls. Their zone gives the weekly hours and the days a meaning. */
export const host = pgTable(
  "host",
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull().unique(),
    /** IANA name. */
    timezone: text().notNull(),
    /** The room every call of this host takes place in; without one the host sends a link before the call. */
    meetingUrl: text("meeting_url"),
    /** US federal holidays are days off, unless an override opens them. */
    observesHolidays: boolean("observes_holidays").notNull().default(true),
    /** Made at the first start and not edited since: address and zone still follow CONTACT_EMAIL and COMPANY_TIMEZONE. */
    followsSettings: boolean("follows_settings").notNull().default(false),
    userId: uuid("user_id").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("host_user").on(table.userId),
    check("host_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

/** A kind of call that can be booked. */
export const eventType = pgTable(
  "event_type",
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    description: text().notNull(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => host.id),
    durationMinutes: integer("duration_minutes").notNull(),
    /** Kept free for the host before and after; buffers of neighbouring calls add up. */
    bufferBeforeMinutes: integer("buffer_before_minutes").notNull().default(0),
    bufferAfterMinutes: integer("buffer_after_minutes").notNull().default(0),
    minimumNoticeMinutes: integer("minimum_notice_minutes").notNull().default(0),
    /** Bookable today and on this many days after it, counted in the host's zone. */
    horizonDays: integer("horizon_days").notNull(),
    /** Calls of this kind on one day of the host's; null: no cap. */
    dailyCap: integer("daily_cap"),
    /** Starts are offered this far apart, counted from the beginning of each opening. */
    slotStepMinutes: integer("slot_step_minutes").notNull(),
    active: boolean().notNull().default(true),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("event_type_host").on(table.hostId),
    check("event_type_duration", sql`${table.durationMinutes} between 5 and 720`),
    check(
      "event_type_buffers",
      sql`${table.bufferBeforeMinutes} between 0 and 720 and ${table.bufferAfterMinutes} between 0 and 720`,
    ),
    check("event_type_notice", sql`${table.minimumNoticeMinutes} between 0 and 43200`),
    check("event_type_horizon", sql`${table.horizonDays} between 1 and 730`),
    check("event_type_cap", sql`${table.dailyCap} > 0`),
    check("event_type_step", sql`${table.slotStepMinutes} between 5 and 720`),
  ],
);

/** One weekly opening of a host, on the wall clock of the host's zone. 1440 is midnight at the end of the day. */
export const availability = pgTable(
  "availability",
  {
    id: id(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => host.id, { onDelete: "cascade" }),
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

/** What holds on one date instead of the weekly hours and the holidays; no openings: closed. */
export const dateOverride = pgTable(
  "date_override",
  {
    id: id(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => host.id, { onDelete: "cascade" }),
    date: date({ mode: "string" }).notNull(),
    openings: jsonb().$type<{ startMinute: number; endMinute: number }[]>().notNull().default([]),
  },
  (table) => [unique("date_override_date").on(table.hostId, table.date)],
);

export type BookingStatus = "confirmed" | "cancelled";

/** One call with one person. db/constraints.sql keeps the blocked times of a host's confirmed calls apart. */
export const booking = pgTable(
  "booking",
  {
    id: id(),
    /** Names the call outside: in calendar files and in events of the embedded page. Gives no right. */
    uid: text().notNull().unique(),
    eventTypeId: uuid("event_type_id")
      .notNull()
      .references(() => eventType.id),
    hostId: uuid("host_id")
      .notNull()
      .references(() => host.id),
    /** The call itself. */
    during: timeRange().notNull(),
    /** The call with the buffers it was booked with. */
    blocked: timeRange().notNull(),
    status: text().$type<BookingStatus>().notNull().default("confirmed"),
    name: text().notNull(),
    email: text().notNull(),
    /** The zone the person chose; their mails and their page show times in it. */
    timezone: text().notNull(),
    notes: text().notNull().default(""),
    /** The signed-in person who booked; the address above may be another. */
    userId: uuid("user_id").references(() => user.id, { onDelete: "set null" }),
    manageTokenHash: text("manage_token_hash").notNull().unique(),
    /** RFC 5546 SEQUENCE of the calendar file: rises with every move and with the cancellation. */
    sequence: integer().notNull().default(0),
    idempotencyKeyHash: text("idempotency_key_hash").unique(),
    /** Of what was asked with that key; another question with the same key is refused. */
    requestHash: text("request_hash"),
    createdAt: instant("created_at").notNull(),
    cancelledAt: instant("cancelled_at"),
    cancellationReason: text("cancellation_reason"),
  },
  (table) => [
    index("booking_event_type").on(table.eventTypeId),
    index("booking_email").on(table.email),
    index("booking_user").on(table.userId),
    index("booking_created").on(table.createdAt),
    check("booking_status", sql`${table.status} in ('confirmed', 'cancelled')`),
    check("booking_cancelled_at", sql`(${table.status} = 'cancelled') = (${table.cancelledAt} is not null)`),
    check("booking_email_lower_case", sql`${table.email} = lower(${table.email})`),
    check("booking_idempotency", sql`(${table.idempotencyKeyHash} is null) = (${table.requestHash} is null)`),
  ],
);

export type BookingAct = "made" | "moved" | "cancelled";

/** What happened to a call, one row per act; only ever added to. */
export const bookingChange = pgTable(
  "booking_change",
  {
    id: id(),
    bookingId: uuid("booking_id")
      .notNull()
      .references(() => booking.id, { onDelete: "cascade" }),
    act: text().$type<BookingAct>().notNull(),
    at: instant("at").notNull(),
    /** The call's time after the act. */
    during: timeRange().notNull(),
    sequence: integer().notNull(),
    reason: text(),
    /** Null: the holder of the manage link, or the operator's command line. */
    actorUserId: uuid("actor_user_id").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    index("booking_change_booking").on(table.bookingId, table.at),
    index("booking_change_actor").on(table.actorUserId),
    check("booking_change_act", sql`${table.act} in ('made', 'moved', 'cancelled')`),
  ],
);
