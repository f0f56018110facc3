import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { CalendarCall } from "#app/features/booking/agenda/calendar-file.server.ts";
import type { BusyQuestion } from "#app/features/booking/busy-calendars/busy-calendar.ts";
import { firmName } from "#app/lib/firm.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import type { Answer } from "../dav-request.server.ts";
import {
  type CalendarProvider,
  type CalendarReading,
  type Changed,
  calendarName,
  type FoundCalendar,
  type OwnEvent,
  type StoredEvent,
  type Trouble,
} from "../provider.ts";
import { googleChannels } from "./channels.server.ts";
import { type ListedEvent, listedOr, readingOf } from "./listed-events.server.ts";
import { type RestAccount, restClient, restTroubleOf } from "./rest-account.server.ts";

/*
 * Google Calendar by its REST interface, version 3. Every event until the horizon is read and compared as a whole (decision 0286): a sync
 * token would say what changed, but it expires, excludes the horizon that moves on, and says nothing about what an event was. A call has the
 * same id in every calendar, so writing it again finds the first event, also a deleted one. No invitations are sent.
 */

const When = z.object({ dateTime: z.iso.datetime({ offset: true }).optional(), date: z.iso.date().optional() });
const Item = z.object({
  id: z.string(),
  etag: z.string().default(""),
  status: z.string().optional(),
  iCalUID: z.string().optional(),
  transparency: z.string().optional(),
  start: When.optional(),
  end: When.optional(),
  attendees: z.array(z.object({ self: z.boolean().optional(), responseStatus: z.string().optional() })).default([]),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).optional() }).optional(),
});
type Item = z.infer<typeof Item>;
const Events = z.object({ items: z.array(z.unknown()), nextPageToken: z.string().optional() });
const Calendars = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      summary: z.string().default(""),
      summaryOverride: z.string().optional(),
      accessRole: z.string(),
      primary: z.boolean().optional(),
      deleted: z.boolean().optional(),
    }),
  ),
  nextPageToken: z.string().optional(),
});

/** Neither titles nor people of other events are read. */
const fields =
  "nextPageToken,items(id,etag,status,iCalUID,transparency,start,end,attendees(self,responseStatus),extendedProperties)";

const nextPage = (
  { nextPageToken }: { nextPageToken?: string | undefined },
  path: string,
  query: Record<string, string>,
) => ({
  next: nextPageToken ? { path, query: { ...query, pageToken: nextPageToken } } : null,
});

export function googleCalendar(account: Omit<RestAccount, "provider">): CalendarProvider {
  const client = restClient({ ...account, provider: "google" });
  const pathOf = (calendar: string, ref = "") =>
    `/calendars/${encodeURIComponent(calendar)}/events${ref && `/${encodeURIComponent(ref)}`}`;

  async function listCalendars(): Promise<Result<FoundCalendar[], Trouble>> {
    const [path, query] = ["/users/me/calendarList", { maxResults: "250" }];
    const read = await client.readAll({ path, query }, Calendars, (page) => nextPage(page, path, query));
    if (!read.ok) return read;
    const found = read.value.flatMap(({ items }) => items).filter(({ deleted }) => !deleted);
    return ok(
      found
        .toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false))
        .map(({ id, summary, summaryOverride, accessRole }) => ({
          ...{ ref: id, name: calendarName(summaryOverride ?? summary, id) },
          canWrite: accessRole === "owner" || accessRole === "writer",
          isOther: accessRole !== "owner",
        })),
    );
  }

  async function read(
    calendar: string,
    questionNow: () => Promise<BusyQuestion>,
    token: string | null,
  ): Promise<Result<CalendarReading | null, Trouble>> {
    const { from, to } = await questionNow();
    const path = pathOf(calendar);
    const query = {
      ...{ singleEvents: "true", maxResults: "2500", maxAttendees: "1", fields },
      ...{ timeMin: new Date(from).toISOString(), timeMax: new Date(to).toISOString() },
    };
    const pages = await client.readAll({ path, query }, Events, (page) => nextPage(page, path, query));
    if (!pages.ok) return pages;
    return readingOf(
      pages.value.flatMap(({ items }) => items).map((event) => listedOr(event, Item, listed)),
      await questionNow(),
      token,
    );
  }

  /** Null: there is none, or it was deleted. */
  async function readItem(calendar: string, ref: string): Promise<Result<Item | null, Trouble>> {
    const answer = await client.send({ method: "GET", path: pathOf(calendar, ref) });
    if (!answer.ok) return answer;
    if (answer.value.status === 404 || answer.value.status === 410) return ok(null);
    return itemIn(answer.value);
  }

  async function find(
    calendar: string,
    ref: string,
    question: BusyQuestion,
  ): Promise<Result<OwnEvent | null, Trouble>> {
    const item = await readItem(calendar, ref);
    if (!item.ok || !item.value || item.value.status === "cancelled") return item.ok ? ok(null) : item;
    const reading = readingOf([listed(item.value)], question, null);
    return reading.ok ? ok(reading.value?.own[0] ?? null) : reading;
  }

  async function write(
    calendar: string,
    call: CalendarCall,
    stored: StoredEvent | null,
  ): Promise<Result<StoredEvent, Trouble | Changed>> {
    const id = stored?.ref ?? idOf(call.uid);
    const query = { sendUpdates: "none" };
    const answer = stored
      ? await client.send({
          ...{ method: "PUT" as const, path: pathOf(calendar, id), query, body: bodyOf(call) },
          headers: stored.etag ? { "if-match": stored.etag } : {},
        })
      : await client.send({ method: "POST", path: pathOf(calendar), query, body: { ...bodyOf(call), id } });
    if (!answer.ok) return answer;
    const { status } = answer.value;
    if (status === 200 || status === 201) {
      const item = itemIn(answer.value);
      if (!item.ok) return item;
      const { start, end } = listed(item.value);
      const isAsSent = start === call.start.getTime() && end === call.end.getTime();
      return isAsSent ? ok({ ref: item.value.id, etag: item.value.etag }) : refuse("not_stored");
    }
    if (![404, 409, 410, 412].includes(status)) return restTroubleOf(answer.value);
    const now = await readItem(calendar, id);
    if (!now.ok) return now;
    if (!stored)
      return now.value ? write(calendar, call, { ref: id, etag: now.value.etag }) : restTroubleOf(answer.value);
    return refuse(now.value && now.value.status !== "cancelled" ? "changed_there" : "gone_there");
  }

  async function remove(calendar: string, { ref }: StoredEvent): Promise<Result<undefined, Trouble>> {
    const answer = await client.send({ method: "DELETE", path: pathOf(calendar, ref), query: { sendUpdates: "none" } });
    if (!answer.ok) return answer;
    return [200, 204, 404, 410].includes(answer.value.status) ? ok(undefined) : restTroubleOf(answer.value);
  }

  return { listCalendars, read, find, write, remove, channels: googleChannels(client) };
}

/** Letters a to v and digits, as Google allows. */
const idOf = (uid: string) => `gtmarc${Buffer.from(hashToken(uid), "base64url").toString("hex")}`;

const mark = "gtmarcCall";

function itemIn(answer: Answer): Result<Item, Trouble> {
  if (answer.status !== 200 && answer.status !== 201) return restTroubleOf(answer);
  const parsed = Item.safeParse(jsonIn(answer.text));
  return parsed.success ? ok(parsed.data) : refuse("not_a_calendar_server");
}

/** A deleted event comes back with `status`; a whole event replaces the stored one. */
const bodyOf = (call: CalendarCall) => ({
  ...{ summary: call.summary, description: call.description.join("\n"), location: call.location, status: "confirmed" },
  ...{ start: { dateTime: call.start.toISOString() }, end: { dateTime: call.end.toISOString() } },
  ...(call.url && { source: { title: firmName(), url: call.url } }),
  extendedProperties: { private: { [mark]: call.uid } },
});

function listed({
  id,
  etag,
  status,
  iCalUID,
  transparency,
  start,
  end,
  attendees,
  extendedProperties,
}: Item): ListedEvent {
  const isOff =
    status === "cancelled" || attendees.some(({ self, responseStatus }) => self && responseStatus === "declined");
  return {
    ...{ ref: id, etag, isOff, isFree: transparency === "transparent" },
    ...{ call: extendedProperties?.private?.[mark] ?? null, uid: iCalUID ?? null },
    ...{ start: momentOf(start), end: momentOf(end) },
  };
}

const momentOf = (when: z.infer<typeof When> | undefined): ListedEvent["start"] =>
  when?.dateTime ? Date.parse(when.dateTime) : when?.date ? Temporal.PlainDate.from(when.date) : null;
