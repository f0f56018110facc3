import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { CalendarCall } from "#app/features/booking/agenda/calendar-file.server.ts";
import type { BusyQuestion } from "#app/features/booking/busy-calendars/busy-calendar.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
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
import { microsoftChannels } from "./channels.server.ts";
import { type ListedEvent, listedOr, readingOf } from "./listed-events.server.ts";
import { type RestAccount, restClient, restTroubleOf } from "./rest-account.server.ts";

/*
 * Microsoft 365 and outlook.com by Microsoft Graph, version 1.0. The calendar view, in which every series is expanded, is read until the
 * horizon and compared as a whole (decision 0286); a delta query leaves out most properties of occurrences. A call is known by a property of
 * ours, and looked for by it before it is written, because an id is the server's. Ids are immutable ones, which survive a move.
 */

const property = "String {5d1b9a3e-7c42-4f0e-9a6d-3f6f2f8f1c55} Name gtmarcCall";
const expand = `singleValueExtendedProperties($filter=id eq '${property}')`;

const When = z.object({ dateTime: z.string() });
const Item = z.object({
  id: z.string(),
  "@odata.etag": z.string().default(""),
  iCalUId: z.string().nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  showAs: z.string().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  start: When.nullish(),
  end: When.nullish(),
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string() })).nullish(),
});
type Item = z.infer<typeof Item>;
const Events = z.object({ value: z.array(z.unknown()), "@odata.nextLink": z.string().optional() });
const Calendars = z.object({
  value: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      canEdit: z.boolean().nullish(),
      isDefaultCalendar: z.boolean().nullish(),
    }),
  ),
  "@odata.nextLink": z.string().optional(),
});

const headers = { prefer: 'outlook.timezone="UTC", IdType="ImmutableId"' };
const nextPage = (page: { "@odata.nextLink"?: string | undefined }) => ({
  next: page["@odata.nextLink"] ? { path: page["@odata.nextLink"], query: {} } : null,
});

export function microsoftCalendar(account: Omit<RestAccount, "provider">): CalendarProvider {
  const client = restClient({ ...account, provider: "microsoft" });
  const calendarPath = (calendar: string) => `/me/calendars/${encodeURIComponent(calendar)}`;
  const eventPath = (ref: string) => `/me/events/${encodeURIComponent(ref)}`;

  async function listCalendars(): Promise<Result<FoundCalendar[], Trouble>> {
    const query = { $top: "100", $select: "id,name,canEdit,isDefaultCalendar" };
    const read = await client.readAll({ path: "/me/calendars", query, headers }, Calendars, nextPage);
    if (!read.ok) return read;
    const found = read.value.flatMap(({ value }) => value);
    return ok(
      found
        .toSorted((a, b) => Number(b.isDefaultCalendar ?? false) - Number(a.isDefaultCalendar ?? false))
        .map(({ id, name, canEdit }) => ({
          ref: id,
          name: calendarName(name ?? "", id),
          canWrite: canEdit ?? false,
          isOther: !canEdit,
        })),
    );
  }

  async function read(
    calendar: string,
    questionNow: () => Promise<BusyQuestion>,
    token: string | null,
  ): Promise<Result<CalendarReading | null, Trouble>> {
    const { from, to } = await questionNow();
    const query = {
      ...{ startDateTime: new Date(from).toISOString(), endDateTime: new Date(to).toISOString(), $top: "500" },
      $select: "id,iCalUId,isAllDay,isCancelled,showAs,responseStatus,start,end",
      $expand: expand,
    };
    const path = `${calendarPath(calendar)}/calendarView`;
    const pages = await client.readAll({ path, query, headers }, Events, nextPage);
    if (!pages.ok) return pages;
    return readingOf(
      pages.value.flatMap(({ value }) => value).map((event) => listedOr(event, Item, listed)),
      await questionNow(),
      token,
    );
  }

  /** Null: there is none. */
  async function readItem(ref: string): Promise<Result<Item | null, Trouble>> {
    const answer = await client.send({ method: "GET", path: eventPath(ref), query: { $expand: expand }, headers });
    if (!answer.ok) return answer;
    return answer.value.status === 404 ? ok(null) : itemIn(answer.value);
  }

  async function find(_: string, ref: string, question: BusyQuestion): Promise<Result<OwnEvent | null, Trouble>> {
    const item = await readItem(ref);
    if (!item.ok || !item.value) return item.ok ? ok(null) : item;
    const reading = readingOf([listed(item.value)], question, null);
    return reading.ok ? ok(reading.value?.own[0] ?? null) : reading;
  }

  /** The event of a call that was written before. */
  async function findWritten(calendar: string, uid: string): Promise<Result<Item | null, Trouble>> {
    const $filter = `singleValueExtendedProperties/Any(p: p/id eq '${property}' and p/value eq '${uid.replaceAll("'", "''")}')`;
    const read = await client.read(
      { path: `${calendarPath(calendar)}/events`, query: { $filter, $expand: expand }, headers },
      Events,
    );
    return read.ok
      ? ok(
          Item.nullable()
            .catch(null)
            .parse(read.value.value[0] ?? null),
        )
      : read;
  }

  async function write(
    calendar: string,
    call: CalendarCall,
    stored: StoredEvent | null,
  ): Promise<Result<StoredEvent, Trouble | Changed>> {
    const written = stored ? ok(null) : await findWritten(calendar, call.uid);
    if (!written.ok) return written;
    const target = stored ?? (written.value && { ref: written.value.id, etag: written.value["@odata.etag"] });
    const answer = target
      ? await client.send({
          ...{ method: "PATCH" as const, path: eventPath(target.ref), body: bodyOf(call) },
          headers: { ...headers, ...(target.etag && { "if-match": target.etag }) },
        })
      : await client.send({ method: "POST", path: `${calendarPath(calendar)}/events`, headers, body: newBodyOf(call) });
    if (!answer.ok) return answer;
    const { status } = answer.value;
    if (status === 200 || status === 201) {
      const item = itemIn(answer.value);
      if (!item.ok) return item;
      const { start, end } = listed(item.value);
      const isAsSent = start === call.start.getTime() && end === call.end.getTime();
      return isAsSent ? ok({ ref: item.value.id, etag: item.value["@odata.etag"] }) : refuse("not_stored");
    }
    if (!target || (status !== 404 && status !== 412)) return restTroubleOf(answer.value);
    const now = await readItem(target.ref);
    return now.ok ? refuse(now.value ? "changed_there" : "gone_there") : now;
  }

  async function remove(_: string, { ref }: StoredEvent): Promise<Result<undefined, Trouble>> {
    const answer = await client.send({ method: "DELETE", path: eventPath(ref), headers });
    if (!answer.ok) return answer;
    return answer.value.status === 204 || answer.value.status === 404 ? ok(undefined) : restTroubleOf(answer.value);
  }

  return { listCalendars, read, find, write, remove, channels: microsoftChannels(client) };
}

function itemIn(answer: Answer): Result<Item, Trouble> {
  if (answer.status !== 200 && answer.status !== 201) return restTroubleOf(answer);
  const parsed = Item.safeParse(jsonIn(answer.text));
  return parsed.success ? ok(parsed.data) : refuse("not_a_calendar_server");
}

const utc = (at: Date) => ({ dateTime: at.toISOString().slice(0, -1), timeZone: "UTC" });

const bodyOf = (call: CalendarCall) => ({
  ...{ subject: call.summary, body: { contentType: "text", content: call.description.join("\n") } },
  ...{ location: { displayName: call.location }, start: utc(call.start), end: utc(call.end), showAs: "busy" },
});

const newBodyOf = (call: CalendarCall) => ({
  ...bodyOf(call),
  singleValueExtendedProperties: [{ id: property, value: call.uid }],
});

function listed(item: Item): ListedEvent {
  const { id, iCalUId, isAllDay, isCancelled, showAs, responseStatus, start, end } = item;
  return {
    ...{ ref: id, etag: item["@odata.etag"], uid: iCalUId ?? null, isFree: showAs === "free" },
    call:
      item.singleValueExtendedProperties?.find((each) => each.id.toLowerCase() === property.toLowerCase())?.value ??
      null,
    isOff: isCancelled === true || responseStatus?.response === "declined",
    ...{ start: momentOf(start, isAllDay), end: momentOf(end, isAllDay) },
  };
}

/** Times are in UTC, with seven digits of a second and without a zone; those of whole days are midnight of their date. */
function momentOf(
  when: z.infer<typeof When> | null | undefined,
  isAllDay: boolean | null | undefined,
): ListedEvent["start"] {
  const [written] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(when?.dateTime ?? "") ?? [];
  if (!written) return null;
  return isAllDay && written.endsWith("T00:00:00")
    ? Temporal.PlainDate.from(written.slice(0, 10))
    : Date.parse(`${written}Z`);
}
