import { api, ask } from "../../../api-client.ts";
import {
  EventTypeSettings,
  HostSettings,
  OverrideRange,
  WeeklyHours,
} from "../../../features/booking/host-settings.ts";
import { OutcomeMark } from "../../../features/booking/outcome.ts";
import { type ActAnswer, told } from "../act.tsx";

const calls = api.api.admin;

const markWords: Record<OutcomeMark, string> = {
  held: "Marked: it took place.",
  "no-show": "Marked: nobody came.",
  none: "The mark is taken back.",
};

/** Every act on a booked call, by the `intent` of its form. */
export async function performCallAct(form: FormData): Promise<ActAnswer> {
  const text = (name: string) => String(form.get(name) ?? "");
  const param = { bookingId: text("bookingId") };
  if (text("intent") === "cancel")
    return told(
      await ask(calls.bookings[":bookingId"].cancellation.$post({ param, json: { reason: text("reason") } })),
      "Cancelled. Both sides get a mail.",
    );
  const outcome = OutcomeMark.parse(text("outcome"));
  const undo = outcome === "none" ? undefined : { intent: "mark", outcome: text("before") || "none", ...param };
  return told(
    await ask(calls.bookings[":bookingId"].outcome.$put({ param, json: { outcome } })),
    markWords[outcome],
    undo,
  );
}

/** What the maker of a calendar address is told, once. */
export type HostAnswer = ActAnswer & { feedUrl?: string };

/** Every act on a host; what has more than one value comes as JSON in `values`, checked once more at the door. */
export async function performHostAct(form: FormData): Promise<HostAnswer> {
  const text = (name: string) => String(form.get(name) ?? "");
  const values = (): unknown => JSON.parse(text("values"));
  const param = { hostId: text("hostId") };
  switch (text("intent")) {
    case "add-host":
      return told(
        await ask(calls.hosts.$post({ json: settingsForCall(HostSettings.parse(values())) })),
        "Added, Monday to Friday from nine to five. Give them a kind of call next.",
      );
    case "settings":
      return told(
        await ask(calls.hosts[":hostId"].$put({ param, json: settingsForCall(HostSettings.parse(values())) })),
        "Saved.",
      );
    case "hours":
      return told(
        await ask(calls.hosts[":hostId"].hours.$put({ param, json: WeeklyHours.parse(values()) })),
        "Saved. New calls are offered in these hours.",
      );
    case "dates":
      return told(
        await ask(calls.hosts[":hostId"].dates.$put({ param, json: OverrideRange.parse(values()) })),
        "Saved. These days differ from the week.",
      );
    case "make-feed": {
      const answer = await ask(calls.hosts[":hostId"].feed.$post({ param }));
      return answer.ok
        ? { ...told(answer, "Made. Copy the address now: it is shown once."), feedUrl: answer.value.url }
        : told(answer, "");
    }
    case "remove-date":
      return told(
        await ask(calls.hosts[":hostId"].dates[":date"].$delete({ param: { ...param, date: text("date") } })),
        "The weekly hours hold again on that day.",
      );
    case "revoke-feed":
      return told(await ask(calls.hosts[":hostId"].feed.$delete({ param })), "The address works no longer.");
    case "remove-calendar":
      return told(
        await ask(calls["busy-calendars"][":feedId"].$delete({ param: { feedId: text("feedId") } })),
        "The calendar is no longer read.",
      );
    case "add-calendar": {
      const answer = await ask(calls.hosts[":hostId"]["busy-calendars"].$post({ param, json: { url: text("url") } }));
      if (!answer.ok || answer.value.problem === null)
        return told(answer, "Read. Its busy times are no longer offered.");
      return { at: Date.now(), ok: false, message: answer.value.problem };
    }
    default:
      throw new Error("There is no such act");
  }
}

/** The door reads an empty address as none. */
const settingsForCall = ({ meetingUrl, ...settings }: HostSettings) => ({ ...settings, meetingUrl: meetingUrl ?? "" });

/** Saves the rules of a kind of call. */
export async function performKindAct(form: FormData): Promise<ActAnswer> {
  const json = EventTypeSettings.parse(JSON.parse(String(form.get("values") ?? "")));
  const param = { eventTypeId: String(form.get("eventTypeId") ?? "") };
  return told(
    await ask(calls["event-types"][":eventTypeId"].$put({ param, json })),
    "Saved. It is offered like this from now on.",
  );
}
