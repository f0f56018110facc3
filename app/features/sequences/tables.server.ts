import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#app/features/accounts/tables.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { id, instant, oneOf, partOf } from "#app/platform/database/columns.server.ts";
import {
  type Definition,
  type EndReason,
  type EnrollmentState,
  endReasons,
  enrollmentStates,
  type Goal,
  goalKeys,
} from "./definitions/definition.ts";

export const sequence = pgTable("sequence", {
  id: id(),
  name: text().notNull().unique(),
  title: text().notNull(),
  isBuiltIn: boolean("is_built_in").notNull().default(false),
  /** While set, the sequence enrolls people and sends. Events from before enroll no one. */
  startedAt: instant("started_at"),
  /** While set, the sequence enrolls people but sends nothing. */
  pausedAt: instant("paused_at"),
  /** Paused by `pauseAll`, so `resumeAll` resumes it. */
  isPausedWithAll: boolean("is_paused_with_all").notNull().default(false),
  draft: jsonb().$type<Definition>().notNull(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** A published version; never changed. Enrolled people stay in theirs until an admin moves them. */
export const sequenceVersion = pgTable(
  "sequence_version",
  {
    id: id(),
    sequenceId: partOf("sequence_id", () => sequence.id),
    number: integer().notNull(),
    definition: jsonb().$type<Definition>().notNull(),
    publishedAt: instant("published_at").notNull(),
    publishedBy: uuid("published_by").references(() => user.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("sequence_version_number").on(table.sequenceId, table.number),
    index("sequence_version_publisher").on(table.publishedBy).where(sql`${table.publishedBy} is not null`),
  ],
);

/** A step of a version. `body`: shared by all of its mails, stored with the first one and deleted when old. */
export const sequenceStep = pgTable(
  "sequence_step",
  {
    id: id(),
    versionId: partOf("version_id", () => sequenceVersion.id),
    position: integer().notNull(),
    key: text().notNull(),
    kind: text().$type<"mail" | "task">().notNull(),
    body: uuid(),
  },
  (table) => [uniqueIndex("sequence_step_position").on(table.versionId, table.position)],
);

/** One person in one sequence. Open enrollments are active or paused; at most one per person and goal. */
export const enrollment = pgTable(
  "sequence_enrollment",
  {
    id: id(),
    sequenceId: partOf("sequence_id", () => sequence.id),
    versionId: partOf("version_id", () => sequenceVersion.id),
    prospectId: partOf("prospect_id", () => prospect.id),
    /** The prospect originally enrolled, if merged into another one since; see merges.server.ts. */
    originId: uuid("origin_id").references(() => prospect.id, { onDelete: "set null" }),
    goal: text().$type<Goal>().notNull(),
    state: text().$type<EnrollmentState>().notNull(),
    reason: text().$type<EndReason>(),
    done: integer().notNull().default(0),
    enrolledAt: instant("enrolled_at").notNull(),
    /** When the last step was done or skipped; delays start here. */
    lastStepAt: instant("last_step_at"),
    /** When the rules are checked next; null unless active. */
    dueAt: instant("due_at"),
    endedAt: instant("ended_at"),
    /** The event that enrolled the person. */
    eventId: uuid("event_id"),
    /** An event, inactivity or a saved view enrolled this person, so the address must be proven. */
    isAutomatic: boolean("is_automatic").notNull().default(false),
    /** Later events are the person's activity since the enrollment. Event ids are in order of publication. */
    sinceEvent: uuid("since_event").notNull(),
    /** Random; authorizes unsubscribing this person. */
    unsubscribeKey: text("unsubscribe_key").notNull().unique(),
  },
  (table) => [
    uniqueIndex("sequence_enrollment_open_goal")
      .on(table.prospectId, table.goal)
      .where(sql`${table.state} in ('active', 'paused')`),
    uniqueIndex("sequence_enrollment_event")
      .on(table.sequenceId, table.eventId)
      .where(sql`${table.eventId} is not null`),
    index("sequence_enrollment_due").on(table.sequenceId, table.dueAt, table.id).where(sql`${table.state} = 'active'`),
    index("sequence_enrollment_list").on(table.sequenceId, table.enrolledAt, table.id),
    index("sequence_enrollment_state").on(table.sequenceId, table.state, table.enrolledAt, table.id),
    index("sequence_enrollment_prospect").on(table.prospectId),
    index("sequence_enrollment_origin").on(table.originId).where(sql`${table.originId} is not null`),
    index("sequence_enrollment_version").on(table.versionId),
    check("sequence_enrollment_states", sql`${table.state} in (${oneOf(enrollmentStates)})`),
    check("sequence_enrollment_reasons", sql`${table.reason} in (${oneOf(Object.keys(endReasons))})`),
    check("sequence_enrollment_goals", sql`${table.goal} in (${oneOf(goalKeys)})`),
    check("sequence_enrollment_active_is_due", sql`(${table.state} = 'active') = (${table.dueAt} is not null)`),
    check("sequence_enrollment_ended", sql`(${table.state} in ('active', 'paused')) = (${table.endedAt} is null)`),
  ],
);

/** A step done or skipped for a person. The primary key ensures that each happens once. */
export const enrollmentStep = pgTable(
  "sequence_enrollment_step",
  {
    enrollmentId: partOf("enrollment_id", () => enrollment.id),
    stepId: partOf("step_id", () => sequenceStep.id),
    outcome: text().$type<"mail" | "task" | "skipped">().notNull(),
    at: instant("at").notNull(),
    messageId: uuid("message_id"),
    /** The recipient consented to counted clicks when the mail was queued. */
    countsClicks: boolean("counts_clicks").notNull().default(false),
    /** Outcomes of the mail from the event log; clicks are those of people. */
    bouncedAt: instant("bounced_at"),
    clickedAt: instant("clicked_at"),
    repliedAt: instant("replied_at"),
    unsubscribedAt: instant("unsubscribed_at"),
    complainedAt: instant("complained_at"),
  },
  (table) => [
    primaryKey({ columns: [table.enrollmentId, table.stepId] }),
    index("sequence_enrollment_step_at")
      .on(table.stepId, table.at, table.enrollmentId)
      .where(sql`${table.outcome} = 'mail'`),
    index("sequence_enrollment_step_message").on(table.messageId).where(sql`${table.messageId} is not null`),
    check("sequence_enrollment_step_outcome", sql`${table.outcome} in ('mail', 'task', 'skipped')`),
    check("sequence_enrollment_step_mail", sql`(${table.outcome} = 'mail') = (${table.messageId} is not null)`),
  ],
);

/** A call booked after sequence mails, with the first and last mail step before it. Derived from the event log. */
export const sequenceBooking = pgTable(
  "sequence_booking",
  {
    bookingId: uuid("booking_id").primaryKey(),
    prospectId: partOf("prospect_id", () => prospect.id),
    at: instant("at").notNull(),
    firstStep: partOf("first_step", () => sequenceStep.id),
    lastStep: partOf("last_step", () => sequenceStep.id),
    canceledAt: instant("canceled_at"),
  },
  (table) => [
    index("sequence_booking_at").on(table.at, table.bookingId),
    index("sequence_booking_prospect").on(table.prospectId),
    index("sequence_booking_first").on(table.firstStep),
    index("sequence_booking_last").on(table.lastStep),
  ],
);
