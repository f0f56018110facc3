import { z } from "zod";
import { calendarDate, instant, instantText } from "#app/lib/dates/instant.ts";
import { exactUsd } from "#app/lib/money.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import type { NotFound, Refusal, TooMany } from "#app/lib/refusal.ts";
import { text } from "#app/lib/text.ts";
import type { AgendaPart, Bar, PayBy } from "./hosts/event-type.ts";
import { type Answer, answerFaults, type Question } from "./hosts/questions.ts";
import { type InviteeName, inviteeFields, maxGuests } from "./invitee-fields.ts";
import { isTimezone } from "./zoned-time.ts";

/*
 * Booking: calls with the firm, in its own calendar or through Calendly.
 *
 * Life of a call (`booking`): booked, moved any number of times, then canceled, or held or missed as the host marks it. Each change is a
 * row (`booking_change`); guests and reminders have rows too. A host (`host`) has weekly hours, exceptions, event types and calendars
 * whose busy times are read (`busy_feed`, `busy_time`). A held slot (`slot_hold`) is reserved while its form is filled in.
 *
 * Events: booking.made, booking.moved, booking.cancelled, booking.held, booking.missed.
 *
 * Invariants: a host has no two calls at one time, which a constraint of the database guarantees; times are stored in UTC and computed in
 * the zone of the host; the link of a call is enough to move and cancel it.
 *
 * Begin with availability/slots.ts (which times are free) and bookings/booking.server.ts (`bookCall`). agenda/ reads calls, hosts/ and
 * busy-calendars/ are the host's side, calendly/ is the other calendar. Here: schemas, refusals and labels, safe in the browser.
 */

export { type AgendaPart, agendaSentence, strategyAgenda } from "./hosts/event-type.ts";
export { blueprintUnlockCall, strategySession } from "./hosts/event-type-slugs.ts";

/** Maximum number of upcoming calls for an address that others may have booked for, and for a signed-in user. */
export const maxCallsAhead = { address: 3, person: 5 } as const;

export const maxAnonymousBookings = 10;

export const holdMinutes = 5;

/** A priced call holds its time this long while it is paid. */
export const payMinutes = 15;

export const maxRangeDays = 62;

const personName = text({
  max: inviteeFields.name.maxLength,
  required: "Please enter your name.",
  tooLong: "Use at most 100 characters.",
});

const lines = (max: number) => text({ max, shape: "lines" });

/** An IANA name. */
export const Timezone = z
  .string({ error: "Please choose a time zone." })
  .max(64, "Please choose a time zone.")
  .refine(isTimezone, "This time zone is unknown. Use an IANA name such as America/New_York.");

const badGuest = "Enter complete addresses, one per line or with commas between them.";
export const Guests = z
  .array(emailAddress(badGuest))
  .max(maxGuests, `Invite at most ${maxGuests} guests.`)
  .transform((emails) => [...new Set(emails)]);

/** One error for the field, where `Guests` has one for each address. */
const typedGuests = text({ max: inviteeFields.guests.maxLength, shape: "lines" }).transform((typed, ctx) => {
  const guests = Guests.safeParse(typed.split(/[\s,;]+/).filter(Boolean));
  if (guests.success) return guests.data;
  ctx.addIssue({ code: "custom", message: guests.error.issues[0]?.message ?? badGuest });
  return z.NEVER;
});

const inviteeSchemas = {
  name: personName,
  email: emailAddress("Please enter a valid email address."),
  notes: lines(inviteeFields.notes.maxLength).default(""),
  guests: Guests.default([]),
} satisfies Record<InviteeName, z.ZodType>;

export const InviteeForm = z.object({
  ...inviteeSchemas,
  /** Question id → answer. */
  answers: z.record(text({ max: 40 }), lines(2000)).default({}),
});
export type InviteeForm = z.input<typeof InviteeForm>;

export const TypedInvitee = InviteeForm.extend({ guests: typedGuests });
export type TypedInvitee = z.input<typeof TypedInvitee>;

/** The form with the questions of one event type; each error belongs to its question. */
export const inviteeFormFor = (questions: readonly Question[]) =>
  TypedInvitee.superRefine(({ answers }, context) => {
    for (const [id, message] of Object.entries(answerFaults(questions, answers)))
      context.addIssue({ code: "custom", path: ["answers", id], message });
  });

export const trackingNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
/** Labels of the booking link's tracking parameters, in the admin area's order. */
export const trackingLabels: Readonly<Record<(typeof trackingNames)[number], string>> = {
  utm_campaign: "Campaign",
  utm_source: "Campaign source",
  utm_medium: "Campaign medium",
  utm_term: "Campaign keyword",
  utm_content: "Campaign content",
};
const Tracking = z.partialRecord(z.enum(trackingNames), text({ max: 200 }));

/** Where the invitee chooses the host; any of them without it. */
const chosenHost = z.uuid().optional();

/** Of an event type that is booked with a personal link. */
const bookingLinkToken = text({ max: 100, shape: "verbatim" }).optional();

const holdToken = text({ max: 100, shape: "verbatim" }).optional();

export const CallRequest = InviteeForm.extend({
  start: instant("Please choose a time."),
  timezone: Timezone,
  hold: holdToken,
  host: chosenHost,
  link: bookingLinkToken,
  /** The price that the form showed, null for none: another one refuses the booking. Without it any price is accepted. */
  priceCents: z.int().nonnegative().nullable().optional(),
  /** The blueprint of the analysis that led to the booking. Ignored unless the signed-in user owns it. */
  blueprint: text({ max: 100, shape: "verbatim" }).optional(),
  tracking: Tracking.default({}),
});
export type CallRequest = z.output<typeof CallRequest>;

const dateOrInstant = z.union([calendarDate(), instantText()], {
  error: "Use a date such as 2026-11-24 or an instant such as 2026-11-24T09:00:00Z.",
});

/** Dates are whole days of `timezone`, including the last one; instants are used unchanged, excluding the last one. */
export const SlotQuery = z.object({
  from: dateOrInstant,
  to: dateOrInstant,
  timezone: Timezone.optional(),
  /** Token of the call to move: its own time counts as free. */
  moving: text({ max: 100, shape: "verbatim" }).optional(),
  /** Token of the visitor's own hold; its slot counts as free. */
  hold: holdToken,
  host: chosenHost,
});
export type SlotQuery = z.output<typeof SlotQuery>;

export const HoldRequest = z.object({
  start: instant("Please choose a time."),
  hold: holdToken,
  host: chosenHost,
  link: bookingLinkToken,
});

export const MoveRequest = z.object({ start: instant("Please choose a time.") });

export const CancellationRequest = z.object({ reason: lines(500).default("") });

/** Of a call that a host must confirm; the visitor reads the reason. */
export const Decision = z.object({ decision: z.enum(["confirm", "decline"]), reason: lines(500).default("") });
export type Decision = z.output<typeof Decision>;

export type SlotsRefusal = Refusal<"unknown_event_type" | "range_backwards" | "range_too_long">;
/** `calendar_unread`: the time would be free, but a calendar of the host cannot be read now. */
export type TimeRefusal = Refusal<"taken" | "not_offered" | "calendar_unread">;
export type HoldRefusal = TimeRefusal | Refusal<"unknown_event_type" | Bar>;
export type BookRefusal =
  | HoldRefusal
  | CallsAheadRefusal
  | Refusal<"answers_incomplete" | "key_reused" | "blueprint_has_call">
  | PriceChanged
  | TooMany;
/** `priceCents`: the price by now; null: free of charge. */
export type PriceChanged = Refusal<"price_changed", { priceCents: number | null }>;
export type CallsAheadRefusal = Refusal<"address_has_calls" | "person_has_calls">;
export type CancelRefusal = NotFound | Refusal<"already_started" | "elsewhere" | "too_late">;
export type MoveRefusal =
  | NotFound
  | TimeRefusal
  | Refusal<"cancelled" | "already_started" | "elsewhere" | "too_late" | "pending">;
export type MessageRefusal =
  | NotFound
  | Refusal<"cancelled" | "not_now" | "not_missed" | "booked_again" | "sent_before">;
export type DecisionRefusal = NotFound | Refusal<"decided" | "blueprint_has_call">;

export const refusalText = {
  unknown_event_type: "There is no such event type.",
  range_backwards: "The end must not be before the start.",
  range_too_long: `The period can be at most ${maxRangeDays} days long.`,
  taken: "That time is no longer free. Please choose another.",
  not_offered: "That time is not available. Please choose one from the calendar.",
  calendar_unread:
    "The host's calendar cannot be read right now, so we do not know whether this time is free. Nothing was booked or changed: choose another time, or write to us.",
  sign_in_needed: "This call is for clients. Sign in with the account that we know you by, then book it.",
  clients_only: "This call is for clients. You can book another kind of call instead.",
  link_needed: "This call is booked with a personal link. Please open the link that you got from us.",
  link_used: "This link has been used or withdrawn. Ask the person who gave it to you for another one.",
  key_reused: "This request was already used for another booking. Please send it again.",
  address_has_calls: `This address already has ${maxCallsAhead.address} upcoming calls. To move or cancel one, open the link in its confirmation email.`,
  person_has_calls: `You already have ${maxCallsAhead.person} upcoming calls. To move or cancel one, open the link in its confirmation email.`,
  too_many: `${maxAnonymousBookings} calls were booked from your network in the last hour. Sign in to book another, or try again later.`,
  answers_incomplete: "Please answer every question that is marked as required.",
  blueprint_has_call:
    "This blueprint already has its unlock call. To move or cancel it, open the link in its confirmation email. For anything else, book another kind of call.",
  elsewhere: "This call was booked with Calendly and is changed there.",
  too_late:
    "It is too late to move or cancel this call online. Reply to its confirmation email, and the host helps you.",
  pending: "This call is not certain yet, so it cannot be moved. Cancel it and book another time.",
  not_now: "You can say that you run late from half an hour before the call until its end.",
  sent_before: "The visitor has already got this email. Reload the page to see when.",
  not_missed: "Mark the call as a no-show first.",
  booked_again: "The visitor has already booked another call with the link of an earlier invitation.",
  decided: "This request was confirmed, declined or withdrawn before.",
  not_found: "This booking was not found.",
  already_started: "This call has already started, so it can no longer be changed.",
  cancelled: "This call was canceled. Please book a new one.",
} as const satisfies Record<
  (
    | SlotsRefusal
    | Exclude<BookRefusal, PriceChanged>
    | CancelRefusal
    | MoveRefusal
    | DecisionRefusal
    | MessageRefusal
  )["kind"],
  string
>;

export const calendarUnreadText = (contactEmail: string): string =>
  refusalText.calendar_unread.replace("write to us", `write to ${contactEmail}`);

export const priceChangedText = ({ priceCents }: Pick<PriceChanged, "priceCents">): string =>
  priceCents === null
    ? "This call is free of charge by now. Please check and confirm."
    : `The price changed to ${exactUsd(priceCents / 100)} (USD). Please check and confirm.`;

/** Returns the message for a refusal code in the URL, after a form was submitted without scripts. */
export const refusalMessage = (code: string | null, contactEmail?: string): string | null => {
  if (code === "calendar_unread" && contactEmail) return calendarUnreadText(contactEmail);
  if (code === "too_many") return "Too many attempts. Please try again in a few minutes.";
  if (code === "reason_too_long") return "The call was not canceled: use at most 500 characters for the reason.";
  if (code === "unavailable") return "The payment page could not be opened, and nothing was charged. Please try again.";
  if (code === "not_payable") return "This call is paid or canceled, or the time for paying is over.";
  if (code === "unknown") return "Nothing was changed. Please try again.";
  return code !== null && Object.hasOwn(refusalText, code) ? refusalText[code as keyof typeof refusalText] : null;
};

/** pending: holds its time, but does not count before it is paid or confirmed. */
export type BookingStatus = "pending" | "confirmed" | "cancelled";
export type Awaited = "payment" | "host";
/** Why a pending call was canceled: by a host, because its time was over, or because it was not paid. */
export type PendingEnd = "declined" | "expired" | "unpaid";

export type EventType = {
  slug: string;
  title: string;
  description: string;
  durationMinutes: number;
  /** The host's name, or the names of all that a call needs, or the firm's if one of several hosts takes it. */
  hostName: string;
  /** Whom the invitee can choose; empty: they cannot. */
  hosts: { id: string; name: string }[];
  /** The time zone that all hosts share, otherwise the firm's. */
  hostTimezone: string;
  questions: Question[];
  agenda: AgendaPart[];
  /** One sentence: where a call takes place before it has a link of its own. */
  where: string;
  redirectUrl: string | null;
  needsConfirmation: boolean;
  /** Invitees can move and cancel until so many hours before the start. */
  changeLimitHours: number;
  /** In US dollars; null: free of charge. */
  priceCents: number | null;
  payBy: PayBy;
};

export type CallDetails = {
  uid: string;
  kind: EventType;
  start: Date;
  end: Date;
  status: BookingStatus;
  awaits: Awaited | null;
  awaitsUntil: Date | null;
  pendingEnd: PendingEnd | null;
  priceCents: number | null;
  payBy: PayBy | null;
  /** The visitor gets the price back by canceling now, which is until `refundHours` before the start (null: never). */
  isRefundable: boolean;
  refundHours: number | null;
  /** The visitor moved it when its price was no longer refundable, and the firm has not moved it since. */
  isMovedLate: boolean;
  /** Of a canceled call: the price is returned, or not due. */
  isRefundDue: boolean;
  /** Hours before its start from which on the visitor cannot move or cancel it; 0: no limit. */
  changeLimitHours: number;
  isTooLate: boolean;
  hasStarted: boolean;
  /** The visitor or the firm has moved it since it was booked. */
  isMoved: boolean;
  /** The call was at some time more than a pending request, so host and invitee know of it. */
  hasCounted: boolean;
  name: string;
  email: string;
  timezone: string;
  notes: string;
  guests: string[];
  answers: Answer[];
  /** Booked with Calendly: changed there, at this URL if it is known. */
  elsewhere: { url: string | null } | null;
  hostEmail: string;
  /** Null: the host sends a link before the call. */
  meetingUrl: string | null;
  /** The link, or a sentence. */
  place: string;
  agenda: AgendaPart[];
  cancellationReason: string;
  blueprintId: string | null;
  /** Its event type is booked by a personal link. */
  needsLink: boolean;
  /** The personal link to book a canceled or missed call again, until it is used; null without one. */
  againLink: string | null;
};
