import { TimeToBlock } from "#app/features/booking/agenda/week/blocked-times.ts";
import { Decision } from "#app/features/booking/booking.ts";
import { OutcomeMark } from "#app/features/booking/bookings/outcome.ts";
import { CaldavAccount, CalendarChoice, CalendarProviderChoice } from "#app/features/booking/calendars/connection.ts";
import { EventTypeSettings, NewEventType } from "#app/features/booking/hosts/event-type.ts";
import { HostSettings, OverrideRange, WeeklyHours } from "#app/features/booking/hosts/host-settings.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { bookingAdminEndpoints } from "#app/routes/api/booking/booking-admin.server.ts";
import { type ActionResult, actionsOf, resultOf } from "#app/shell/admin/action.tsx";
import { client } from "#app/shell/api-client.ts";
import { withFreshCode } from "#app/shell/fresh-code.ts";

const act = actionsOf<typeof bookingAdminEndpoints>();
const call = client<typeof bookingAdminEndpoints>();

const markLabels: Record<OutcomeMark, string> = {
  held: "Marked as held.",
  "no-show": "Marked as no-show.",
  none: "The mark is removed.",
};

const hostIn = (form: FormFields) => ({ hostId: form.text("hostId") });
const bookingIn = (form: FormFields) => ({ bookingId: form.text("bookingId") });

export const callActions = {
  cancel: async (form: FormFields) =>
    act(
      "POST /admin/bookings/{bookingId}/cancellation",
      { ...bookingIn(form), reason: form.text("reason") },
      "Canceled. Both sides get an email.",
    ),
  decide: async (form: FormFields) => {
    const { decision } = Decision.parse({ decision: form.text("decision") });
    const done = decision === "confirm" ? "Confirmed. Everyone gets an email." : "Declined. The visitor gets an email.";
    const input = { ...bookingIn(form), decision, reason: form.text("reason") };
    return act("POST /admin/bookings/{bookingId}/decision", input, done);
  },
  late: async (form: FormFields) =>
    act(
      "POST /admin/bookings/{bookingId}/running-late",
      { ...bookingIn(form), again: form.text("again") === "yes" },
      "Sent. The visitor knows you are on the way.",
    ),
  rebook: async (form: FormFields) =>
    act(
      "POST /admin/bookings/{bookingId}/rebooking",
      { ...bookingIn(form), again: form.text("again") === "yes" },
      "Sent. The visitor gets a link to book again.",
    ),
  move: async (form: FormFields) =>
    act(
      "POST /admin/bookings/{bookingId}/reschedule",
      { ...bookingIn(form), start: form.text("start"), reason: form.text("reason") },
      "Moved. Everyone gets the new time by email.",
    ),
  keep: async (form: FormFields) =>
    act(
      "DELETE /admin/bookings/{bookingId}/calendar-deletion",
      bookingIn(form),
      "The call stays, and its event is written again.",
    ),
  mark: async (form: FormFields) => {
    const param = bookingIn(form);
    const outcome = OutcomeMark.parse(form.text("outcome"));
    const undo = outcome === "none" ? undefined : { intent: "mark", outcome: form.text("before") || "none", ...param };
    return act("PUT /admin/bookings/{bookingId}/outcome", { ...param, outcome }, markLabels[outcome], { undo });
  },
};
/** The actions of the firm's calendar. */
const calendarActions = {
  move: callActions.move,
  block: async (form: FormFields) =>
    act(
      "POST /admin/hosts/{hostId}/blocked-times",
      { ...hostIn(form), ...TimeToBlock.parse(form.json("values")) },
      "Blocked. No calls are offered then.",
    ),
  unblock: async (form: FormFields) =>
    act(
      "DELETE /admin/blocked-times/{blockedTimeId}",
      { blockedTimeId: form.text("blockedTimeId") },
      "The time is offered again.",
    ),
};
export type CalendarIntent = IntentOf<typeof calendarActions>;

export const performCalendarAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, calendarActions);

export type CallIntent = IntentOf<typeof callActions>;

export const performCallAction = (form: FormData): Promise<ActionResult> => runIntent<ActionResult>(form, callActions);

/** `feedUrl` is shown once. */
export type HostAnswer = ActionResult & { feedUrl?: string };

const seenIn = (form: FormFields) => ({ version: Number(form.text("version")) });

const hostActions = {
  "add-host": async (form: FormFields) =>
    act(
      "POST /admin/hosts",
      settingsForCall(HostSettings.parse(form.json("values"))),
      "Added, Monday to Friday from nine to five. Give them an event type next.",
    ),
  settings: async (form: FormFields) =>
    act(
      "PUT /admin/hosts/{hostId}",
      { ...hostIn(form), ...settingsForCall(HostSettings.parse(form.json("values"))), ...seenIn(form) },
      "Saved.",
    ),
  hours: async (form: FormFields) =>
    act(
      "PUT /admin/hosts/{hostId}/hours",
      { ...hostIn(form), ...WeeklyHours.parse(form.json("values")), ...seenIn(form) },
      "Saved. New calls are offered in these hours.",
    ),
  dates: async (form: FormFields) =>
    act(
      "PUT /admin/hosts/{hostId}/dates",
      { ...hostIn(form), ...OverrideRange.parse(form.json("values")), ...seenIn(form) },
      "Saved. These days differ from the week.",
    ),
  "make-feed": async (form: FormFields): Promise<HostAnswer> => {
    const answer = await withFreshCode(() => call("POST /admin/hosts/{hostId}/feed", hostIn(form)));
    return answer.ok
      ? { ...resultOf(answer, "Created. Copy the address now: it is shown once."), feedUrl: answer.value.url }
      : resultOf(answer, "");
  },
  "remove-date": async (form: FormFields) =>
    act(
      "DELETE /admin/hosts/{hostId}/dates/{date}",
      { ...hostIn(form), date: form.text("date"), version: form.text("version") },
      "The weekly hours apply again on that day.",
    ),
  "revoke-feed": async (form: FormFields) =>
    act("DELETE /admin/hosts/{hostId}/feed", hostIn(form), "The address no longer works."),
  "remove-calendar": async (form: FormFields) =>
    act("DELETE /admin/busy-calendars/{feedId}", { feedId: form.text("feedId") }, "The calendar is no longer read."),
  "connect-account": async (form: FormFields) =>
    act(
      "POST /admin/hosts/{hostId}/calendar-accounts",
      { ...hostIn(form), ...CaldavAccount.parse(form.json("values")) },
      "Connected. Its busy times are no longer offered, and calls are written to it.",
    ),
  "connect-provider": async (form: FormFields) => {
    const choice = CalendarProviderChoice.parse({ provider: form.text("provider") });
    const answer = await call("POST /admin/hosts/{hostId}/calendar-consents", { ...hostIn(form), ...choice });
    if (answer.ok) window.location.assign(answer.value.url);
    return resultOf(answer, "Continue at the provider.");
  },
  "choose-calendars": async (form: FormFields) =>
    act(
      "PUT /admin/hosts/{hostId}/connected-calendars",
      { ...hostIn(form), ...seenIn(form), ...CalendarChoice.parse(form.json("values")) },
      "Saved.",
    ),
  "disconnect-account": async (form: FormFields) =>
    act(
      "DELETE /admin/calendar-accounts/{accountId}",
      { accountId: form.text("accountId") },
      "Disconnected. Its password and busy times are deleted.",
    ),
  "add-calendar": async (form: FormFields): Promise<HostAnswer> => {
    const answer = await call("POST /admin/hosts/{hostId}/busy-calendars", { ...hostIn(form), url: form.text("url") });
    if (!answer.ok || answer.value.problem === null)
      return resultOf(answer, "Connected. Its busy times are no longer offered.");
    return { at: Date.now(), ok: false, message: answer.value.problem };
  },
};
export type HostIntent = IntentOf<typeof hostActions>;

/** Runs an action on a host. Forms with several values send them as JSON in `values`; the endpoint validates them. */
export const performHostAction = (form: FormData): Promise<HostAnswer> => runIntent<HostAnswer>(form, hostActions);

/** The endpoint expects no address instead of an empty one. */
const settingsForCall = ({ meetingUrl, ...settings }: HostSettings) => ({ ...settings, meetingUrl: meetingUrl ?? "" });

const typeIn = (form: FormFields) => ({ eventTypeId: form.text("eventTypeId") });

/** `linkUrl` is shown once. */
type LinkAnswer = ActionResult & { linkUrl?: string };

const eventTypeActions = {
  "make-link": async (form: FormFields): Promise<LinkAnswer> => {
    const answer = await call("POST /admin/event-types/{eventTypeId}/links", {
      ...{ ...typeIn(form), label: form.text("label") },
    });
    const result = resultOf(answer, "Created. Copy the link now: it is shown once.");
    return answer.ok ? { ...result, linkUrl: answer.value.url } : result;
  },
  "revoke-link": async (form: FormFields) =>
    act("DELETE /admin/booking-links/{linkId}", { linkId: form.text("linkId") }, "The link no longer works."),
  save: async (form: FormFields) =>
    act(
      "PUT /admin/event-types/{eventTypeId}",
      { ...typeIn(form), ...EventTypeSettings.parse(form.json("values")), ...seenIn(form) },
      "Saved. It applies from now on.",
    ),
  add: async (form: FormFields) =>
    act(
      "POST /admin/event-types",
      NewEventType.parse(form.json("values")),
      "Added with the same rules. Open it, change what differs, and offer it.",
    ),
  order: async (form: FormFields) =>
    act("PUT /admin/event-types/order", { ids: form.text("ids").split(",") }, "The order is saved."),
  archive: async (form: FormFields) =>
    act("POST /admin/event-types/{eventTypeId}/archive", typeIn(form), "Archived. Its calls stay in the calendar.", {
      undo: { intent: "restore", ...typeIn(form) },
    }),
  restore: async (form: FormFields) =>
    act("POST /admin/event-types/{eventTypeId}/restore", typeIn(form), "Restored. Offer it when it is ready."),
};
export type EventTypeIntent = IntentOf<typeof eventTypeActions>;

export const performEventTypeAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, eventTypeActions);
