import { calendarUnreadMail } from "#app/features/booking/emails/calendar-unread.tsx";
import { callBookedHostMail, callBookedMail } from "#app/features/booking/emails/call-booked.tsx";
import { callCancelledHostMail, callCancelledMail } from "#app/features/booking/emails/call-cancelled.tsx";
import { callMovedHostMail, callMovedMail } from "#app/features/booking/emails/call-moved.tsx";
import { callReminderMail } from "#app/features/booking/emails/call-reminder.tsx";
import {
  callNotConfirmedMail,
  callRequestedHostMail,
  callRequestedMail,
  callToPayMail,
  requestExpiredHostMail,
} from "#app/features/booking/emails/call-requested.tsx";
import { callTakenElsewhereMail } from "#app/features/booking/emails/call-taken-elsewhere.tsx";
import { guestMail } from "#app/features/booking/emails/guest-mails.tsx";
import { rebookMail, runningLateMail } from "#app/features/booking/emails/host-messages.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { brief, call, moved } from "./mail-gallery-data.ts";

/** The mails about calls. */
export const callMails = (now: Date): Record<string, MailDraft> => ({
  "call-booked": callBookedMail(call, now),
  "call-booked-host": callBookedHostMail(call, brief, now),
  "call-booked-host.stranger": callBookedHostMail({ ...noLink, guests: [] }, null, now),
  "call-booked-host.elsewhere": callTakenElsewhereMail(call, { before: null, brief: null }),
  "call-moved": callMovedMail(call, moved, now),
  "call-moved-host": callMovedHostMail(call, moved, now),
  "call-moved-host.elsewhere": callTakenElsewhereMail(call, { before: moved, brief: null }),
  "call-moved.by-the-firm": callMovedMail(call, moved, now, "A client needs me on site that morning."),
  "call-guest-invited": guestMail(call, call.guests[0]!, "invited", now),
  "call-guest-moved": guestMail(call, call.guests[0]!, "moved", now),
  "call-guest-cancelled": guestMail(cancelled, call.guests[0]!, "cancelled", now),
  "call-running-late": runningLateMail(call),
  "call-rebook": rebookMail(call),
  "call-requested": callRequestedMail(requested),
  "call-requested-host": callRequestedHostMail(requested, brief, "https://gtmarc.example/call-request/1"),
  "call-not-confirmed": callNotConfirmedMail(requested, "declined", "We are on a retreat that week."),
  "call-not-confirmed.in-time": callNotConfirmedMail(requested, "expired", ""),
  "call-request-expired-host": requestExpiredHostMail(requested),
  "call-cancelled": callCancelledMail(cancelled, now, null, true),
  "call-cancelled.refunded": callCancelledMail(priced(cancelled, "checkout", true), now, null, true),
  "call-cancelled.too-late": callCancelledMail(priced(cancelled, "invoice", false), now, null, true),
  "call-to-pay": callToPayMail({
    ...priced(requested, "checkout", false),
    booking: { ...priced(requested, "checkout", false).booking, awaits: "payment" },
  }),
  "call-cancelled.by-the-firm": callCancelledMail(cancelled, now, "I am ill today. I am sorry.", true),
  "call-cancelled-host": callCancelledHostMail(cancelled, now, true),
  "call-reminder-day": callReminderMail(call, "day", { now: new Date("2026-03-09T18:00:00Z"), name: null }),
  "calendar-unread": calendarUnreadMail({
    host: call.host,
    name: "Mara's calls",
    problem: "The server refused the user name or the password.",
    wasRead: true,
  }),
  "call-reminder-hour": callReminderMail(noLink, "hour", { now: new Date("2026-03-10T17:00:00Z"), name: null }),
});

/** A call without a meeting link: the host sends it. */
const noLink: typeof call = {
  ...call,
  booking: { ...call.booking, meetingUrl: null },
  host: { ...call.host, meetingUrl: null },
};

const requested: typeof call = {
  ...call,
  booking: { ...call.booking, status: "pending", awaits: "host", awaitsUntil: new Date("2026-03-09T15:00:00Z") },
};

const priced = (of: typeof call, payBy: "checkout" | "invoice", isRefundDue: boolean): typeof call => ({
  ...of,
  booking: { ...of.booking, priceCents: 15_000, payBy, isRefundDue },
});

const cancelled: typeof call = {
  ...call,
  booking: { ...call.booking, status: "cancelled", sequence: 1, cancellationReason: "Our board meets that day." },
};
